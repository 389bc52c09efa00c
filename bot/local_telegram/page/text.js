// Text with its entities, as elements.

import { button, make } from "/element.js";

const TAGS = {
  bold: "b", italic: "i", underline: "u", strikethrough: "s", code: "code", pre: "pre",
  blockquote: "blockquote", expandable_blockquote: "blockquote", text_link: "a", url: "a",
};
const FOLDED_BEYOND = 3; // lines
const LINE = 45; // characters, about

// `reader` is whoever reads it: `reader.me`, `reader.username`; and what links do: `reader.follow(url)`,
// `reader.send(command)`.
export function formatted(text, entities, reader) {
  const sorted = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
  return piece(text, 0, text.length, sorted, reader);
}

// Entities nest: each draws what lies inside it.
function piece(text, from, to, entities, reader) {
  const drawn = document.createDocumentFragment();
  let at = from;
  while (entities.length && entities[0].offset < to) {
    const entity = entities.shift();
    const end = Math.min(entity.offset + entity.length, to);
    if (entity.offset < at) continue;
    drawn.append(text.slice(at, entity.offset));
    const inner = piece(text, entity.offset, end, entities, reader);
    const element = wrapped(entity, text.slice(entity.offset, end), inner, reader);
    drawn.append(element);
    at = isBlock(element) && text[end] === "\n" ? end + 1 : end;
  }
  drawn.append(text.slice(at, to));
  return drawn;
}

const isBlock = (element) => ["PRE", "BLOCKQUOTE"].includes(element.tagName);

function wrapped(entity, covered, inner, reader) {
  switch (entity.type) {
    case "bot_command":
      return button("bot_command", () => reader.send(covered), inner);
    case "spoiler":
      return spoiler(inner);
    case "expandable_blockquote":
      return foldable(covered, inner);
    case "text_mention":
      return mention(inner, entity.user.id === reader.me);
    case "mention":
      return mention(inner, covered.slice(1).toLowerCase() === reader.username?.toLowerCase());
    case "text_link":
    case "url":
      return link(make("a", { className: entity.type }, inner), entity.url ?? covered, reader);
    default:
      return make(TAGS[entity.type] ?? "span", { className: entity.type }, inner);
  }
}

const mention = (inner, isMe) => make("span", { className: isMe ? "mention me" : "mention" }, inner);

// Goes where it says, or where the reader's phone takes it.
export function link(element, url, reader) {
  if (/^(https?|tg):\/\//i.test(url)) element.href = url;
  element.target = "_blank";
  element.rel = "noreferrer noopener";
  element.onclick = (click) => { if (reader.follow(url)) click.preventDefault(); };
  return element;
}

function spoiler(inner) {
  const hidden = make("span", { className: "spoiler", role: "button", tabIndex: 0, "aria-label": "Hidden text" }, inner);
  const show = () => {
    hidden.className = "spoiler shown";
    for (const name of ["role", "tabindex", "aria-label"]) hidden.removeAttribute(name);
  };
  hidden.onclick = show;
  hidden.onkeydown = (key) => { if (key.key === "Enter" || key.key === " ") { key.preventDefault(); show(); } };
  return hidden;
}

function foldable(covered, inner) {
  const lines = covered.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0);
  if (lines <= FOLDED_BEYOND) return make("blockquote", {}, inner);
  const words = make("div", { className: "words folded" }, inner);
  const more = button("more", () => {
    const isFolded = words.classList.toggle("folded");
    more.textContent = isFolded ? "Show more" : "Show less";
    more.ariaExpanded = String(!isFolded);
  }, "Show more");
  more.ariaExpanded = "false";
  return make("blockquote", {}, words, more);
}
