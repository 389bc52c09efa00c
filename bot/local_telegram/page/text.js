// Text with its entities, as elements.

import { button, direction, make } from "/element.js";

const TAGS = {
  bold: "b", italic: "i", underline: "u", strikethrough: "s", code: "code", pre: "pre", blockquote: "blockquote",
};
const BLOCKS = ["blockquote", "expandable_blockquote", "pre"];
const FOLDED_BEYOND = 3; // lines
const LINE = 45; // characters, about

// `reader` is whoever reads it: `reader.me`, `reader.username`; and what links do: `reader.follow(url)`,
// `reader.send(command)`.
export function formatted(text, entities, reader) {
  const sorted = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
  return blocks(text, 0, text.length, sorted, reader);
}

// Quotes and code stand by themselves, the rest in paragraphs.
function blocks(text, from, to, entities, reader) {
  const drawn = document.createDocumentFragment();
  let at = from;
  for (const entity of entities.filter((one) => BLOCKS.includes(one.type) && one.offset >= from && one.offset < to)) {
    if (entity.offset < at) continue;
    const end = Math.min(entity.offset + entity.length, to);
    const before = text[entity.offset - 1] === "\n" ? entity.offset - 1 : entity.offset;
    drawn.append(...paragraphs(text, at, before, entities, reader));
    const inner = blocks(text, entity.offset, end, entities.filter((one) => one !== entity), reader);
    drawn.append(block(entity, text.slice(entity.offset, end), inner));
    at = text[end] === "\n" ? end + 1 : end;
  }
  drawn.append(...paragraphs(text, at, to, entities, reader));
  return drawn;
}

// Each runs in its own direction. What reaches over several is drawn in each.
function* paragraphs(text, from, to, entities, reader) {
  let at = from;
  while (at < to || (at === to && text[at - 1] === "\n" && at > from)) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? to : Math.min(newline, to);
    const inline = within(entities.filter((one) => !BLOCKS.includes(one.type)), at, end);
    yield make("p", { dir: direction(text.slice(at, end)) }, piece(text, at, end, inline, reader), at === end ? make("br") : "");
    at = end + 1;
  }
}

function within(entities, from, to) {
  return entities
    .map((one) => ({ ...one, offset: Math.max(one.offset, from), end: Math.min(one.offset + one.length, to) }))
    .filter((one) => one.offset < one.end)
    .map(({ end, ...one }) => ({ ...one, length: end - one.offset }));
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
    drawn.append(wrapped(entity, text.slice(entity.offset, end), inner, reader));
    at = end;
  }
  drawn.append(text.slice(at, to));
  return drawn;
}

function block(entity, covered, inner) {
  return entity.type === "expandable_blockquote" ? foldable(covered, inner) : make(TAGS[entity.type], {}, inner);
}

function wrapped(entity, covered, inner, reader) {
  switch (entity.type) {
    case "bot_command":
      return Object.assign(button("bot_command", () => reader.send(covered), inner), { dir: "ltr" });
    case "spoiler":
      return spoiler(inner);
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
