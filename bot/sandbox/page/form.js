// A form (Discord calls it a modal): what the bot asks, filled in and sent, or not.

import { make } from "./morph.js";
import { KIND } from "./parts.js";
import { words } from "./words.js";

export function fillIn(form, people) {
  const fields = [];
  const parts = (form.components || []).map((part) => row(part, fields, people));
  const cancel = make("button", { type: "button", class: "button secondary" }, words.drop);
  const dialog = make("dialog", { class: "form", "aria-label": form.title || "Form" },
    make("form", { method: "dialog" }, make("h2", {}, form.title || ""), ...parts,
      make("div", { class: "row" }, cancel, make("button", { type: "submit", class: "button primary" }, words.submit))));
  document.body.append(dialog);
  return new Promise((resolve) => {
    let values = null;
    cancel.addEventListener("click", () => dialog.close());
    dialog.querySelector("form").addEventListener("submit", () => {
      values = Object.fromEntries(fields.map(({ name, value }) => [name, value()]).filter(([, value]) => value !== null));
    });
    dialog.addEventListener("close", () => { dialog.remove(); resolve(values); });
    dialog.showModal();
  });
}

function row(part, fields, people) {
  if (part.type === KIND.TEXT) return make("p", {}, part.content);
  if (part.type === KIND.LABEL) {
    return make("label", {}, make("b", {}, part.label), part.description ? make("small", {}, part.description) : null, control(part.component, fields, people));
  }
  if (part.type === KIND.ROW) {
    return make("div", {}, ...part.components.map((inner) => make("label", {}, make("b", {}, inner.label || ""), control(inner, fields, people))));
  }
  return make("p", { class: "unknown" }, words.odd);
}

function control(part, fields, people) {
  if (part.type === KIND.ENTRY) {
    const long = part.style === 2;
    const input = make(long ? "textarea" : "input", {
      name: part.custom_id, placeholder: part.placeholder, required: part.required !== false,
      minlength: part.min_length, maxlength: part.max_length ?? 4000,
    });
    input.value = part.value || "";
    fields.push({ name: part.custom_id, value: () => input.value });
    return input;
  }
  if (part.type === KIND.CHOICES || part.type === KIND.PEOPLE) {
    const options = part.type === KIND.PEOPLE ? people.map(({ name }) => ({ label: name, value: name })) : part.options;
    const several = (part.max_values ?? 1) > 1;
    const select = make("select", { name: part.custom_id, multiple: several, required: part.required !== false });
    if (!several) select.append(make("option", { value: "" }, part.placeholder || words.choose));
    for (const option of options) select.append(make("option", { value: option.value, selected: Boolean(option.default) }, option.label));
    fields.push({
      name: part.custom_id,
      value: () => {
        const chosen = [...select.selectedOptions].map((option) => option.value).filter(Boolean);
        return chosen.length ? chosen : null;
      },
    });
    return select;
  }
  return make("p", { class: "unknown" }, words.odd);
}
