// Discord's markup as elements. Text only ever becomes text nodes: nothing anybody is called can become an element.

import { make } from "./morph.js";
import { words, wordsOf } from "./words.js";

const INLINE = [
  [/^\\([^\w\s])/, (found) => found[1]],
  [/^(`+)([^`](?:[\s\S]*?[^`])?)\1(?!`)/, (found) => make("code", /^\/[\w -]{1,24}$/.test(found[2]) ? { class: "chip" } : {}, found[2])],
  [/^<t:(-?\d{1,12})(?::([tTdDfFR]))?>/, (found) => moment(Number(found[1]), found[2] || "f")],
  [/^<@!?(\d+)>/, (found, names) => make("span", { class: "mention" }, `@${names(found[1]) || words.somebody}`)],
  [/^<#(\d+)>/, (found, names) => make("span", { class: "mention" }, `#${names(found[1]) || "channel"}`)],
  [/^<@&(\d+)>/, (found, names) => make("span", { class: "mention" }, `@${names(found[1]) || "role"}`)],
  [/^<\/([^:<>]+):\d+>/, (found) => make("button", { class: "mention command", type: "button", "data-command": found[1] }, `/${found[1]}`)],
  [/^<a?:(\w+):(\d+)>/, (found) => picture(found[1], found[2])],
  [/^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s<>)]+)>?\)/, (found, names) => link(found[2], inline(found[1], names))],
  [/^<(https?:\/\/[^\s<>]+)>/, (found) => link(found[1], [found[1]])],
  [/^https?:\/\/[^\s<]*[^\s<.,:;"')\]]/, (found) => link(found[0], [found[0]])],
  [/^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, (found, names) => make("strong", {}, ...inline(found[1], names))],
  [/^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, (found, names) => make("u", {}, ...inline(found[1], names))],
  [/^\*(?=\S)((?:\\[\s\S]|\*\*|[^*\\])+?)\*(?!\*)/, (found, names) => make("em", {}, ...inline(found[1], names))],
  [/^_(?=\S)((?:\\[\s\S]|[^_\\])+?)_(?![A-Za-z0-9_])/, (found, names) => make("em", {}, ...inline(found[1], names))],
  [/^~~((?:\\[\s\S]|[^\\])+?)~~/, (found, names) => make("s", {}, ...inline(found[1], names))],
  [/^\|\|((?:\\[\s\S]|[^\\])+?)\|\|/, (found, names) => make("span", { class: "spoiler", tabindex: "0" }, ...inline(found[1], names))],
];
const PLAIN = /^(?:[A-Za-z0-9]+|\s+|[\s\S])/;

function inline(text, names) {
  const found = [];
  let rest = text;
  let before = "";
  while (rest) {
    let match = null;
    for (const [rule, shown] of INLINE) {
      match = rule.exec(rest);
      if (match && !(match[0][0] === "_" && /[A-Za-z0-9]$/.test(before))) {
        found.push(shown(match, names));
        break;
      }
      match = null;
    }
    if (!match) {
      // By code points: half of a pair is no character.
      match = [PLAIN.exec(rest)[0]];
      if (/[\uD800-\uDBFF]/.test(match[0]) && rest.length > 1) match = [rest.slice(0, 2)];
      if (typeof found.at(-1) === "string") found[found.length - 1] += match[0];
      else found.push(match[0]);
    }
    before = match[0];
    rest = rest.slice(match[0].length);
  }
  return found;
}

// A card's picture is read out in words, any other by its name.
function picture(name, id) {
  const card = name.startsWith("c_") ? words.faces[name.slice(2)] : undefined;
  return make("img", { class: "emoji", alt: card || `:${name}:`, title: card || `:${name}:`, src: `emojis/${id}` });
}

function link(address, shown) {
  return make("a", { href: address, rel: "noreferrer noopener", target: "_blank" }, ...shown);
}

function moment(seconds, style) {
  return make("time", { class: "moment", "data-at": String(seconds), "data-style": style });
}

export function markup(text, names) {
  const whole = document.createDocumentFragment();
  const lines = text.split("\n");
  while (lines.length) {
    const line = lines.shift();
    const fence = /^```(?:\w+\s*$)?(.*)$/.exec(line);
    const heading = /^(#{1,3}) +(.+)$/.exec(line);
    const item = /^\s*(?:[-*]|(\d+)\.) +(.+)$/.exec(line);
    if (fence && (fence[1].endsWith("```") || lines.some((later) => later.includes("```")))) {
      whole.append(fenced(fence[1], lines));
    } else if (heading) {
      whole.append(make(`h${heading[1].length + 2}`, {}, ...inline(heading[2], names)));
    } else if (/^-# +\S/.test(line)) {
      whole.append(make("small", { class: "line" }, ...inline(line.slice(3).trim(), names)));
    } else if (/^> /.test(line)) {
      whole.append(make("blockquote", {}, ...inline(line.slice(2), names)));
    } else if (item) {
      const list = item[1] === undefined ? make("ul") : make("ol", { start: item[1] });
      const same = item[1] === undefined ? /^\s*[-*] +(.+)$/ : /^\s*\d+\. +(.+)$/;
      list.append(make("li", {}, ...inline(item[2], names)));
      while (lines.length && same.test(lines[0])) {
        list.append(make("li", {}, ...inline(same.exec(lines.shift())[1], names)));
      }
      whole.append(list);
    } else {
      whole.append(make("div", { class: "line" }, ...(line.trim() ? inline(line, names) : [make("br")])));
    }
  }
  return whole;
}

function fenced(first, lines) {
  const inside = [];
  let line = first;
  while (!line.includes("```") && lines.length) {
    if (line || inside.length) inside.push(line);
    line = lines.shift();
  }
  const last = line.slice(0, line.indexOf("```"));
  if (last) inside.push(last);
  return make("pre", {}, inside.join("\n"));
}

// ----- moments that go on ------------------------------------------------------------------------------------------

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const STEPS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
let language = "en-US";
let relative = new Intl.RelativeTimeFormat(language);

export function speak(code) {
  language = code;
  wordsOf(code);
  relative = new Intl.RelativeTimeFormat(language);
}

export function tellMoments(root, now) {
  for (const element of root.querySelectorAll("time.moment")) {
    const at = Number(element.dataset.at);
    const text = element.dataset.style === "R" ? ago(Math.trunc(at - now)) : clock(at, element.dataset.style);
    if (element.textContent !== text) element.textContent = text;
  }
}

function ago(seconds) {
  const [unit, length] = STEPS.find(([, long]) => Math.abs(seconds) >= long) || STEPS.at(-1);
  return relative.format(Math.trunc(seconds / length), unit);
}

export function clock(at, style) {
  return new Intl.DateTimeFormat(language, STYLES[style] || STYLES.f).format(new Date(at * 1000));
}
