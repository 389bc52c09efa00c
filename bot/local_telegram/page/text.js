// Text with its entities, as elements. Everything people wrote goes in as text, never as HTML.

const TAGS = {
  bold: "b", italic: "i", underline: "u", strikethrough: "s", code: "code", pre: "pre",
  blockquote: "blockquote", expandable_blockquote: "blockquote", text_link: "a", url: "a",
};

export function make(tag, content, attributes = {}) {
  const element = Object.assign(document.createElement(tag), attributes);
  if (content !== undefined) element.textContent = content;
  return element;
}

export function formatted(text, entities) {
  const sorted = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
  return piece(text, 0, text.length, sorted);
}

// Entities nest: each draws what lies inside it.
function piece(text, from, to, entities) {
  const drawn = document.createDocumentFragment();
  let at = from;
  while (entities.length && entities[0].offset < to) {
    const entity = entities.shift();
    const end = Math.min(entity.offset + entity.length, to);
    if (entity.offset < at) continue;
    drawn.append(text.slice(at, entity.offset));
    const inner = piece(text, entity.offset, end, entities);
    const element = wrapped(entity, text.slice(entity.offset, end));
    element.append(inner);
    drawn.append(element);
    at = isBlock(element) && text[end] === "\n" ? end + 1 : end;
  }
  drawn.append(text.slice(at, to));
  return drawn;
}

const isBlock = (element) => ["PRE", "BLOCKQUOTE"].includes(element.tagName);

function wrapped(entity, covered) {
  const element = make(TAGS[entity.type] ?? "span");
  element.classList.add(entity.type);
  if (element.tagName === "A") link(element, entity.url ?? covered);
  if (entity.type === "spoiler") element.onclick = () => element.classList.toggle("shown");
  if (entity.type === "bot_command") element.dataset.command = covered;
  return element;
}

export function link(element, url) {
  if (/^(https?|tg):\/\//i.test(url)) element.href = url;
  element.target = "_blank";
  element.rel = "noreferrer noopener";
}
