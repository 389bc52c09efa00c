// What only the owner of a phone is told: a toast goes by itself, an alert wants to be dismissed.

import { direction } from "/element.js";

const TOAST_MS = 4000, PER_LETTER_MS = 30;

export class Notices {
  constructor(phone) {
    this.phone = phone;
    this.toast = phone.part("toast");
    this.alert = phone.part("alert");
    this.alert.onclose = () => this.dismissed();
    this.alert.onkeydown = (key) => { if (key.key === "Escape") this.alert.close(); };
  }

  tell(text) {
    Object.assign(this.toast, { textContent: text, dir: direction(text) });
    clearTimeout(this.fading);
    this.fading = setTimeout(() => { this.toast.textContent = ""; }, TOAST_MS + PER_LETTER_MS * text.length);
  }

  // The rest of the phone waits; the key that caused it has the focus again afterwards.
  warn(text, key) {
    Object.assign(this.alert.querySelector("p"), { textContent: text, dir: direction(text) });
    this.key = key;
    this.hold(true);
    this.alert.show();
  }

  dismissed() {
    this.hold(false);
    (this.key.isConnected ? this.key : this.phone.part("log")).focus();
  }

  hold(isHeld) {
    for (const screen of this.phone.root.querySelectorAll(".screen")) screen.inert = isHeld;
  }
}
