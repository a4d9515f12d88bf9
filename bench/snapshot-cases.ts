import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { BenchCommand } from "./measure.ts";
import { recordedUndo, replay } from "./snapshot-replay.ts";
import type { BenchTree } from "./snapshot-trees.ts";

export const BINARY = join(import.meta.dirname, "../dist/snapveil.cjs");

/** A folder for one run's state, and the variables that all of its processes get. */
export interface BenchPlace {
  readonly folder: string;
  readonly git: string;
  readonly env: Readonly<Record<string, string>>;
}

export const names = {
  node: "node -e 0",
  status: "git status",
  clean: "nothing changed, turn_start",
  cleanEnd: "nothing changed, turn_end",
  one: "1 file changed, turn_end",
  hundred: "100 files changed, turn_end",
  restore: "undo of 100 files",
  replayClean: "replay: nothing changed",
  replayOne: "replay: 1 file changed",
  replayHundred: "replay: 100 files changed",
  replayUndo: "replay: undo of 100 files",
  replayRecordedUndo: "replay: undo of 100 files, the present recorded first",
} as const;

/** Everything that is measured on one tree in paired rounds. */
export function snapshotCases(place: BenchPlace, tree: BenchTree): BenchCommand[] {
  const { folder, env, git } = place;
  const event = (name: string, cwd: string) =>
    payload(folder, `${name}-${cwd === tree.quiet ? "quiet" : "busy"}`, {
      hook_event_name: name,
      session_id: "bench",
      cwd,
    });
  const hook = (name: string, what: string, cwd: string, prepare?: string): BenchCommand => ({
    name,
    argv: [process.execPath, BINARY, "hook", "snapshot"],
    cwd,
    env,
    stdin: event(what, cwd),
    ...(prepare !== undefined && { prepare }),
  });
  const start = (cwd: string) =>
    `"${process.execPath}" "${BINARY}" hook snapshot < "${event("turn_start", cwd)}" > /dev/null`;
  const end = (cwd: string) =>
    `"${process.execPath}" "${BINARY}" hook snapshot < "${event("turn_end", cwd)}" > /dev/null`;
  const work = (files: readonly string[]) =>
    `stamp=$(date +%s%N); for file in ${files.join(" ")}; ` +
    `do printf '// %s\\nchanged %s\\n' "$file" "$stamp" > "$file"; done`;
  const one = work(tree.hundred.slice(0, 1));
  const hundred = work(tree.hundred);
  const shadowOf = (root: string) => `SHADOW="${join(folder, root === tree.quiet ? "replay-quiet" : "replay-busy")}"`;
  const script = (name: string, body: string, cwd: string, prepare?: string): BenchCommand => {
    const lines = (text: string) => `${shadowOf(cwd)}\n${text}`;
    return {
      name,
      argv: ["/bin/sh", "-ec", lines(body)],
      cwd,
      env,
      ...(prepare !== undefined && { prepare: lines(prepare) }),
    };
  };
  return [
    { name: names.node, argv: [process.execPath, "-e", "0"], cwd: tree.quiet, env },
    {
      name: names.status,
      argv: [git, "status", "--porcelain"],
      cwd: tree.quiet,
      env: { ...env, GIT_OPTIONAL_LOCKS: "0" },
    },
    hook(names.clean, "turn_start", tree.quiet),
    hook(names.cleanEnd, "turn_end", tree.quiet, start(tree.quiet)),
    hook(names.one, "turn_end", tree.busy, `${start(tree.busy)}\n${one}`),
    hook(names.hundred, "turn_end", tree.busy, `${start(tree.busy)}\n${hundred}`),
    {
      name: names.restore,
      argv: [process.execPath, BINARY, "undo", "--yes"],
      cwd: tree.busy,
      env,
      prepare: `${start(tree.busy)}\n${hundred}\n${end(tree.busy)}`,
    },
    script(names.replayClean, replay.turnStart, tree.quiet),
    script(names.replayOne, replay.turnEnd, tree.busy, `${replay.turnStart}\n${one}`),
    script(names.replayHundred, replay.turnEnd, tree.busy, `${replay.turnStart}\n${hundred}`),
    script(names.replayUndo, replay.undo, tree.busy, `${replay.turnStart}\n${hundred}\n${replay.turnEnd}`),
    script(names.replayRecordedUndo, recordedUndo, tree.busy, `${replay.turnStart}\n${hundred}\n${replay.turnEnd}`),
  ];
}

/**
 * The state that the paired rounds begin with: both shadow repositories, ours and the replay's, made and up to date.
 */
export function baselineScript(place: BenchPlace, tree: BenchTree, root: string): string {
  const session = payload(place.folder, `session-${root === tree.quiet ? "quiet" : "busy"}`, {
    hook_event_name: "session_start",
    session_id: "bench",
    cwd: root,
  });
  const ours = `"${process.execPath}" "${BINARY}" hook snapshot < "${session}"`;
  return (
    `${ours} > /dev/null\n` +
    `SHADOW="${join(place.folder, root === tree.quiet ? "replay-quiet" : "replay-busy")}"\n` +
    `${replay.prepare}\n` +
    "sleep 1.1\n" +
    `${ours} > /dev/null`
  );
}

export function payload(folder: string, name: string, event: object): string {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(event));
  return file;
}
