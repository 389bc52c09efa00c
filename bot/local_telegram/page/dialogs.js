// The dialogs of the whole page: a new group, a new person, a picture in large, starting over.

import { bdi, languages, make } from "/element.js";
import { post } from "/server.js";

const byId = (id) => document.getElementById(id);

// A dialog with a form: `act` gets what was filled in; it stays open where that fails.
function ask(id, act) {
  const dialog = byId(id), form = dialog.querySelector("form");
  form.onsubmit = async (submit) => {
    submit.preventDefault();
    await act(new FormData(form));
    dialog.close();
  };
  form.querySelector(".cancel").onclick = () => dialog.close();
  form.reset();
  dialog.showModal();
}

// `then` gets the key of the group that was made.
export function askForGroup(world, maker, then) {
  const form = byId("new-group").querySelector("form");
  const topics = form.querySelector(".topics");
  form.kind.onchange = () => { topics.hidden = form.kind.value !== "forum"; };
  topics.hidden = true;
  const others = world.people.filter((one) => one.id !== maker).map((one) => {
    const box = make("input", { type: "checkbox", name: "member", value: one.id, defaultChecked: true });
    return make("label", {}, box, bdi(one.name));
  });
  form.querySelector(".with").replaceChildren(make("legend", {}, "With"), ...others);
  ask("new-group", async (filled) => {
    const { key } = await post("/local/groups", {
      title: filled.get("title"), kind: filled.get("kind"),
      members: [maker, ...filled.getAll("member").map(Number)],
      topics: filled.get("topics").split(",").map((name) => name.trim()).filter(Boolean),
    });
    then(key);
  });
}

// `then` gets the id of the person.
export function askForPerson(then) {
  byId("new-person").querySelector("select").replaceChildren(...languages("en"));
  ask("new-person", async (filled) => then((await post("/local/people", Object.fromEntries(filled))).id));
}

export function askToStartOver(then) {
  ask("fresh", async () => {
    await post("/local/starting-over", {});
    then();
  });
}

export function enlarge(address) {
  const viewer = byId("viewer");
  viewer.querySelector("img").src = address;
  viewer.showModal();
}
