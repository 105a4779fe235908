// The line below the messages: the bot reads no messages, so it takes slash commands, with what can be added to them.

import { make } from "./morph.js";
import { words } from "./words.js";

const at = (id) => document.getElementById(id);
const PAUSE_MS = 120;

// What Enter takes is the first: the one that is called so, then those that begin so, then those that hold it somewhere.
function nearest(found, typed) {
  const far = ({ name }) => {
    const names = [name.toLowerCase(), name.toLowerCase().split(" ").at(-1)];
    if (names.includes(typed)) return 0;
    return names.some((known) => known.startsWith(typed)) ? 1 : 2;
  };
  return [...found].sort((one, other) => far(one) - far(other));
}

export class Composer {
  constructor({ ask, outcome, note, people, changed }) {
    Object.assign(this, { ask, outcome, note, people, changed });
    this.commands = [];
    this.command = null;
    this.at = 0;
    this.offered = [];
    this.asked = 0;
    const entry = at("entry");
    entry.addEventListener("input", () => this.type());
    entry.addEventListener("keydown", (event) => this.key(event));
    entry.addEventListener("blur", () => setTimeout(() => { if (!at("composer").contains(document.activeElement)) this.offer([]); }, 150));
    at("slash").addEventListener("click", () => { this.drop(); entry.value = "/"; entry.focus(); this.type(); });
    at("drop").addEventListener("click", () => { this.drop(); entry.focus(); });
    at("composer").addEventListener("submit", (event) => { event.preventDefault(); this.send(); });
  }

  async refresh() {
    at("entry").placeholder = words.type;
    const reply = await this.ask({ act: "picker" });
    this.commands = reply.commands || [];
    this.changed();
  }

  // What opens a table, with company where the bot has some.
  start() {
    const known = this.commands.find((command) => command.name === "cheat start");
    const company = known?.options.some((option) => option.name === "cpus");
    return { command: "cheat start", options: company ? { cpus: "3" } : {} };
  }

  // ----- choosing a command ------------------------------------------------------------------------------------------

  type() {
    const typed = at("entry").value.trim().toLowerCase();
    if (!typed.startsWith("/")) {
      this.offer([]);
      if (typed) this.note(words.only);
      return;
    }
    this.note("");
    const parts = typed.slice(1).replace(/(^|\s+)\S+:.*$/, "").split(/\s+/).filter(Boolean);
    const found = this.commands.filter((command) => parts.every((part) => command.name.toLowerCase().includes(part)));
    this.offer(nearest(found, parts.join(" ")).map((command) => ({
      label: `/${command.name}`, about: command.about, take: () => this.pick(command.name, this.typed()),
    })));
  }

  // The options typed by hand: name:value, the value up to the next name.
  typed() {
    const found = {};
    for (const match of at("entry").value.matchAll(/(\S+?):\s*(.*?)(?=\s+\S+?:|$)/g)) found[match[1]] = match[2].trim();
    return found;
  }

  // `first` is the one that Enter takes; -1 for none, so that Enter sends what is there.
  offer(offered, first = 0, nothing = "") {
    this.offered = offered;
    this.at = first;
    this.nothing = nothing;
    this.drawOffers();
  }

  drawOffers() {
    const list = at("offers");
    list.hidden = !this.offered.length && !this.nothing;
    list.replaceChildren(...this.offered.map((offer, index) => {
      const row = make("li", { role: "option", "aria-selected": String(index === this.at) },
        make("span", { class: "label" }, offer.label), offer.about ? make("span", { class: "about" }, offer.about) : null);
      row.addEventListener("pointerdown", (event) => { event.preventDefault(); offer.take(); });
      return row;
    }));
    if (this.nothing) list.append(make("li", { class: "nothing", role: "option", "aria-disabled": "true" }, this.nothing));
    list.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }

  key(event) {
    if (event.key === "Escape") this.drop();
    else if (this.offered.length && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      if (event.key === "ArrowDown") this.at = (this.at + 1) % this.offered.length;
      else this.at = (this.at > 0 ? this.at : this.offered.length) - 1;
      this.drawOffers();
    } else if (this.offered[this.at] && (event.key === "Enter" || event.key === "Tab")) this.offered[this.at].take();
    else return;
    event.preventDefault();
  }

  // ----- a command with its options ------------------------------------------------------------------------------------

  pick(name, filled = {}) {
    const command = this.commands.find((known) => known.name === name);
    if (!command) return;
    this.offer([]);
    this.command = command;
    if (!command.options.length) {
      this.send();
      return;
    }
    at("entry").hidden = true;
    at("slash").hidden = true;
    for (const id of ["filling", "send", "drop"]) at(id).hidden = false;
    at("filling").replaceChildren(make("b", {}, `/${command.name}`), ...command.options.map((option) => this.field(option, filled[option.name] || "")));
    // What needs nothing more can be sent at once: its options are offered when somebody turns to them.
    this.resting = !command.options[0].required;
    at("filling").querySelector("input").focus();
    this.resting = false;
  }

  field(option, value) {
    const input = make("input", {
      type: "text", name: option.name, spellcheck: "false", required: option.required, enterkeyhint: "send", placeholder: option.about,
    });
    input.value = value;
    input.dataset.value = value;
    const propose = async () => {
      const number = (this.asked += 1);
      const choices = await this.choices(option, input.value);
      if (number !== this.asked || document.activeElement !== input) return;
      const offered = choices.map((choice) => ({
        label: choice.name,
        take: () => { input.value = choice.name; input.dataset.value = choice.value; this.offer([]); },
      }));
      const none = !offered.length && option.asks && !input.value;
      this.offer(offered, input.value || option.required ? 0 : -1, none ? words.nothing(option) : "");
    };
    input.addEventListener("focus", () => { if (!this.resting) propose(); });
    input.addEventListener("click", () => { if (!this.offered.length) propose(); });
    input.addEventListener("input", () => {
      input.dataset.value = input.value;
      clearTimeout(this.pause);
      this.pause = setTimeout(propose, PAUSE_MS);
    });
    input.addEventListener("keydown", (event) => this.key(event));
    return make("label", { title: option.about }, make("span", {}, option.name + (option.required ? "" : ` ${words.optional}`)), input);
  }

  async choices(option, typed) {
    const wanted = typed.toLowerCase();
    const among = (all) => nearest(all.filter(({ name }) => name.toLowerCase().includes(wanted)), wanted).slice(0, 25);
    if (option.choices.length) return among(option.choices);
    if (option.kind === "user" || option.kind === "mentionable") return among(this.people().map(({ name }) => ({ name, value: name })));
    if (option.kind === "boolean") return among([{ name: "True", value: "true" }, { name: "False", value: "false" }]);
    if (!option.asks) return [];
    const options = this.values();
    delete options[option.name];
    const reply = await this.ask({ act: "propose", command: this.command.name, option: option.name, typed, options });
    return reply.choices || [];
  }

  values() {
    const inputs = [...at("filling").querySelectorAll("input")];
    return Object.fromEntries(inputs.filter((input) => input.value).map((input) => [input.name, input.dataset.value]));
  }

  // ----- off it goes ---------------------------------------------------------------------------------------------------

  async send() {
    if (!this.command) {
      const typed = at("entry").value.trim();
      if (typed) this.note(typed.startsWith("/") ? words.unknown(typed) : words.only);
      return;
    }
    const empty = [...at("filling").querySelectorAll("input")].find((input) => input.required && !input.value.trim());
    if (!at("filling").hidden && empty) {
      this.note(words.missing(empty.name));
      empty.focus();
      return;
    }
    const command = this.command.name;
    const options = at("filling").hidden ? {} : this.values();
    this.drop();
    await this.run(command, options);
  }

  async run(command, options = {}) {
    await this.outcome(await this.ask({ act: "slash", command, options }));
  }

  drop() {
    this.command = null;
    this.asked += 1;
    at("entry").value = "";
    at("entry").hidden = false;
    at("slash").hidden = false;
    for (const id of ["filling", "send", "drop"]) at(id).hidden = true;
    at("filling").replaceChildren();
    this.offer([]);
  }
}
