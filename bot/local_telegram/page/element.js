// Elements and what they hold. Everything people wrote goes in as text, never as HTML.

export function make(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...content);
  return element;
}

export const button = (className, onclick, ...content) => make("button", { type: "button", className, onclick }, ...content);

export const bdi = (name, className = "") => make("bdi", { className }, name);

// A name within a line of plain text.
export const isolated = (name) => `\u2068${name}\u2069`;

const FIRST_STRONG = /[\p{L}\u200e\u200f]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200f]/u;
const ISOLATED = /[\u2066-\u2068][^\u2069]*\u2069?/gu;

// Of a paragraph: that of its first letter. Isolated names do not count, as Unicode has it and browsers forget.
export function direction(text) {
  const first = FIRST_STRONG.exec(text.replace(ISOLATED, ""));
  return first && RIGHT_TO_LEFT.test(first[0]) ? "rtl" : "ltr";
}

// Plain text of one paragraph.
export const line = (tag, className, text) => make(tag, { className, dir: direction(text) }, text);

// A circle with the first letter of a name.
export function avatar(name, hue) {
  const letter = [...name.replace(/[^\p{L}\p{N}\p{Extended_Pictographic}]/gu, "")][0] ?? "?";
  return make("span", { className: `avatar ${hue}`, "aria-hidden": "true" }, letter.toUpperCase());
}

const LANGUAGES = ["en", "de", "es", "fr", "it", "nl", "pl", "pt", "pt-br", "tr", "uk", "ru", "fa", "ar", "he", "hi", "ja", "zh"];

// The languages to choose from, each called as its speakers call it.
export function languages(chosen) {
  const codes = LANGUAGES.includes(chosen) || !chosen ? LANGUAGES : [chosen, ...LANGUAGES];
  return codes.map((code) => {
    const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
    return make("option", { value: code, selected: code === chosen, dir: "auto" }, name);
  });
}
