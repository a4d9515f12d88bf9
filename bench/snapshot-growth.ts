import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";

import { measureRows, median, type BenchCommand } from "./measure.ts";
import { BINARY, payload, type BenchPlace } from "./snapshot-cases.ts";
import type { BenchTree } from "./snapshot-trees.ts";

/** What the 1,000th checkpoint of a session costs against the 10th: with each history as long, in the same rounds. */
export function growth(place: BenchPlace, tree: BenchTree, rounds: number): string {
  const { env, folder } = place;
  const [short, long] = [join(folder, "state-10"), join(folder, "state-1000")];
  const start = payload(folder, "turn_start-growth", {
    hook_event_name: "turn_start",
    session_id: "growth",
    cwd: tree.busy,
  });
  const end = payload(folder, "turn_end-growth", { hook_event_name: "turn_end", session_id: "growth", cwd: tree.busy });
  const hook = `"${process.execPath}" "${BINARY}" hook snapshot`;
  const turns = (from: number, to: number) => {
    const script =
      `for n in $(seq ${from} ${to}); do ${hook} < "${start}" > /dev/null; ` +
      `echo "// turn $n" > "${tree.hundred[0]!}"; ${hook} < "${end}" > /dev/null; done`;
    execFileSync("/bin/sh", ["-ec", script], { cwd: tree.busy, env: { ...env, SNAPVEIL_DATA_DIR: long } });
  };
  turns(1, 10);
  cpSync(long, short, { recursive: true, preserveTimestamps: true });
  turns(11, 1000);
  const turnEnd = (name: string, state: string): BenchCommand => ({
    name,
    argv: [process.execPath, BINARY, "hook", "snapshot"],
    cwd: tree.busy,
    env: { ...env, SNAPVEIL_DATA_DIR: state },
    stdin: end,
    prepare: `${hook} < "${start}" > /dev/null\ndate +%s%N > "${tree.hundred[0]!}"`,
  });
  const rows = measureRows([turnEnd("10th", short), turnEnd("1,000th", long)], rounds, 1);
  const cpu = (name: string, round: number) => rows.find((row) => row.name === name && row.round === round)!.cpu_ms;
  const ratio = median(
    [...new Set(rows.map(({ round }) => round))].map((round) => cpu("1,000th", round) / cpu("10th", round)),
  );
  return (
    "### A long session\n\n" +
    `The 1,000th checkpoint costs ${ratio.toFixed(2)} × the 10th (1 file of ${tree.files} changed, turn_end); ` +
    `goal ≤ 1.1: ${ratio <= 1.1 ? "holds" : "**missed**"}.\n`
  );
}
