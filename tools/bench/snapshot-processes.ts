import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { held, type BenchCommand, type BenchPlace } from "./harness.ts";
import { names } from "./snapshot-cases.ts";

/** The number of git processes that each event starts. A script in front of git on PATH logs each call. */
export function processes({ folder, env }: BenchPlace, cases: readonly BenchCommand[]): string {
  const [bin, log] = [join(folder, "counting"), join(folder, "calls")];
  const git = execFileSync("/bin/sh", ["-c", "command -v git"], { env, encoding: "utf8" }).trim();
  mkdirSync(bin);
  writeFileSync(join(bin, "git"), `#!/bin/sh\necho "$*" >> "${log}"\nexec "${git}" "$@"\n`);
  chmodSync(join(bin, "git"), 0o755);
  const count = (name: string) => {
    const { argv, cwd, prepare = "", stdin } = cases.find((one) => one.name === name)!;
    execFileSync("/bin/sh", ["-ec", prepare], { cwd, env });
    rmSync(log, { force: true });
    const input = stdin === undefined ? "" : readFileSync(stdin);
    execFileSync(argv[0]!, argv.slice(1), { cwd, env: { ...env, PATH: `${bin}:${env["PATH"]!}` }, input });
    return existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").length : 0;
  };
  const [clean, changed] = [count(names.clean), count(names.one)];
  const others = [names.hundred, names.restore, names.replayClean, names.replayOne];
  return (
    `Git processes: nothing changed ${clean} (${held("goal 1", clean, 1)}), one file changed ${changed} ` +
    `(${held("goal ≤ 3", changed, 3)}); ${others.map((name) => `${name}: ${count(name)}`).join("; ")}.\n`
  );
}
