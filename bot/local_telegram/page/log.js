// The messages of the chat that is shown, kept at the newest as long as that is what its reader looks at.

import { message } from "/message.js";

const NEAR = 60; // pixels from the end that still count as being there
const FLASH_MS = 1600;

export class Log {
  constructor(phone) {
    this.phone = phone;
    this.list = phone.part("log");
    this.newest = phone.part("newest");
    this.drawn = new Map(); // message id → {source, element}
    this.isAtEnd = true;
    this.list.onscroll = () => this.look();
    this.newest.onclick = () => this.goToEnd();
    const sizes = new ResizeObserver(() => this.keepAtEnd());
    sizes.observe(this.list);
  }

  clear() {
    this.drawn.clear();
    this.list.replaceChildren();
    this.isAtEnd = true;
  }

  draw(messages) {
    const focused = this.focusedKey();
    const elements = messages.map((one) => this.element(one));
    for (const id of this.drawn.keys()) if (!messages.some((one) => one.id === id)) this.drawn.delete(id);
    elements.forEach((element, at) => {
      if (this.list.children[at] !== element) this.list.insertBefore(element, this.list.children[at] ?? null);
    });
    while (this.list.children.length > elements.length) this.list.lastChild.remove();
    if (focused && !focused.key.isConnected) this.focusAgain(focused);
    this.keepAtEnd();
  }

  element(one) {
    const source = JSON.stringify(one);
    if (this.drawn.get(one.id)?.source !== source) {
      const element = message(one, this.phone);
      element.dataset.id = one.id;
      this.drawn.set(one.id, { source, element });
    }
    return this.drawn.get(one.id).element;
  }

  // Whoever presses by keyboard goes on pressing: on the same message, or on the newest with buttons.

  focusedKey() {
    const key = document.activeElement?.closest(".key");
    return key && this.list.contains(key) ? { key, message: key.closest(".message").dataset.id } : null;
  }

  focusAgain({ message: id }) {
    const keys = this.list.querySelector(`[data-id="${id}"] .key`) ?? [...this.list.querySelectorAll(".keyboard")].at(-1)?.querySelector(".key");
    (keys ?? this.list).focus({ preventScroll: true });
  }

  // Scrolling

  look() {
    this.isAtEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < NEAR;
    this.newest.hidden = this.isAtEnd;
    if (this.isAtEnd) this.phone.hasRead();
  }

  keepAtEnd() {
    if (this.isAtEnd) this.list.scrollTop = this.list.scrollHeight;
    this.look();
  }

  goToEnd() {
    this.isAtEnd = true;
    this.keepAtEnd();
  }

  // Show one message among the others; false where it is not.
  jump(id) {
    const found = this.list.querySelector(`[data-id="${id}"]`);
    if (!found) return false;
    this.isAtEnd = false;
    found.scrollIntoView({ block: "center" });
    found.classList.add("found");
    setTimeout(() => found.classList.remove("found"), FLASH_MS);
    return true;
  }
}
