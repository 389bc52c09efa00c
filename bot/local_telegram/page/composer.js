// Where somebody writes: the line itself, the commands behind its slash, the message replied to, and Start.

import { button, line, make } from "/element.js";
import { get } from "/server.js";

export class Composer {
  constructor(phone) {
    this.phone = phone;
    this.form = phone.part("say");
    this.slash = phone.part("slash");
    this.menu = phone.part("commands");
    this.replying = phone.part("replying");
    this.start = phone.part("start");
    this.replyTo = null;
    this.offered = [];
    this.form.onsubmit = (submit) => { submit.preventDefault(); this.send(); };
    this.form.text.oninput = () => this.suggest();
    this.slash.onclick = () => this.toggle();
    this.start.onclick = () => phone.begin();
    this.replying.querySelector("button").onclick = () => this.reply(null);
    for (const part of [this.form, this.menu]) part.onkeydown = (key) => this.move(key);
  }

  draw(isStarting) {
    this.form.hidden = isStarting;
    this.start.hidden = !isStarting;
  }

  clear() {
    this.form.reset();
    this.reply(null);
    this.close();
  }

  send() {
    const text = this.form.text.value.trim();
    this.form.text.value = "";
    this.close();
    if (text) this.phone.send(text);
  }

  reply(one) {
    this.replyTo = one?.id ?? null;
    this.replying.hidden = !one;
    this.replying.querySelector("bdi").textContent = one?.name ?? "";
    if (one) this.form.text.focus();
  }

  // The message replied to, once.
  takeReply() {
    const { replyTo } = this;
    this.reply(null);
    return replyTo;
  }

  // Commands

  async toggle() {
    if (!this.menu.hidden) return this.close();
    await this.learn();
    this.offer("/");
    if (this.menu.hidden) this.phone.tell("There are no commands here.");
  }

  async suggest() {
    if (!this.isCommand()) return this.close();
    await this.learn();
    if (this.isCommand()) this.offer(this.form.text.value); // which may be longer by now, or sent
  }

  isCommand = () => /^\/\w*$/.test(this.form.text.value);

  async learn() {
    if (this.menu.hidden) this.offered = await get("/local/menu", { me: this.phone.me, key: this.phone.key });
  }

  offer(begun) {
    const fitting = this.offered.filter((one) => one.command.startsWith(begun.toLowerCase()));
    this.menu.replaceChildren(...fitting.map((one) => this.item(one)));
    this.show(fitting.length > 0);
  }

  item({ command, description }) {
    const words = [make("b", {}, command), " ", line("span", "", description)];
    return make("li", {}, button("command", () => this.choose(command), ...words));
  }

  choose(command) {
    this.form.text.value = command;
    this.send();
    this.form.text.focus();
  }

  close() {
    this.show(false);
  }

  show(isOpen) {
    this.menu.hidden = !isOpen;
    this.slash.ariaExpanded = String(isOpen);
  }

  // The arrow keys go up from the line into the commands and back, Escape closes them.
  move(key) {
    if (this.menu.hidden) return;
    const stops = [...this.menu.querySelectorAll("button"), this.form.text];
    const at = stops.indexOf(document.activeElement);
    if (key.key === "Escape") this.close();
    const next = { ArrowUp: stops[at - 1], ArrowDown: stops[at + 1], Escape: this.form.text }[key.key];
    if (!next) return;
    key.preventDefault();
    next.focus();
  }
}
