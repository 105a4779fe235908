// The page: where we are, whose screen it is, what is on it, and what happens when something is pressed.

import { Composer } from "./composer.js";
import { fillIn } from "./form.js";
import { Line } from "./line.js";
import { speak, tellMoments } from "./markup.js";
import { closeMenu, isOpenAt, openMenu } from "./menu.js";
import { make, morph } from "./morph.js";
import { find, KIND, message } from "./parts.js";
import { Reading } from "./reading.js";
import { words } from "./words.js";

const at = (id) => document.getElementById(id);
const log = at("log");
const FOLLOWS_S = 420;
const state = {
  hello: null, who: null, place: "channel", messages: new Map(), order: { channel: [], dm: [] }, marks: {}, channels: {},
  failed: new Map(), ahead: 0, wanted: null,
};
const reading = new Reading(log, at("newer"), closeMenu);

const line = new Line({
  told: (said) => (said.hello ? begin(said.hello) : look(said.view)),
  ended: () => { at("ended").hidden = false; closeMenu(); },
});
const composer = new Composer({ ask: (request) => line.ask({ ...request, place: state.place }), outcome, note, people: () => state.hello?.people || [], changed: () => draw() });

// ----- what the sandbox tells ----------------------------------------------------------------------------------------

function begin(hello) {
  state.hello = hello;
  speak(hello.language);
  say(hello.language);
  at("ended").hidden = true;
  state.messages.clear();
  const [wanted, place] = decodeURIComponent(location.hash.slice(1)).split("/");
  const who = hello.people.find((person) => person.name === (state.who || wanted)) || hello.people[0];
  if (place === "dm" && state.who === null) state.place = "dm";
  sit(who.name);
}

// What stands on the page from the start, in the language of the sandbox.
function say(language) {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = words[element.dataset.say];
  for (const element of document.querySelectorAll("[data-call]")) element.setAttribute("aria-label", words[element.dataset.call]);
}

function sit(who) {
  state.who = who;
  state.failed.clear();
  state.messages.clear();
  state.order = { channel: [], dm: [] };
  reading.again(true);
  closeMenu();
  composer.drop();
  remember();
  line.ask({ act: "sit", who });
  composer.refresh();
  draw();
}

function go(place) {
  state.place = place;
  closeMenu();
  composer.drop();
  remember();
  composer.refresh();
  reading.again(!state.wanted);
  draw();
  read();
}

function look(view) {
  if (view.who !== state.who) return;
  for (const told of view.messages) state.messages.set(told.id, told);
  const kept = new Set([...view.order.channel, ...view.order.dm]);
  for (const id of [...state.messages.keys()]) if (!kept.has(id)) state.messages.delete(id);
  for (const id of [...state.failed.keys()]) if (!kept.has(id)) state.failed.delete(id);
  state.order = view.order;
  state.channels = view.channels;
  state.marks = view.marks;
  state.ahead = view.now - here();
  draw(new Set(view.messages.map((told) => told.id)));
  read();
}

function read() {
  const mine = state.marks[state.who];
  if (!mine || document.hidden) return;
  if (mine[state.place]) line.ask({ act: "read", place: state.place });
}

function remember() {
  history.replaceState(null, "", `#${encodeURIComponent(state.who)}${state.place === "dm" ? "/dm" : ""}`);
}

// Time on the stage, which may run faster than here.
const here = () => (performance.now() / 1000) * (state.hello?.speed || 1);
const now = () => state.ahead + here();

function names(id) {
  const { people, bot, channel, roles } = state.hello;
  return [...people, bot, channel, ...roles].find((known) => known.id === id)?.name || state.channels[id];
}

function note(text) {
  at("note").textContent = text || "";
  clearTimeout(note.timer);
  if (text) note.timer = setTimeout(() => { at("note").textContent = ""; }, 8000);
}

// ----- what is on the screen -------------------------------------------------------------------------------------------

function draw(changed = new Set()) {
  if (!state.hello) return;
  drawSides();
  const ids = state.order[state.place].filter((id) => state.messages.has(id));
  const fresh = [];
  let before = null;
  for (const id of ids) {
    const told = state.messages.get(id);
    const follows = before !== null && !told.asked && told.at - before.at < FOLLOWS_S && before.private === told.private;
    fresh.push(message(told, { names, failed: state.failed.get(id), follows, address }));
    before = told;
  }
  if (!fresh.length) fresh.push(welcome());
  const drawn = () => { settle(fresh, changed); tellMoments(log, now()); };
  reading.around(drawn, before, changed, state.who);
  if (state.wanted && find_(state.wanted)) {
    const there = find_(state.wanted);
    state.wanted = null;
    there.scrollIntoView({ block: "center" });
    there.classList.add("looked-for");
    setTimeout(() => there.classList.remove("looked-for"), 1500);
  }
}

function find_(id) {
  return log.querySelector(`[data-id="${CSS.escape(id)}"]`);
}

function settle(fresh, changed) {
  const there = new Map([...log.children].map((child) => [child.dataset.id, child]));
  let place = null;
  for (const element of fresh) {
    const old = there.get(element.dataset.id);
    there.delete(element.dataset.id);
    const kept = old || element;
    if (old) {
      if (changed.has(element.dataset.id) && isOpenAt(element.dataset.id)) closeMenu();
      tellMoments(element, now());
      morph(old, element);
    }
    const next = place ? place.nextSibling : log.firstChild;
    if (kept !== next) log.insertBefore(kept, next);
    place = kept;
  }
  for (const gone of there.values()) gone.remove();
}

function drawSides() {
  const mine = state.marks[state.who] || { channel: false, dm: false, calls: 0 };
  const titles = { channel: state.hello.channel.name, dm: state.hello.bot.name };
  for (const button of document.querySelectorAll(".place")) {
    const place = button.dataset.place;
    button.querySelector(".name").textContent = titles[place];
    button.setAttribute("aria-current", String(place === state.place));
    const unread = mine[place] && !(place === state.place && !document.hidden);
    button.classList.toggle("unread", unread);
    button.querySelector(".mark").replaceWith(mark(unread, place === "channel" ? mine.calls : 0));
    button.setAttribute("aria-label", `${words[place](titles[place])}${unread ? `, ${words.unread}` : ""}`);
  }
  const chips = state.hello.people.map(({ name }, index) => {
    const marks = state.marks[name] || { dm: false, calls: 0 };
    const called = name !== state.who && (marks.calls || marks.dm);
    const element = make("button", { type: "button", class: `person ${called ? "unread" : ""}`, "data-who": name, "aria-pressed": String(name === state.who), "aria-label": `${name}${called ? `, ${words.unread}` : ""}` },
      make("span", { class: `face tint${index % 6}`, "aria-hidden": "true" }, [...name][0]),
      make("span", { class: "name" }, name),
      mark(called, marks.calls));
    return element;
  });
  morph(at("people"), make("div", { id: "people", role: "group", "aria-label": words.who, "data-call": "who" }, ...chips));
  document.querySelector("#top .where").textContent = state.place === "dm" ? `@ ${titles.dm}` : `# ${titles.channel}`;
  document.querySelector("#top .as").textContent = words.as(state.who);
  const calls = Object.values(state.marks).reduce((sum, marks) => sum + marks.calls, 0);
  document.title = `${calls ? `(${calls}) ` : ""}${state.who} · Cheat`;
}

function mark(unread, calls) {
  return make("span", { class: `mark ${unread && !calls ? "dot" : ""}`, hidden: !unread }, unread && calls ? String(calls) : "");
}

function welcome() {
  const whole = (...inner) => make("div", { class: "welcome", "data-id": "welcome" }, ...inner);
  if (state.place === "dm") return whole(make("h2", {}, "Cheat"), make("p", {}, words.letters(state.who)));
  const start = composer.start();
  const { labels } = state.hello;
  const other = state.hello.people.find(({ name }) => name !== state.who)?.name;
  // Every second part is what to look for: a name, a button.
  const step = (...said) => make("li", {}, ...said.map((part, index) => (index % 2 ? make("b", {}, part) : part)));
  const opening = make("li", {}, words.open, runs(start));
  const steps = Object.keys(start.options).length || !other
    ? [opening, step(...words.begin(labels))]
    : [opening, step(...words.join(other, labels)), step(...words.back(state.who)), step(...words.begin(labels))];
  const told = state.hello.goes_on
    ? make("p", {}, words.again, runs({ command: "cheat table", options: {} }))
    : make("ol", {}, ...steps);
  return whole(make("h2", {}, words.welcome(state.hello.channel.name)), make("p", {}, words.about), told, make("p", {}, words.all));
}

function runs({ command, options }) {
  const typed = [`/${command}`, ...Object.entries(options).map(([name, value]) => `${name}:${value}`)].join(" ");
  return make("button", { type: "button", class: "button primary", "data-run": JSON.stringify({ command, options }) }, typed);
}

function address(file) {
  const owner = [...state.messages.values()].find((told) => told.files.includes(file));
  return `files/${encodeURIComponent(state.who)}/${owner?.id}/${file.id}`;
}

// ----- what somebody does ------------------------------------------------------------------------------------------

async function outcome(reply, messageId) {
  if (reply.error) note(reply.error);
  if (messageId) {
    if (reply.failed) state.failed.set(messageId, words.failed);
    else state.failed.delete(messageId);
    draw();
  } else if (reply.failed) note(words.silent);
  if (reply.form) {
    const values = await fillIn(reply.form, state.hello.people);
    if (values) await outcome(await line.ask({ act: "submit", form: reply.form.number, values }));
  }
}

async function use(element, customId, values) {
  const id = element.closest(".message").dataset.id;
  if (element.getAttribute("aria-busy") === "true") return;
  element.setAttribute("aria-busy", "true");
  note("");
  reading.hold(element);
  const reply = await line.ask({ act: "use", message: id, custom_id: customId, values });
  element.removeAttribute("aria-busy");
  await outcome(reply, id);
}

function openAt(element) {
  const id = element.closest(".message").dataset.id;
  const part = find(state.messages.get(id)?.components, element.dataset.menu);
  if (!part) return;
  openMenu(element, id, part, offered(part), (values) => use(element, part.custom_id, values));
}

// What a menu offers: its own options, or whom and what there is here.
function offered(part) {
  const { people, roles, channel } = state.hello;
  const chosen = new Set((part.default_values || []).map(({ id }) => String(id)));
  const as = (sign, value) => (known) => ({ label: sign + known.name, value: known[value], default: chosen.has(known.id) });
  switch (part.type) {
    case KIND.PEOPLE: return people.map(as("", "name"));
    case KIND.ROLES: return roles.map(as("@", "id"));
    case KIND.PEOPLE_AND_ROLES: return [...people.map(as("", "name")), ...roles.map(as("@", "id"))];
    case KIND.CHANNELS: return [channel].map(as("#", "id"));
    default: return part.options;
  }
}

function follow(event, anchor) {
  const place = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(\d+|@me)\/\d+(?:\/(\d+))?$/.exec(anchor.href);
  if (!place) return;
  event.preventDefault();
  state.wanted = place[2] || null;
  go(place[1] === "@me" ? "dm" : "channel");
}

document.addEventListener("click", (event) => {
  const element = event.target.closest("button, a, .spoiler");
  if (!event.target.closest(".choices, .menu")) closeMenu();
  if (!element) return;
  const { press, menu, dismiss, who, place, run, command } = element.dataset;
  if (press !== undefined) use(element, press);
  else if (menu !== undefined) openAt(element);
  else if (dismiss !== undefined) line.ask({ act: "dismiss", message: element.closest(".message").dataset.id });
  else if (who !== undefined) sit(who);
  else if (place !== undefined) go(place);
  else if (run !== undefined) composer.run(JSON.parse(run).command, JSON.parse(run).options);
  else if (command !== undefined) composer.pick(command);
  else if (element.matches(".spoiler")) element.classList.add("open");
  else if (element.matches("a")) follow(event, element);
});
document.addEventListener("visibilitychange", () => { draw(); read(); });
window.addEventListener("resize", closeMenu);
setInterval(() => tellMoments(log, now()), 250);
