// A message as Discord would show it: who said it, texts, boxes, buttons, menus, files.

import { make } from "./morph.js";
import { clock, markup } from "./markup.js";
import { words } from "./words.js";

export const KIND = {
  ROW: 1, BUTTON: 2, CHOICES: 3, ENTRY: 4, PEOPLE: 5, ROLES: 6, PEOPLE_AND_ROLES: 7, CHANNELS: 8, SECTION: 9, TEXT: 10, THUMBNAIL: 11, GALLERY: 12, FILE: 13,
  LINE: 14, BOX: 17, LABEL: 18,
};
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

export function message(told, { names, failed, follows, address }) {
  const shown = { names, files: told.files, address };
  const body = make("div", { class: "body" });
  if (told.asked) {
    body.append(make("div", { class: "asked" }, make("b", {}, told.asked.by), words.used, make("span", { class: "mention" }, `/${told.asked.command}`)));
  }
  if (!follows) {
    body.append(make("div", { class: "head" }, make("b", {}, "Cheat"), make("span", { class: "app" }, "APP"), make("time", { class: "at" }, clock(told.at, "t"))));
  }
  if (told.waiting) body.append(make("div", { class: "waiting" }, words.thinking));
  if (told.content) body.append(make("div", { class: "text" }, markup(told.content, names)));
  for (const part of told.components) body.append(component(part, shown));
  const inside = JSON.stringify(told.components);
  for (const file of told.files) {
    if (!inside.includes(`/${file.name}"`)) body.append(attached(file, shown));
  }
  if (failed) body.append(make("div", { class: "failed" }, failed));
  if (told.private) {
    body.append(make("div", { class: "private" }, words.seen, make("button", { type: "button", class: "plain", "data-dismiss": true }, words.dismiss)));
  }
  const classes = ["message", follows && "follows", told.private && "hidden-from-others", told.calls && "calls"];
  return make("article", { class: classes.filter(Boolean).join(" "), "data-id": told.id }, make("div", { class: follows ? "face none" : "face bot", "aria-hidden": "true" }), body);
}

function component(part, shown) {
  switch (part.type) {
    case KIND.BOX: return box(part, shown);
    case KIND.ROW: return make("div", { class: "row" }, ...part.components.map((inner) => component(inner, shown)));
    case KIND.TEXT: return make("div", { class: "text" }, markup(part.content, shown.names));
    case KIND.BUTTON: return button(part);
    case KIND.CHOICES: case KIND.PEOPLE: case KIND.ROLES: case KIND.PEOPLE_AND_ROLES: case KIND.CHANNELS: return menu(part, shown);
    case KIND.SECTION: return make("div", { class: "section" }, make("div", {}, ...part.components.map((inner) => component(inner, shown))), component(part.accessory, shown));
    case KIND.LINE: return make("hr", { class: `${part.divider === false ? "no-line" : ""} ${part.spacing === 2 ? "wide" : ""}` });
    case KIND.FILE: return attached(fileOf(part.file, shown), shown);
    case KIND.THUMBNAIL: return attached(fileOf(part.media, shown), shown);
    case KIND.GALLERY: return make("div", { class: "row" }, ...part.items.map((item) => attached(fileOf(item.media, shown), shown)));
    default: return make("div", { class: "unknown" }, words.odd);
  }
}

function box(part, shown) {
  const element = make("div", { class: "box" }, ...part.components.map((inner) => component(inner, shown)));
  if (Number.isInteger(part.accent_color)) {
    element.style.borderLeftColor = `#${part.accent_color.toString(16).padStart(6, "0")}`;
  }
  return element;
}

function button(part) {
  const label = [part.emoji && !part.emoji.id ? `${part.emoji.name} ` : "", part.label || ""].join("").trim();
  // The label says it already: such a picture is nothing to read out.
  const drawn = part.emoji?.id ? [make("img", { class: "emoji", alt: "", src: `emojis/${part.emoji.id}` }), " "] : [];
  if (part.style === 5) {
    return make("a", { class: "button link", href: /^https?:/.test(part.url) ? part.url : "#", target: "_blank", rel: "noreferrer noopener" }, ...drawn, label, make("span", { "aria-hidden": "true" }, " ↗"));
  }
  return make("button", { type: "button", class: `button ${STYLES[part.style] || "secondary"}`, "data-press": part.custom_id, disabled: Boolean(part.disabled) }, ...drawn, label);
}

function menu(part, shown) {
  const chosen = [
    ...(part.options || []).filter((option) => option.default).map((option) => option.label),
    ...(part.default_values || []).map(({ id }) => shown.names(String(id)) || "?"),
  ];
  const face = make("span", { class: chosen.length ? "chosen" : "placeholder" }, chosen.join(", ") || part.placeholder || words.select);
  return make("button", { type: "button", class: "menu", "data-menu": part.custom_id, "aria-haspopup": "listbox", "aria-label": part.placeholder, disabled: Boolean(part.disabled) }, face, make("span", { "aria-hidden": "true" }, "▾"));
}

function fileOf(media, shown) {
  const name = decodeURIComponent(media.url.split("/").at(-1));
  return shown.files.find((file) => file.name === name) || { name, size: null, id: null };
}

function attached(file, shown) {
  const size = file.size === null ? "" : ` (${Math.max(1, Math.round(file.size / 1024))} KB)`;
  const name = file.id === null ? make("span", {}, file.name) : make("a", { href: shown.address(file), download: file.name }, file.name);
  return make("div", { class: "file" }, name, size);
}

export function find(components, customId) {
  for (const part of components || []) {
    if (part.custom_id === customId) return part;
    const inner = find([...(part.components || []), ...(part.accessory ? [part.accessory] : []), ...(part.component ? [part.component] : [])], customId);
    if (inner) return inner;
  }
  return null;
}
