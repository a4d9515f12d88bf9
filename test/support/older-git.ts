import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A folder for PATH whose git says that it is of another version, and a log of how it was called. */
export interface OlderGit {
  readonly path: string;
  /** The arguments of each call but `version`, and how often it was asked for that. */
  calls(): { readonly lines: readonly string[]; readonly asked: number };
}

/** The real git behind a shell script that takes away the variables which git of that age did not know. */
export function olderGit(top: string, version: string, without: readonly string[] = []): OlderGit {
  const real = spawnSync("which", ["git"], { encoding: "utf8" }).stdout.trim();
  const folder = join(top, `git-${version}`);
  const log = join(folder, "log");
  const program = join(folder, "git");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    program,
    "#!/bin/sh\n" +
      `echo "$*" >> '${log}'\n` +
      `[ "$1" = version ] && { echo 'git version ${version}'; exit; }\n` +
      `unset ${without.join(" ")} NOTHING\n` +
      `exec '${real}' "$@"\n`,
  );
  chmodSync(program, 0o755);
  return {
    path: `${folder}:${process.env["PATH"] ?? ""}`,
    calls() {
      const lines = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
      return {
        lines: lines.filter((line) => line !== "version"),
        asked: lines.filter((line) => line === "version").length,
      };
    },
  };
}
