import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { held, measure, medianOf, type BenchCommand, type BenchPlace } from "./harness.ts";
import { hookOf } from "./snapshot-cases.ts";
import type { BenchTree } from "./snapshot-trees.ts";

/** The most CPU time of a first capture in multiples of `git status`. */
const FIRST = 12;

/** Compares the first capture with `git add` into an empty repository, in time and disk space. */
export function firstCapture(place: BenchPlace, tree: BenchTree): string {
  const { env, folder } = place;
  const [empty, state] = [join(folder, "empty.git"), env["SNAPVEIL_DATA_DIR"]!];
  const add: BenchCommand = {
    name: "add",
    argv: ["/bin/sh", "-ec", "git add -A && git write-tree > /dev/null"],
    cwd: tree.quiet,
    env: { ...env, GIT_DIR: empty, GIT_WORK_TREE: tree.quiet },
    prepare:
      `unset GIT_DIR GIT_WORK_TREE; rm -rf "${empty}"; git init -q --bare "${empty}"; ` +
      `git --git-dir="${empty}" config core.bare false`,
  };
  const status: BenchCommand = {
    name: "status",
    argv: ["git", "status", "--porcelain"],
    cwd: tree.quiet,
    env: { ...env, GIT_OPTIONAL_LOCKS: "0" },
  };
  const first = { name: "first", ...hookOf(place, "session_start", tree.quiet), prepare: `rm -rf "${state}"` };
  const times = measure([add, status, first], tree.files >= 50_000 ? 1 : 3, 0);
  const cpu = (name: string) => medianOf(times, (round) => round(name).cpu_ms);
  const toStatus = medianOf(times, (round) => round("first").cpu_ms / round("status").cpu_ms);
  const goal = tree.files >= 10_000 ? `; ${held(`goal ≤ ${FIRST}`, toStatus, FIRST)}` : "";
  const share = medianOf(times, (round) => round("add").cpu_ms / round("first").cpu_ms);

  const shadow = join(state, "snapshot");
  const shell = (script: string, ...words: string[]) =>
    Number(execFileSync("/bin/sh", ["-ec", script, "sh", ...words], { env, encoding: "utf8" }));
  const ours = shell(
    `find "$1" -type f -printf '%s\\n' | awk '{ sum += $1 } END { print sum }'`,
    join(shadow, readdirSync(shadow)[0]!, "objects"),
  );
  const blobs = shell(
    `git clone -q --bare --no-local "$1" "$2"; git --git-dir "$2" cat-file --batch-all-objects ` +
      `--batch-check='%(objecttype) %(objectsize:disk)' | awk '/^blob/ { sum += $2 } END { print sum }'`,
    tree.quiet,
    join(folder, "clone.git"),
  );
  const mib = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
  return (
    `First capture: ${cpu("first").toFixed(0)} ms CPU, 1/${share.toFixed(1)} of \`git add -A && git write-tree\` ` +
    `into an empty repository (${cpu("add").toFixed(0)} ms), ${toStatus.toFixed(1)} × git status${goal}.\n` +
    `On disk after it: ${mib(ours)}, ${(ours / blobs).toFixed(2)} × the contents in a packed clone ` +
    `(${mib(blobs)}); ${held("goal ≤ 1.15", ours / blobs, 1.15)}.`
  );
}
