import { join } from "node:path";

import { BINARY, payload, type BenchCommand, type BenchPlace } from "./harness.ts";
import type { BenchTree } from "./snapshot-trees.ts";

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

/** The commands that are timed on one tree in paired rounds. */
export function snapshotCases(place: BenchPlace, { quiet, busy, hundred }: BenchTree): BenchCommand[] {
  const { env } = place;
  const start = (root: string) => hookLine(place, "turn_start", root);
  const hook = (name: string, event: string, cwd: string, prepare?: string): BenchCommand => ({
    name,
    ...hookOf(place, event, cwd),
    prepare,
  });
  const replayed = (name: string, script: string, cwd: string, ...before: string[]): BenchCommand => ({
    name,
    argv: ["/bin/sh", "-ec", `${shadowOf(place, cwd)}\n${script}`],
    cwd,
    env,
    prepare: [shadowOf(place, cwd), ...before].join("\n"),
  });
  const one = work(hundred.slice(0, 1));
  const all = work(hundred);
  const { turnStart, turnEnd, undo, recordedUndo } = REPLAY;
  return [
    { name: names.node, argv: [process.execPath, "-e", "0"], cwd: quiet, env },
    {
      name: names.status,
      argv: ["git", "status", "--porcelain"],
      cwd: quiet,
      env: { ...env, GIT_OPTIONAL_LOCKS: "0" },
    },
    hook(names.clean, "turn_start", quiet),
    hook(names.cleanEnd, "turn_end", quiet, start(quiet)),
    hook(names.one, "turn_end", busy, `${start(busy)}\n${one}`),
    hook(names.hundred, "turn_end", busy, `${start(busy)}\n${all}`),
    {
      name: names.restore,
      argv: [process.execPath, BINARY, "undo", "--yes"],
      cwd: busy,
      env,
      prepare: `${start(busy)}\n${all}\n${hookLine(place, "turn_end", busy)}`,
    },
    replayed(names.replayClean, turnStart, quiet),
    replayed(names.replayOne, turnEnd, busy, turnStart, one),
    replayed(names.replayHundred, turnEnd, busy, turnStart, all),
    replayed(names.replayUndo, undo, busy, turnStart, all, turnEnd),
    replayed(names.replayRecordedUndo, recordedUndo, busy, turnStart, all, turnEnd),
  ];
}

/** Runs the snapshot hook for an event in a folder. */
export function hookOf(place: BenchPlace, event: string, cwd: string): Omit<BenchCommand, "name"> {
  const stdin = payload(place, `${event} ${cwd}`, { hook_event_name: event, session_id: "bench", cwd });
  return { argv: [process.execPath, BINARY, "hook", "snapshot"], cwd, env: place.env, stdin };
}

/** Runs the snapshot hook for an event in a folder, as a line of a shell script. */
export function hookLine(place: BenchPlace, event: string, cwd: string): string {
  const { argv, stdin } = hookOf(place, event, cwd);
  return `${argv.map((word) => `"${word}"`).join(" ")} < "${stdin}" > /dev/null`;
}

function work(files: readonly string[]): string {
  return (
    `stamp=$(date +%s%N); for file in ${files.join(" ")}; ` +
    `do printf '// %s\\nchanged %s\\n' "$file" "$stamp" > "$file"; done`
  );
}

function shadowOf({ folder }: BenchPlace, root: string): string {
  return `SHADOW="${join(folder, `replay-${root.includes(".busy.") ? "busy" : "quiet"}`)}"`;
}

/** A script that creates and updates both shadow repositories, snapveil's and the replay's, before the rounds. */
export function baselineScript(place: BenchPlace, root: string): string {
  const ours = hookLine(place, "session_start", root);
  return [ours, shadowOf(place, root), REPLAY.prepare, "sleep 1.1", ours].join("\n");
}

/**
 * docker-agent's snapshot as the git commands in its source, without its own process: a lower bound of the snapshot's
 * cost. The commands find the worktree, copy the excludes, list and check files, add them, and write the tree.
 */
const FIND = `git rev-parse --is-inside-work-tree > /dev/null
git rev-parse --show-toplevel > /dev/null`;

const TRACK = `${FIND}
cp "$(git rev-parse --git-path info/exclude)" "$SHADOW/info/exclude" 2> /dev/null || :
GIT_DIR=$SHADOW GIT_WORK_TREE=$PWD git diff-files --name-only -z -- . > $SHADOW/changed
GIT_DIR=$SHADOW GIT_WORK_TREE=$PWD git ls-files --others --exclude-standard -z --full-name -- . >> $SHADOW/changed
if [ -s $SHADOW/changed ]; then
  git check-ignore --no-index --stdin -z < $SHADOW/changed > /dev/null || :
  GIT_DIR=$SHADOW GIT_WORK_TREE=$PWD git add --all --sparse --pathspec-from-file=- --pathspec-file-nul < $SHADOW/changed
fi
GIT_DIR=$SHADOW GIT_WORK_TREE=$PWD git write-tree > $SHADOW/after`;

/**
 * docker-agent's undo, in batches of a hundred files. docker-agent does not record the present state before an undo.
 */
const UNDO = `${FIND}
export GIT_DIR=$SHADOW GIT_WORK_TREE=$PWD
git ls-tree --name-only "$(cat $SHADOW/before)" -- $(cat $SHADOW/files) > /dev/null
git checkout "$(cat $SHADOW/before)" -- $(cat $SHADOW/files) 2> /dev/null`;

const REPLAY = {
  /** Creates the shadow repository and the baseline; not timed. */
  prepare: `git init -q --bare "$SHADOW"
for pair in core.bare=false core.autocrlf=false core.longpaths=true core.symlinks=true core.fsmonitor=false; do
  git --git-dir="$SHADOW" config "\${pair%%=*}" "\${pair#*=}"
done
${TRACK}
cp $SHADOW/after $SHADOW/before`,
  turnStart: `${TRACK}
cp $SHADOW/after $SHADOW/before`,
  turnEnd: `${TRACK}
export GIT_DIR=$SHADOW GIT_WORK_TREE=$PWD
git diff --cached --no-ext-diff --name-only "$(cat $SHADOW/before)" -- . > $SHADOW/files
unset GIT_DIR GIT_WORK_TREE
git check-ignore --no-index --stdin < $SHADOW/files > /dev/null || :`,
  undo: UNDO,
  /** docker-agent's undo, preceded by a snapshot of the present state, which snapveil's undo records, too. */
  recordedUndo: `${TRACK}
${UNDO}`,
} as const;
