import { cpSync } from "node:fs";

import { table } from "../scripts/markdown.ts";
import { BINARY, benchPlace, measure, medianOf, removeAtEnd, verdict, type BenchCommand } from "./harness.ts";
import { hookLine } from "./snapshot-cases.ts";
import type { BenchTree } from "./snapshot-trees.ts";

/** The number of files that the turn before a `blame` changes. */
const BLAMED = 5000;

const NODE = "node -e 0";
const STASH = "git stash";
const UNDO = "undo of a turn that changed them all";
const BLAME = `blame of a file after a turn that changed ${BLAMED} files`;

/** Each row: what is measured, what it is divided by, and the most that the ratio may be. */
const ROWS = [
  [UNDO, STASH, 1],
  [BLAME, NODE, 8],
] as const;

/**
 * Measures commands after a turn that changed very many files: an undo beside `git stash` of the same files in another
 * copy of the tree, and `blame`. A whole turn is played before each run, so a round takes long.
 */
export function largeTurns({ busy, files }: BenchTree, rounds: number): string {
  const place = benchPlace();
  const stashed = `${busy}.stashed`;
  removeAtEnd(stashed);
  cpSync(busy, stashed, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  const person = { GIT_AUTHOR_NAME: "Bench", GIT_AUTHOR_EMAIL: "bench@example.test" };
  const env = { ...place.env, ...person, GIT_COMMITTER_NAME: "Bench", GIT_COMMITTER_EMAIL: "bench@example.test" };
  const anew = "git checkout -q -f HEAD; sleep 1.1; git status --porcelain > /dev/null";
  const hook = (event: string) => hookLine(place, event, busy);
  const turn = (count: number) =>
    [
      `rm -rf "${place.env["SNAPVEIL_DATA_DIR"]}"; ${anew}`,
      hook("session_start"),
      "sleep 1.1",
      hook("turn_start"),
      edit(count),
      hook("turn_end"),
      // On a busy machine the capture goes on after the hook has answered.
      `for try in $(seq 100); do "${process.execPath}" "${BINARY}" checkpoints | grep -q open || break; sleep 1; done`,
      `if [ "$try" = 100 ]; then echo the turn did not end >&2; exit 1; fi`,
    ].join("\n");
  const ours = (name: string, count: number, ...words: string[]): BenchCommand => ({
    name,
    argv: [process.execPath, BINARY, ...words],
    cwd: busy,
    env,
    prepare: turn(count),
  });
  const commands: BenchCommand[] = [
    { name: NODE, argv: [process.execPath, "-e", "0"], cwd: busy, env },
    {
      name: STASH,
      argv: ["git", "stash", "-q"],
      cwd: stashed,
      env,
      prepare: `git stash drop -q 2> /dev/null || :; git prune --expire=now; ${anew}; ${edit(files)}`,
    },
    ours(UNDO, files, "undo", "--yes"),
    ours(BLAME, BLAMED, "blame", "src/part-0/group-0/file-0.ts"),
  ];
  const times = measure(commands, rounds, 0);
  const cpu = (name: string) => medianOf(times, (round) => round(name).cpu_ms);
  const rows = ROWS.map(([name, base, most]) => {
    const ratio = medianOf(times, (round) => round(name).cpu_ms / round(base).cpu_ms);
    return [name, cpu(name).toFixed(0), `${ratio.toFixed(2)} × ${base}`, `≤ ${most}: ${verdict(ratio <= most)}`];
  });
  const bases = [NODE, STASH].map((name) => [name, cpu(name).toFixed(0), "", ""]);
  return (
    `### ${files / 1000}k changed files\n\n` +
    table(["what, as a whole process", "CPU ms:", "ratio:", "goal"], [...bases, ...rows])
  );
}

/** Appends a line to the first files of the tree, in a shell that starts no process for each. */
function edit(count: number): string {
  return (
    `stamp=$(date +%s%N); find src -type f | sort -V | head -n ${count} | ` +
    `while read -r file; do echo "// changed $stamp" >> "$file"; done`
  );
}
