// The world as the server tells it: people, bots and chats, found by what names them.

import { lastRead } from "/memory.js";

const HUES = 8;

export class World {
  constructor(told) {
    Object.assign(this, told);
    this.byId = new Map([...this.people, ...this.bots].map((one) => [one.id, one]));
    this.botIds = new Set(this.bots.map((bot) => bot.id));
  }

  name = (id) => this.byId.get(id)?.name ?? "";
  isBot = (id) => this.botIds.has(id);
  person = (id) => this.people.find((one) => one.id === id);
  hue = (id) => this.isBot(id) ? "hue-group" : `hue-${Math.max(0, this.people.findIndex((one) => one.id === id)) % HUES}`;

  botNamed = (username) => this.bots.find((bot) => bot.username?.toLowerCase() === username.toLowerCase());
  privateChat = (bot, person) => this.chat(`${bot.id}:${person}`);

  chat = (key) => this.chats.find((one) => one.key === key);
  isIn = (chat, id) => chat.members.some((member) => member.id === id);
  isInCharge = (chat, id) => chat.members.some((member) => member.id === id && member.is_in_charge);
  chatsOf = (person) => this.chats.filter((one) => this.isIn(one, person));
  groupsOf = (person) => this.chatsOf(person).filter((one) => one.kind !== "private");

  // The chat a person looks at: still that one, or the supergroup it became, or the first there is.
  chatShown(person, key) {
    const theirs = this.chatsOf(person);
    return theirs.find((one) => one.key === key) ?? theirs.find((one) => key && one.was === key) ?? theirs[0];
  }

  isUnread = (chat, person) => chat.last !== null && chat.last.from !== person && chat.last.id > lastRead(person, chat.key);

  // Somebody mentioned this person, or wrote to nobody else.
  isCalled(chat, person) {
    if (chat.kind === "private") return this.isUnread(chat, person) && this.isBot(chat.last.from);
    return (chat.called[person] ?? 0) > lastRead(person, chat.key);
  }
}
