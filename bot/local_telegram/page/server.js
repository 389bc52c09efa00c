// The server: asked for what there is, told what people do, heard when something has changed.

export const SILENCE = "The local Telegram does not answer. Waiting for it to come back …";

const MOST_WAITING = 3;
const waiting = [];

export async function get(path, query = {}) {
  return read(`${path}?${new URLSearchParams(query)}`);
}

export async function post(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return read(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

async function read(address, how) {
  const answer = await fetch(address, how).catch(inPlainWords);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

// Browsers say of a server that is gone what only programmers understand, each something else.
function inPlainWords(problem) {
  throw problem instanceof TypeError ? new Error(SILENCE, { cause: problem }) : problem;
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
