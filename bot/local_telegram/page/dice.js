// Thrown dice with what they show.

import { make } from "/element.js";

const PIPS = { 1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679" }; // places of a 3 × 3 grid
const REELS = ["BAR", "🍇", "🍋", "7️⃣"];

export function dice({ emoji, value }) {
  const shown = { "🎲": die, "🎰": reels }[emoji] ?? thrown;
  return make("div", { className: "dice", role: "img", "aria-label": `${emoji} shows ${value}` }, ...shown(value, emoji));
}

function die(value) {
  const pips = [...PIPS[value]].map((place) => make("i", { className: `pip at-${place}` }));
  return [make("span", { className: "die" }, ...pips), make("b", {}, String(value))];
}

// The value holds three reels of four pictures each, the left one lowest.
function reels(value) {
  const drawn = [0, 1, 2].map((reel) => reelOf(REELS[((value - 1) >> (2 * reel)) & 3]));
  return [...drawn, make("b", {}, String(value))];
}

const reelOf = (picture) => make("span", { className: picture === "BAR" ? "reel bar" : "reel" }, picture);

const thrown = (value, emoji) => [emoji, make("b", {}, String(value))];
