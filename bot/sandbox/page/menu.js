// A menu that has been opened: its choices with what they mean, one or several to be taken.

import { make } from "./morph.js";
import { words } from "./words.js";

let open = null;

export function closeMenu() {
  if (!open) return;
  const { list, face } = open;
  open = null;
  list.remove();
  face.setAttribute("aria-expanded", "false");
}

export function isOpenAt(messageId) {
  return open !== null && open.messageId === messageId;
}

export function openMenu(face, messageId, part, options, choose) {
  const again = open && open.face === face;
  closeMenu();
  if (again) return;
  const most = part.max_values ?? 1;
  const least = part.min_values ?? 1;
  const picked = new Set(options.filter((option) => option.default).map((option) => option.value));
  const list = make("div", { class: "choices", role: "listbox", "aria-multiselectable": String(most > 1), "aria-label": part.placeholder || "Choices" });
  for (const option of options) {
    const row = make("button", { type: "button", role: "option", class: "choice", "aria-selected": String(picked.has(option.value)) },
      make("span", { class: "label" }, option.label),
      option.description ? make("span", { class: "about" }, option.description) : null);
    row.addEventListener("click", () => {
      if (most === 1 && least === 1) {
        closeMenu();
        choose([option.value]);
        return;
      }
      if (picked.has(option.value)) picked.delete(option.value);
      else if (picked.size < most) picked.add(option.value);
      row.setAttribute("aria-selected", String(picked.has(option.value)));
      done.disabled = picked.size < least;
    });
    list.append(row);
  }
  const done = make("button", { type: "button", class: "button primary" }, words.done);
  if (most > 1 || least === 0) {
    done.disabled = picked.size < least;
    done.addEventListener("click", () => {
      const values = options.map((option) => option.value).filter((value) => picked.has(value));
      closeMenu();
      choose(values);
    });
    list.append(make("div", { class: "done" }, done));
  }
  list.addEventListener("keydown", (event) => {
    const rows = [...list.querySelectorAll("button")];
    const at = rows.indexOf(document.activeElement);
    if (event.key === "Escape") {
      closeMenu();
      face.focus();
    } else if (event.key === "ArrowDown") rows[Math.min(at + 1, rows.length - 1)].focus();
    else if (event.key === "ArrowUp") rows[Math.max(at - 1, 0)].focus();
    else return;
    event.preventDefault();
  });
  document.body.append(list);
  place(list, face);
  face.setAttribute("aria-expanded", "true");
  open = { list, face, messageId };
  (list.querySelector("[aria-selected=true]") || list.firstElementChild)?.focus({ preventScroll: true });
}

function place(list, face) {
  const there = face.getBoundingClientRect();
  const below = window.innerHeight - there.bottom;
  const upwards = below < 260 && there.top > below;
  list.style.left = `${Math.max(8, Math.min(there.left, window.innerWidth - list.offsetWidth - 8))}px`;
  list.style.minWidth = `${Math.min(there.width, window.innerWidth - 16)}px`;
  list.style.maxHeight = `${Math.max(120, Math.min(340, (upwards ? there.top : below) - 16))}px`;
  if (upwards) list.style.bottom = `${window.innerHeight - there.top + 4}px`;
  else list.style.top = `${there.bottom + 4}px`;
}
