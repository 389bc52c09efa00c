// What the browser remembers from one visit to the next: which phones lie here, what they show, what has been read.

function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

const keep = (name, value) => localStorage.setItem(name, JSON.stringify(value));

const read = recall("read", {});
const shown = recall("shown", {});

export const phonesOpen = () => recall("phones", null);
export const keepPhonesOpen = (people) => keep("phones", people);

export const isHintHidden = () => recall("hint hidden", null);
export const keepHintHidden = (isHidden) => keep("hint hidden", isHidden);

export const shownTo = (person) => shown[person] ?? {};

export function keepShown(person, chat, topic) {
  shown[person] = { chat, topic };
  keep("shown", shown);
}

export const lastRead = (person, chat) => read[`${person} ${chat}`] ?? 0;

export function markRead(person, chat, message) {
  if (lastRead(person, chat) >= message) return;
  read[`${person} ${chat}`] = message;
  keep("read", read);
}
