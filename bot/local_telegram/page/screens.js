// What a phone shows besides a chat: its owner's chats, what there is to know about one, and groups to choose from.

import { avatar, bdi, button, isolated, languages, line, make } from "/element.js";
import { post } from "/server.js";

// All chats of the owner

export function chatList(phone) {
  const { world, me } = phone;
  const language = make("select", { ariaLabel: "Language of this phone" }, ...languages(world.person(me).language ?? "en"));
  language.onchange = () => phone.does(post("/local/languages", { user: me, language_code: language.value }));
  const chats = world.chatsOf(me).map((chat) => chatItem(chat, phone));
  return [
    top(bdi(`${world.name(me)}’s chats`), language),
    make("ul", { className: "list" }, ...chats.map((chat) => make("li", {}, chat))),
    button("main", () => phone.desk.makeGroup(me), "New group"),
  ];
}

function chatItem(chat, phone) {
  const { world, me } = phone;
  const last = chat.last ? `${teller(chat.last, world)}${chat.last.text}` : "Nobody has written yet";
  const words = make("span", { className: "words" }, bdi(chat.title, "name"), line("span", "last", last));
  return button("item", () => phone.open(chat.key), avatar(chat.title, "hue-group"), words, ...mark(chat, world, me));
}

const teller = ({ from }, world) => (from === null || world.isBot(from) ? "" : `${isolated(world.name(from))}: `);

function mark(chat, world, me) {
  if (world.isCalled(chat, me)) return [make("span", { className: "called", role: "img", "aria-label": "you are called" }, "@")];
  return world.isUnread(chat, me) ? [make("span", { className: "unread", role: "img", "aria-label": "unread" }, "●")] : [];
}

// One chat and who is in it

export function aboutChat(phone) {
  const { world, me, chat } = phone;
  const back = button("back", () => phone.show("chat"), "‹");
  back.ariaLabel = "Back to the chat";
  const members = chat.members.map((member) => make("li", {}, ...memberItem(member, phone)));
  return [
    top(back, make("h2", { dir: "auto" }, chat.title)),
    make("h3", {}, "Here are"),
    make("ul", { className: "list" }, ...members),
    ...(chat.kind === "private" ? [] : doings(phone)),
  ];
}

function memberItem({ id, is_in_charge: isInCharge }, phone) {
  const { world, me, chat } = phone;
  const role = world.isBot(id) ? "bot" : isInCharge ? "admin" : "";
  const shown = [avatar(world.name(id), world.hue(id)), make("span", { className: "words" }, bdi(world.name(id), "name"), make("small", {}, role))];
  if (chat.kind === "private" || id === me || !world.isInCharge(chat, me)) return shown;
  const remove = button("", () => phone.does(post("/local/parting", { chat: chat.key, user: id, by: me })), "Remove");
  remove.ariaLabel = `Remove ${world.name(id)}`;
  return [...shown, remove];
}

function doings(phone) {
  const { world, me, chat } = phone;
  const others = [...world.people, ...world.bots].filter((one) => !world.isIn(chat, one.id));
  const add = others.map((one) => button("main", () => phone.add(one.id, chat.key), "Add ", bdi(one.name)));
  const leave = button("", () => phone.does(post("/local/parting", { chat: chat.key, user: me, by: me })).then(() => phone.show("chats")), "Leave the group");
  const upgrade = button("", () => phone.does(post("/local/upgrading", { chat: chat.key })).then(() => phone.show("chat")), "Make it a supergroup");
  return [make("div", { className: "doings" }, ...add, ...(chat.kind === "group" ? [upgrade] : []), leave)];
}

// Into which group a bot is to be added

export function groupChoice(phone, bot, payload) {
  const { world, me } = phone;
  const back = button("back", () => phone.show("chat"), "‹");
  back.ariaLabel = "Back to the chat";
  const groups = world.groupsOf(me).map((chat) =>
    make("li", {}, button("item", () => phone.addBot(chat.key, bot, payload), avatar(chat.title, "hue-group"), bdi(chat.title, "name"))));
  return [
    top(back, make("h2", { dir: "auto" }, "Add ", bdi(bot.name), " to")),
    make("ul", { className: "list" }, ...groups),
    button("main", () => phone.desk.makeGroup(me, (key) => phone.addBot(key, bot, payload)), "A new group"),
  ];
}

const top = (...content) => make("header", {}, ...content);
