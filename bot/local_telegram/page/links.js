// Where a link leads within this Telegram: to a bot, into a group, to a message. Null for the rest of the web.

const HOSTS = ["t.me", "telegram.me", "telegram.dog"];
const PAYLOAD = /^[\w-]{0,64}$/;
const NUMBER = /^\d+$/;

export function destination(url, world) {
  let address;
  try {
    address = new URL(url);
  } catch {
    return null;
  }
  const asked = address.searchParams;
  if (address.protocol === "tg:") return ofApp(address.hostname || address.pathname.replaceAll("/", ""), asked, world);
  if (!HOSTS.includes(address.hostname)) return null;
  const [first, ...rest] = address.pathname.split("/").filter(Boolean);
  return first === "c" ? ofMessage(rest[0], rest.at(-1)) : ofBot(first, asked, world);
}

function ofApp(what, asked, world) {
  switch (what) {
    case "resolve":
      return ofBot(asked.get("domain"), asked, world);
    case "privatepost":
      return ofMessage(asked.get("channel"), asked.get("post"));
    case "user":
      return { to: "person", id: Number(asked.get("id")) };
    default:
      return null;
  }
}

// A supergroup's number within links lacks the -100 before it.
function ofMessage(group, message) {
  return NUMBER.test(group) && NUMBER.test(message) ? { to: "message", key: `-100${group}`, id: Number(message) } : null;
}

function ofBot(username, asked, world) {
  const bot = world.botNamed(username ?? "");
  if (!bot) return null;
  const into = asked.get("startgroup"), payload = into ?? asked.get("start");
  if (payload !== null && !PAYLOAD.test(payload)) return null;
  return { to: into === null ? "bot" : "group", bot, payload };
}
