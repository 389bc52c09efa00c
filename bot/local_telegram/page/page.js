// The desk: which phones lie on it. The server says when something changed; then all of them are drawn anew.

import { askForGroup, askForPerson, askToStartOver, enlarge } from "/dialogs.js";
import { avatar, bdi, button, make } from "/element.js";
import { isHintHidden, keepHintHidden, keepPhonesOpen, phonesOpen } from "/memory.js";
import { Phone } from "/phone.js";
import { get, listen, SILENCE } from "/server.js";
import { World } from "/world.js";

const PHONE_WIDTH = 330, MOST_PHONES = 4, PHONES_AT_FIRST = 3;

const byId = (id) => document.getElementById(id);
const phones = new Map(); // person's id → Phone
let world = null;
let opened = phonesOpen(); // whose phones, the one opened last at the end

const desk = {
  enlarge,
  refresh,
  turnTo: (person, key) => phoneOf(person).open(key),
  makeGroup: (maker, then) => askForGroup(world, maker, then ?? ((key) => phones.get(maker).open(key))),
  topicOf: async (key, id) => (await get("/local/chat", { key })).find((one) => one.id === id)?.topic ?? null,
};

// Refreshing: one at a time, and once more if something changed meanwhile

let underWay = null, isStale = false;

function refresh() {
  isStale = true;
  underWay ??= refreshAll().finally(() => { underWay = null; });
  return underWay;
}

async function refreshAll() {
  while (isStale) {
    isStale = false;
    await draw().catch((problem) => console.warn(problem)); // of a server that is gone the page tells anyway
  }
}

async function draw() {
  world = new World(await get("/local/world"));
  const shown = phonesShown();
  for (const phone of shown) phone.settle(world);
  const keys = [...new Set(shown.filter((phone) => phone.chat).map((phone) => phone.key))];
  const logs = new Map(await Promise.all(keys.map(async (key) => [key, await get("/local/chat", { key })])));
  place(shown);
  for (const phone of shown) phone.draw(logs.get(phone.key) ?? []);
  drawDesk(shown);
}

// Phones

const room = () => Math.max(1, Math.min(MOST_PHONES, Math.floor(window.innerWidth / PHONE_WIDTH)));

// The phones opened last, as many as there is room for, in the order of the people.
function phonesShown() {
  const everybody = world.people.map((one) => one.id);
  const known = (opened ?? everybody.slice(0, PHONES_AT_FIRST)).filter((id) => everybody.includes(id));
  const last = (opened === null ? known.slice(0, room()) : known.slice(-room()));
  const chosen = last.length ? last : everybody.slice(0, 1);
  return everybody.filter((id) => chosen.includes(id)).map(phoneOf);
}

function phoneOf(id) {
  if (!phones.has(id)) phones.set(id, new Phone(id, desk));
  return phones.get(id);
}

function place(shown) {
  const elements = shown.map((phone) => phone.root);
  const main = byId("phones");
  const isSame = elements.length === main.children.length && elements.every((one, at) => one === main.children[at]);
  if (!isSame) main.replaceChildren(...elements);
}

// Open somebody's phone, or close it where others remain.
function toggle(id) {
  const shown = phonesShown().map((phone) => phone.me);
  const others = shown.filter((one) => one !== id);
  opened = shown.includes(id) && others.length ? others : [...others, id];
  keepPhonesOpen(opened);
  refresh();
}

// The desk's edge

function drawDesk(shown) {
  const names = world.bots.map((bot) => bot.name).join(", ") || "Local Telegram";
  byId("name").textContent = document.title = names;
  byId("start-over").hidden = !world.may_start_over;
  const chips = world.people.map((one) => chip(one, shown.some((phone) => phone.me === one.id)));
  redraw(byId("chips"), chips);
}

function chip({ id, name }, isShown) {
  const isCalled = !isShown && world.chatsOf(id).some((chat) => world.isCalled(chat, id));
  const sign = isCalled ? [make("span", { className: "at", role: "img", "aria-label": "is called" }, "@")] : [];
  const opener = button("chip", () => toggle(id), avatar(name, world.hue(id)), bdi(name), ...sign);
  opener.ariaPressed = String(isShown);
  return opener;
}

// Only what differs, so that the focus stays where it is.
function redraw(parent, elements) {
  elements.forEach((element, at) => {
    const old = parent.children[at];
    if (!old) parent.append(element);
    else if (!old.isEqualNode(element)) old.replaceWith(element);
  });
  while (parent.children.length > elements.length) parent.lastChild.remove();
}

function showHint(isShown) {
  byId("hint").hidden = !isShown;
  byId("show-hint").ariaExpanded = String(isShown);
}

function turnHint(isShown) {
  showHint(isShown);
  keepHintHidden(!isShown);
  byId("show-hint").focus();
}

byId("show-hint").onclick = () => turnHint(byId("hint").hidden);
byId("hide-hint").onclick = () => turnHint(false);
byId("add-person").onclick = () => askForPerson(toggle);
byId("start-over").onclick = () => askToStartOver(refresh);
showHint(!(isHintHidden() ?? room() === 1));

window.onresize = refresh;
document.onvisibilitychange = () => { for (const phone of phones.values()) if (phone.root.isConnected) phone.hasRead(); };

listen({
  changed: () => { byId("silence").textContent = ""; refresh(); },
  gone: () => { byId("silence").textContent = SILENCE; },
});
