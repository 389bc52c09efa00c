// The server: asked for what there is, told what people do, heard when something has changed.

const MOST_WAITING = 3;
const waiting = [];

export async function get(path, query = {}) {
  return read(await fetch(`${path}?${new URLSearchParams(query)}`));
}

export async function post(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return read(await fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal }));
}

async function read(answer) {
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

// The bot's answer to a press; null when there is none. A browser keeps only six connections to a server: where the
// bot leaves several presses unanswered, the oldest is no longer waited for.
export async function press(wish) {
  const patience = new AbortController();
  waiting.push(patience);
  if (waiting.length > MOST_WAITING) waiting.shift().abort();
  try {
    return await post("/local/press", wish, patience.signal);
  } catch (problem) {
    if (patience.signal.aborted) return null;
    throw problem;
  } finally {
    if (waiting.includes(patience)) waiting.splice(waiting.indexOf(patience), 1);
  }
}

export function listen({ changed, gone }) {
  const events = new EventSource("/local/events");
  events.onmessage = changed;
  events.onerror = gone;
}
