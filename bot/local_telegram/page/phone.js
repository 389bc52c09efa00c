// One person's phone: the chat it shows, what its owner does there, and what only they are told.

import { Composer } from "/composer.js";
import { avatar, isolated } from "/element.js";
import { destination } from "/links.js";
import { Log } from "/log.js";
import { keepShown, markRead, shownTo } from "/memory.js";
import { Notices } from "/notices.js";
import { aboutChat, chatList, groupChoice } from "/screens.js";
import { post, press } from "/server.js";

export class Phone {
  constructor(me, desk) {
    this.me = me;
    this.desk = desk; // what concerns more than this phone
    this.root = document.getElementById("phone").content.firstElementChild.cloneNode(true);
    this.screen = "chat";
    this.payload = null; // of a deep link, until Start is pressed
    this.target = null; // a message to jump to, once it is there
    Object.assign(this, { key: shownTo(me).chat, topic: shownTo(me).topic ?? null });
    this.log = new Log(this);
    this.composer = new Composer(this);
    this.notices = new Notices(this);
    this.part("chat .back").onclick = () => this.show("chats");
    this.part("about").onclick = () => this.show("about");
  }

  part = (name) => this.root.querySelector(`.${name}`);
  hue = (id) => this.world.hue(id);
  get username() { return this.world.person(this.me)?.username; }

  // Which chat it is to show, before its messages are asked for.
  settle(world) {
    this.world = world;
    this.chat = world.chatShown(this.me, this.key);
    if (this.chat && this.chat.key !== this.key) this.look(this.chat.key, null);
    else if (this.topic !== null && !this.chat?.topics.some((one) => one.id === this.topic)) this.look(this.key, null);
    if (!this.chat) this.screen = "chats";
  }

  look(key, topic) {
    Object.assign(this, { key, topic, payload: null });
    this.log.clear();
    this.composer.clear();
    this.tell("");
    keepShown(this.me, key, topic);
  }

  // Drawing

  draw(messages) {
    this.drawOwner();
    this.part("chat").hidden = this.screen !== "chat";
    this.part("other").hidden = this.screen === "chat";
    if (this.screen !== "chat") return this.drawOther();
    this.drawHeader();
    this.drawTopics();
    const shown = this.chat.is_forum ? messages.filter((one) => one.topic === this.topic) : messages;
    this.log.draw(shown);
    this.drawNewcomer(shown);
    this.root.classList.toggle("called", isCalling(shown, this.me));
    if (this.target !== null && this.log.jump(this.target)) this.target = null;
  }

  drawOwner() {
    const name = this.world.name(this.me);
    this.root.ariaLabel = `${name}’s phone`;
    this.part("owner bdi").textContent = name;
    this.part("owner .avatar").replaceWith(avatar(name, this.hue(this.me)));
  }

  drawHeader() {
    const { world, me, chat } = this;
    this.part("title h2").textContent = chat.title;
    this.part("members").textContent = chat.kind === "private" ? "bot" : chat.members.map((one) => isolated(world.name(one.id))).join(", ");
    const isElsewhere = world.chatsOf(me).some((one) => one !== chat && world.isCalled(one, me));
    this.part("chat .back").classList.toggle("called", isElsewhere);
  }

  drawTopics() {
    const topics = [{ id: null, name: "General" }, ...this.chat.topics];
    const tabs = topics.map((topic) => {
      const tab = document.createElement("button");
      Object.assign(tab, { type: "button", textContent: topic.is_closed ? `🔒 ${topic.name}` : topic.name, dir: "auto" });
      tab.onclick = () => { this.look(this.key, topic.id); this.desk.refresh(); };
      if (topic.id === this.topic) tab.ariaCurrent = "true";
      return tab;
    });
    const nav = this.part("topics");
    nav.hidden = !this.chat.is_forum;
    const isSame = tabs.length === nav.children.length && tabs.every((tab, at) => tab.isEqualNode(nav.children[at]));
    if (!isSame) nav.replaceChildren(...tabs);
  }

  // Whoever meets a bot presses Start; a deep link asks for it again.
  drawNewcomer(messages) {
    const isNew = this.chat.kind === "private" && !this.chat.is_started;
    this.composer.draw(isNew || this.payload !== null);
    const about = this.chat.description || "Press Start to begin.";
    this.part("log").dataset.about = isNew && !messages.length ? about : "";
  }

  drawOther() {
    const screens = { chats: () => chatList(this), about: () => aboutChat(this), choice: () => groupChoice(this, ...this.choice) };
    const other = this.part("other");
    const content = screens[this.screen]();
    const isSame = content.length === other.children.length && content.every((one, at) => one.isEqualNode(other.children[at]));
    if (!isSame) other.replaceChildren(...content);
  }

  show(screen) {
    this.screen = screen;
    this.desk.refresh();
    this.root.querySelector(screen === "chat" ? ".log" : ".other button")?.focus();
  }

  open(key, topic = null) {
    this.screen = "chat";
    this.look(key, topic);
    return this.desk.refresh();
  }

  hasRead() {
    if (this.chat?.last && !document.hidden && this.screen === "chat") markRead(this.me, this.key, this.chat.last.id);
  }

  // Doing

  async does(promise) {
    try {
      return await promise;
    } catch (problem) {
      this.tell(problem.message);
      return null;
    }
  }

  send(text) {
    this.log.isAtEnd = true;
    const wish = { user: this.me, chat: this.key, text, topic: this.topic, reply_to: this.composer.takeReply() };
    return this.does(post("/local/say", wish));
  }

  begin() {
    const { payload } = this;
    this.payload = null;
    return this.send(payload ? `/start ${payload}` : "/start");
  }

  reply(one) {
    this.composer.reply(one);
  }

  async copy(text) {
    await navigator.clipboard.writeText(text);
    this.tell("Copied");
  }

  async press(one, data, key) {
    key.classList.add("waiting");
    key.ariaBusy = "true";
    const answer = await this.does(press({ user: this.me, chat: this.key, message: one.id, data }));
    key.classList.remove("waiting");
    key.ariaBusy = null;
    if (answer?.url) this.follow(answer.url);
    if (!answer?.text) return;
    if (answer.show_alert) this.notices.warn(answer.text, key);
    else this.tell(answer.text);
  }

  // Whoever is added finds the chat open on their own phone.
  async add(id, key) {
    await this.does(post("/local/joining", { chat: key, user: id, by: this.me }));
    if (!this.world.isBot(id)) this.desk.turnTo(id, key);
  }

  async addBot(key, bot, payload) {
    const chat = this.world.chat(key);
    if (chat && !this.world.isIn(chat, bot.id)) await this.add(bot.id, key);
    await this.open(key);
    if (payload) await this.send(`/start@${bot.username} ${payload}`);
  }

  tell = (text) => this.notices.tell(text);

  enlarge(address) {
    this.desk.enlarge(address);
  }

  // Links: true where one leads to somewhere on this phone

  follow(url) {
    const found = destination(url, this.world);
    if (!found) return false;
    const go = { bot: this.goToBot, group: this.goToGroup, message: this.goToMessage, person: this.goToPerson };
    go[found.to].call(this, found);
    return true;
  }

  async goToBot({ bot, payload }) {
    await this.open(`${bot.id}:${this.me}`);
    this.payload = payload;
    await this.desk.refresh();
    this.part("start").focus();
  }

  goToGroup({ bot, payload }) {
    this.choice = [bot, payload];
    this.show("choice");
  }

  async goToMessage({ key, id }) {
    if (!this.world.chatsOf(this.me).some((chat) => chat.key === key)) return this.tell("You are not in that chat.");
    this.target = id;
    await this.open(key, await this.desk.topicOf(key, id));
  }

  goToPerson({ id }) {
    if (this.world.isBot(id)) this.open(`${id}:${this.me}`);
    else this.tell(this.world.name(id));
  }

  jump(id) {
    if (!this.log.jump(id)) this.tell("That message is not here any more.");
  }
}

// Whether the newest message that has buttons calls this person.
function isCalling(messages, me) {
  const board = messages.findLast((one) => one.keyboard.length > 0);
  return board !== undefined && board.calls.includes(me);
}
