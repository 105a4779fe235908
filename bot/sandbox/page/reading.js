// What of the messages is in sight: the newest, from its beginning if the room is too low for it, and what was pressed.

const NEAR_PX = 40;
const HELD_MS = 3000;

export class Reading {
  constructor(log, newer, moved) {
    Object.assign(this, { log, newer });
    this.again(true);
    newer.addEventListener("click", () => this.toEnd());
    log.addEventListener("scroll", () => {
      moved();
      // Only a person's own scrolling counts.
      if (this.put !== null && Math.abs(log.scrollTop - this.put) < 2) return;
      this.put = null;
      this.follows = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_PX;
      if (this.follows) newer.hidden = true;
    });
    new ResizeObserver(() => { if (this.follows && !(this.put !== null && this.isTall())) this.toEnd(); }).observe(log);
  }

  // Another place, or another person's screen: `follows` if the newest there is to be seen.
  again(follows) {
    this.follows = follows;
    this.newest = null;
    this.opening = null;
    this.put = null;
    this.held = null;
    this.newer.hidden = true;
  }

  // What is pressed stays where it is when its message is drawn anew for it.
  hold(element) {
    this.held = { element, id: element.closest(".message").dataset.id, until: performance.now() + HELD_MS };
  }

  // Draws, and brings in sight what should be: `newest` is the last message, `changed` the ids of those told anew.
  around(drawn, newest, changed, who) {
    const held = this.held && this.held.until > performance.now() && changed.has(this.held.id) ? this.held : null;
    if (held) this.held = null;
    const before = held?.element.getBoundingClientRect().top;
    drawn();
    const opening = newest && opened(newest);
    const isNew = newest?.id !== this.newest;
    const begun = isNew || opening !== this.opening;
    Object.assign(this, { newest: newest?.id, opening });
    if (isNew && (this.follows || isFor(newest, who))) this.toNewest(newest);
    else if (held && held.id === newest?.id && this.isTall()) this.stay(held.element, before);
    else if (this.follows && begun && this.isTall()) this.toNewest(newest);
    else if (this.follows && !(this.put !== null && this.isTall())) this.toEnd();
    else if (isNew) this.newer.hidden = false;
  }

  isTall() {
    return (this.log.lastElementChild?.offsetHeight || 0) > this.log.clientHeight;
  }

  toNewest(newest) {
    if (!this.isTall()) {
      this.toEnd();
      return;
    }
    this.log.scrollTop += this.log.lastElementChild.getBoundingClientRect().top - this.log.getBoundingClientRect().top;
    this.put = this.log.scrollTop;
    this.newer.hidden = true;
    // Who has asked for a long page reads it, and isn't taken away by what goes on at the table.
    this.follows = !newest?.private;
  }

  toEnd() {
    this.log.scrollTop = this.log.scrollHeight;
    this.follows = true;
    this.put = null;
    this.newer.hidden = true;
  }

  stay(element, before) {
    if (element.isConnected) this.log.scrollTop += element.getBoundingClientRect().top - before;
    this.put = this.log.scrollTop;
  }
}

function isFor(newest, who) {
  return Boolean(newest && (newest.private || newest.asked?.by === who));
}

// The words a message begins with: with others it tells something new.
function opened({ content, components }) {
  return content || components.map((part) => opened({ content: part.content, components: part.components || [] })).find(Boolean);
}
