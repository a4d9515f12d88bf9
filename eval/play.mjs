// Plays the cases against one tool, and counts.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { askHook, isStopped, outputFor } from "./hook-call.mjs";
import { filled } from "./made-up.mjs";
import { newPlace } from "./place.mjs";
import { filesOf, STORIES } from "./undo-stories.mjs";

const read = (name) => JSON.parse(readFileSync(join(import.meta.dirname, "cases", `${name}.json`), "utf8"));
const [GUARDS, OUTPUTS, COMMITS] = ["guards", "outputs", "commits"].map(read);

/** Rows of the table: what is counted, and whether more is better. A tool without the means for a row has no figure. */
export const ROWS = [
  { id: "catastrophic", more: true, text: `calls that nobody means, stopped of ${GUARDS.catastrophic.length}` },
  { id: "for good", more: true, text: `calls whose loss is for good, stopped of ${GUARDS["for good"].length}` },
  { id: "ordinary", more: false, text: `ordinary calls, stopped of ${GUARDS.ordinary.length}` },
  {
    id: "secret",
    more: true,
    text: `outputs with a secret, kept from the model of ${OUTPUTS["with a secret"].length}`,
  },
  { id: "clean", more: false, text: `outputs without one, changed of ${OUTPUTS.clean.length}` },
  { id: "commits", more: true, text: `commits with a secret, stopped of ${COMMITS["with a secret"].length}` },
  { id: "clean commits", more: false, text: `commits without one, stopped of ${COMMITS.clean.length}` },
  { id: "undo", more: true, text: `undo stories that end right, of ${Object.keys(STORIES).length}` },
];

/**
 * Plays rows for a tool. `missed(row, case)` is told of each case that ends wrong. Returns row id → figure.
 */
export function play(tool, { above, rows, missed }) {
  const has = (...ids) => ids.some((id) => rows.includes(id));
  const figures = {};
  const inPlace = (work) => {
    const place = newPlace(above);
    try {
      tool.prepare?.(place);
      return work(place);
    } finally {
      place.remove();
    }
  };
  const count = (id, cases, isCounted, isWanted) => {
    figures[id] = cases.filter((one, at) => {
      const counts = isCounted(one, at);
      if (counts !== isWanted) missed(id, typeof one === "string" ? one : (one.command ?? one.name));
      return counts;
    }).length;
  };
  if (tool.guards && has(...Object.keys(GUARDS)))
    inPlace((place) => {
      place.sh("echo more >> README.md && git stash -q"); // for `git stash clear`
      for (const [id, commands] of Object.entries(GUARDS))
        count(id, commands, (command) => isStopped(tool, place, command), id !== "ordinary");
    });
  const [secret, clean] = [outputs("with a secret"), outputs("clean")];
  if (tool.guards && has("secret", "clean"))
    inPlace((place) => {
      const isKept = ({ command, text, secrets }) =>
        isStopped(tool, place, command) ||
        secrets.every((value) => !outputFor(tool, place, command, text).includes(value));
      const isChanged = ({ command, text }) =>
        isStopped(tool, place, command) || outputFor(tool, place, command, text) !== text;
      count("secret", secret, isKept, true);
      count("clean", clean, isChanged, false);
    });
  else if (tool.scan && has("secret", "clean"))
    inPlace((place) => {
      const found = tool.scan(
        place,
        [...secret, ...clean].map(({ text }) => text),
      );
      count("secret", secret, (_, at) => found[at], true);
      count("clean", clean, (_, at) => found[secret.length + at], false);
    });
  if ((tool.guards || tool.preCommit) && has("commits", "clean commits"))
    for (const [id, name] of [
      ["commits", "with a secret"],
      ["clean commits", "clean"],
    ])
      count(
        id,
        COMMITS[name],
        (one, at) => inPlace((place) => isCommitStopped(tool, place, one, `${name} ${at}`)),
        id === "commits",
      );
  if (tool.undo && has("undo"))
    count("undo", Object.keys(STORIES), (name) => inPlace((place) => endsRight(tool, place, name)), true);
  return figures;
}

function outputs(name) {
  return OUTPUTS[name].map(({ command, output, secrets = [] }, at) => {
    const seed = `${name} ${at}`;
    const { text, values } = filled(output, seed);
    const named = secrets.map((one) => filled(one, seed).text);
    return { command, text, secrets: named.length > 0 ? named : values };
  });
}

function isCommitStopped(tool, place, { setup, command }, seed) {
  place.sh(filled(setup, seed).text);
  if (!tool.preCommit) return isStopped(tool, place, command);
  tool.preCommit(place);
  const head = place.sh("git rev-parse HEAD");
  spawnSync("bash", ["-c", command], { cwd: place.repo, env: place.env });
  return place.sh("git rev-parse HEAD") === head;
}

function endsRight(tool, place, name) {
  const event = (hook_event_name, more = {}) => askHook(tool, place, { hook_event_name, ...more });
  const run = (line) =>
    spawnSync("/bin/sh", ["-c", line], { cwd: place.repo, env: { ...place.env, ...tool.env }, encoding: "utf8" });
  let calls = 0;
  const world = {
    ...place,
    read: (path) => readFileSync(join(place.repo, path), "utf8"),
    files: () => filesOf(place.repo),
    same: (before) => filesOf(place.repo) === before,
    turn(scripts, { ends = true } = {}) {
      event("UserPromptSubmit", { prompt: `turn ${calls}` });
      for (const command of scripts) {
        const call = { tool_name: "Bash", tool_use_id: `call ${(calls += 1)}`, tool_input: { command } };
        event("PreToolUse", call);
        place.sh(command);
        event("PostToolUse", { ...call, tool_response: { stdout: "", stderr: "", interrupted: false } });
      }
      if (ends) event("Stop", { stop_hook_active: false });
    },
    undo: () => run(tool.undo),
    redo: () => tool.redo && run(tool.redo),
  };
  event("SessionStart", { source: "startup" });
  return STORIES[name](world);
}
