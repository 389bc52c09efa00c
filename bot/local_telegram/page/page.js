// The chat page. The server says when something changed; the page then asks for what it shows and draws it anew.

import { formatted, link, make } from "/text.js";

const byId = (id) => document.getElementById(id);
const me = byId("me"), topic = byId("topic"), add = byId("add"), list = byId("messages"), say = byId("say");

let world = { people: [], chats: [], bots: [], commands: [] };
let chosen = sessionStorage.getItem("chat");
let replyTo = null;
const drawn = new Map(); // message id → {source, element}

// --- the server

async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  if (!answer.ok) return toast(await answer.text());
  return answer.json();
}

// Ids of people and chats may be larger than JavaScript counts exactly, but Telegram keeps them below 2^52.
const myId = () => Number(me.value);
const chat = () => world.chats.find((one) => one.key === chosen);

// --- refreshing: one at a time, and once more if something changed meanwhile

let isBusy = false, isStale = false;

async function refresh() {
  if (isBusy) return void (isStale = true);
  isBusy = true;
  do {
    isStale = false;
    await draw().catch((problem) => console.error(problem));
  } while (isStale);
  isBusy = false;
}

async function draw() {
  world = await get(`/local/world?me=${me.value || sessionStorage.getItem("me") || 0}`);
  drawPeople();
  if (!me.value) return;
  if (!chat()) choose(world.chats[0]?.key);
  drawChats();
  drawHeader();
  drawMessages(chosen ? await get(`/local/chat?key=${encodeURIComponent(chosen)}`) : []);
}

function options(select, entries, value) {
  const fresh = entries.map(([key, text]) => make("option", text, { value: key }));
  const same = fresh.length === select.options.length && fresh.every((o, i) => o.isEqualNode(select.options[i]));
  if (!same) select.replaceChildren(...fresh);
  if (value !== undefined && entries.some(([key]) => String(key) === String(value))) select.value = value;
}

function drawPeople() {
  const before = me.value;
  options(me, world.people.map((one) => [one.id, one.name]), before || sessionStorage.getItem("me") || undefined);
  if (!before && me.value) isStale = true; // now it is known whose chats to show
}

function drawChats() {
  const buttons = world.chats.map((one) => {
    const button = make("button", one.title, { type: "button", dir: "auto", onclick: () => { choose(one.key); refresh(); } });
    if (one.key === chosen) button.setAttribute("aria-current", "true");
    return button;
  });
  byId("chats").replaceChildren(...buttons);
  options(byId("commands"), world.commands.map((one) => [`/${one.command}`, one.description]));
}

function choose(key) {
  chosen = key ?? null;
  sessionStorage.setItem("chat", chosen ?? "");
  drawn.clear();
  list.replaceChildren();
  isAtEnd = true;
  reply(null);
}

function drawHeader() {
  byId("title").textContent = chat()?.title ?? "No chat yet";
  byId("members").textContent = chat()?.members.join(", ") ?? "";
  topic.hidden = !chat()?.is_forum;
  const open = chat()?.topics.map((one) => [one.id, one.is_closed ? `🔒 ${one.name}` : one.name]) ?? [];
  options(topic, [["", "General"], ...open], topic.value);
  const others = world.people.filter((one) => !chat()?.member_ids.includes(String(one.id)));
  add.hidden = !chat()?.member_ids.length || !others.length;
  options(add, [["", "Add …"], ...others.map((one) => [one.id, one.name])], "");
}

// --- messages

function drawMessages(messages) {
  const shown = messages.filter((one) => topic.hidden || String(one.topic ?? "") === topic.value);
  const elements = shown.map((one) => {
    const source = `${myId()} ${JSON.stringify(one)}`;
    if (drawn.get(one.id)?.source !== source) drawn.set(one.id, { source, element: message(one) });
    return drawn.get(one.id).element;
  });
  elements.forEach((element, at) => {
    if (list.children[at] !== element) list.insertBefore(element, list.children[at] ?? null);
  });
  while (list.children.length > elements.length) list.lastChild.remove();
  keepAtEnd();
}

// Whoever reads the newest message keeps seeing the newest.
let isAtEnd = true;
list.onscroll = () => { isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 80; };
const keepAtEnd = () => { if (isAtEnd) list.scrollTop = list.scrollHeight; };
new ResizeObserver(keepAtEnd).observe(list);

function message(one) {
  if (one.service !== null) return make("li", one.service, { className: "service", dir: "auto" });
  const item = make("li", undefined, { className: one.from === myId() ? "mine" : one.is_bot ? "bot" : "theirs" });
  const bubble = make("article");
  bubble.append(make("strong", one.name, { dir: "auto" }));
  if (one.replied) bubble.append(make("p", one.replied, { className: "replied", dir: "auto" }));
  if (one.photo) bubble.append(picture(one));
  if (one.dice) bubble.append(make("p", `${one.dice.emoji} ${one.dice.value}`, { className: "dice" }));
  if (one.text) bubble.append(words(one));
  bubble.append(foot(one));
  item.append(bubble, keyboard(one));
  return item;
}

function picture(one) {
  const image = make("img", undefined, { src: one.photo, alt: "Picture" });
  image.onload = keepAtEnd;
  return image;
}

function words(one) {
  const text = make("div", undefined, { className: "text", dir: "auto" });
  text.append(formatted(one.text, one.entities));
  text.onclick = (click) => { if (click.target.dataset.command) send(click.target.dataset.command); };
  return text;
}

function foot(one) {
  const at = new Date(one.at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const line = make("footer");
  line.append(make("button", "reply", { type: "button", onclick: () => reply(one) }));
  line.append(make("time", one.is_edited ? `edited ${at}` : at));
  return line;
}

function keyboard(one) {
  const rows = one.keyboard.map((row) => {
    const line = make("div");
    line.append(...row.map((button) => key(one, button)));
    return line;
  });
  const grid = make("div", undefined, { className: "keyboard" });
  grid.append(...rows);
  return grid;
}

function key(one, button) {
  if (button.url) {
    const address = make("a", `${button.text} ↗`, { dir: "auto", onclick: (click) => follow(click, button.url) });
    link(address, button.url);
    return address;
  }
  const pressed = make("button", button.text, { type: "button", dir: "auto" });
  pressed.onclick = () => press(one, button.callback_data, pressed);
  return pressed;
}

// --- doing

async function press(one, data, element) {
  element.classList.add("waiting");
  const answer = await post("/local/press", { user: myId(), chat: chosen, message: one.id, data });
  element.classList.remove("waiting");
  if (!answer?.text) return;
  if (!answer.show_alert) return toast(answer.text);
  byId("alert").querySelector("p").textContent = answer.text;
  byId("alert").showModal();
}

// Links into this Telegram stay here: to a bot's private chat, or into a new group.
function follow(click, url) {
  const found = url.match(/^https:\/\/t\.me\/(\w+)\?(startgroup|start)=?([\w-]*)/);
  const bot = found && world.bots.find((one) => one.username.toLowerCase() === found[1].toLowerCase());
  if (!bot) return;
  click.preventDefault();
  if (found[2] === "startgroup") {
    byId("new-group").dataset.then = `/start@${bot.username} ${found[3]}`.trim();
    byId("more").open = true;
    return byId("new-group").title.focus();
  }
  choose(bot.key);
  send(`/start ${found[3]}`.trim());
}

function send(text) {
  const reply_to = replyTo?.id ?? null;
  reply(null);
  return post("/local/say", { user: myId(), chat: chosen, text, topic: topic.hidden ? null : Number(topic.value) || null, reply_to });
}

function reply(one) {
  replyTo = one;
  const line = byId("replying");
  line.hidden = !one;
  line.textContent = one ? `In reply to ${one.name} ✕` : "";
  line.onclick = () => reply(null);
  if (one) say.text.focus();
}

let fading;

function toast(text) {
  const box = byId("toast");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => { box.hidden = true; }, 4000);
}

say.onsubmit = (submit) => {
  submit.preventDefault();
  const text = say.text.value.trim();
  say.text.value = "";
  isAtEnd = true;
  if (text && chosen) send(text);
};

me.onchange = () => {
  sessionStorage.setItem("me", me.value);
  drawn.clear();
  refresh();
};

topic.onchange = () => refresh();
add.onchange = () => add.value && post("/local/members", { chat: chosen, user: Number(add.value) });

byId("more").ontoggle = () => {
  const boxes = world.people.filter((one) => one.id !== myId()).map((one) => {
    const label = make("label");
    label.append(make("input", undefined, { type: "checkbox", name: "member", value: one.id, checked: true }), make("span", one.name, { dir: "auto" }));
    return label;
  });
  byId("choice").replaceChildren(make("legend", "With"), ...boxes);
};

const group = byId("new-group");
group.kind.onchange = () => { group.topics.hidden = group.kind.value !== "forum"; };

group.onsubmit = async (submit) => {
  submit.preventDefault();
  const form = new FormData(group);
  const made = await post("/local/groups", {
    title: form.get("title"), kind: form.get("kind"),
    members: [myId(), ...form.getAll("member").map(Number)],
    topics: form.get("topics").split(",").map((name) => name.trim()).filter(Boolean),
  });
  if (!made) return;
  choose(made.key);
  if (group.dataset.then) send(group.dataset.then);
  delete group.dataset.then;
  group.reset();
  byId("more").open = false;
};

byId("new-person").onsubmit = async (submit) => {
  submit.preventDefault();
  const made = await post("/local/people", Object.fromEntries(new FormData(submit.target)));
  if (!made) return;
  submit.target.reset();
  byId("more").open = false;
};

new EventSource("/local/events").onmessage = refresh;
