// One message as its reader sees it.

import { dice } from "/dice.js";
import { bdi, button, direction, line, make } from "/element.js";
import { formatted, link } from "/text.js";

const UNITS = ["bytes", "KB", "MB"];

// `reader` is the phone it is read on: who reads, and what pressing, replying and following links do.
export function message(one, reader) {
  if (one.service !== null) return line("p", "service", one.service);
  const bubble = make("div", { className: "bubble" });
  if (one.from !== reader.me) bubble.append(bdi(one.name, `sender ${reader.hue(one.from)}`));
  bubble.append(...content(one, reader), footer(one, reader));
  const article = make("article", { className: classes(one, reader) }, bubble);
  if (one.keyboard.length) article.append(keyboard(one, reader));
  return article;
}

function classes(one, reader) {
  const whose = one.from === reader.me ? "mine" : one.is_bot ? "bot" : "theirs";
  const isCalling = one.calls.includes(reader.me) && one.from !== reader.me;
  return ["message", whose, isCalling && "calling", one.photo && "pictured"].filter(Boolean).join(" ");
}

function content(one, reader) {
  return [
    one.replied && quote(one.replied, reader),
    one.photo && picture(one, reader),
    one.document && attached(one.document),
    one.dice && dice(one.dice),
    one.text && make("div", { className: "text" }, formatted(one.text, one.entities, reader)),
  ].filter(Boolean);
}

function quote(replied, reader) {
  return button("quote", () => reader.jump(replied.id), bdi(replied.name), line("span", "", replied.text));
}

// Under a picture its caption says in words what it shows; read out, that comes once.
function picture({ photo, text }, reader) {
  const alt = text ? "" : "Picture";
  const image = make("img", { src: photo.address, alt, width: photo.width, height: photo.height });
  const opener = button("photo", () => reader.enlarge(photo.address), image);
  opener.ariaLabel = "Open the picture large";
  return opener;
}

function attached(file) {
  const name = make("span", { className: "file", dir: "auto" }, file.name);
  const size = make("small", {}, amount(file.bytes));
  return make("a", { className: "document", href: file.address, download: file.name }, "📄 ", name, " ", size);
}

function amount(bytes) {
  const unit = bytes < 1000 ? 0 : bytes < 1e6 ? 1 : 2;
  return `${Math.ceil(bytes / 1000 ** unit)} ${UNITS[unit]}`;
}

function footer(one, reader) {
  const at = new Date(one.at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const foot = make("footer");
  const answer = button("answer", () => reader.reply(one), "↩");
  answer.ariaLabel = `Reply to ${one.name}`;
  foot.append(answer);
  if (one.is_silent) foot.append(make("span", { role: "img", "aria-label": "without a sound", title: "without a sound" }, "🔕"));
  if (one.is_edited) foot.append("edited ");
  foot.append(make("time", {}, at));
  return foot;
}

// The buttons

function keyboard(one, reader) {
  const rows = one.keyboard.map((row) => make("div", { className: "row" }, ...row.map((key) => drawn(key, one, reader))));
  return make("div", { className: "keyboard", role: "group", "aria-label": "Buttons" }, ...rows);
}

function drawn(key, one, reader) {
  if (key.url) return link(line("a", "key", `${key.text} ↗`), key.url, reader);
  const act = key.copy_text ? () => reader.copy(key.copy_text.text) : () => reader.press(one, key.callback_data, pressed);
  const pressed = button("key", act, key.text);
  pressed.dir = direction(key.text);
  return pressed;
}
