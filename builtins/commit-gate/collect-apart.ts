import { lstatSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { isFolder, isIn } from "../../kit/files.ts";
import { gitEnvironment } from "../../kit/git-environment.ts";
import type { Io } from "../../kit/io.ts";
import { runProcess } from "../../kit/run-process.ts";
import { broughtChange, type Change } from "./change.ts";
import { unknownFiles } from "./collect-changes.ts";
import type { GitUse } from "./git-use.ts";

/**
 * The files that a command of git adds to a repository that does not exist yet, or whose git folder is elsewhere. Every
 * file that the script adds counts as new. git is asked in an empty temporary repository which files are ignored.
 */
export function collectApart(io: Pick<Io, "env" | "timeLeft">, use: GitUse): Change[] {
  return [...addedTo(io, use), ...broughtTo(use)];
}

/** The files that the script copies into the folder from elsewhere. */
function broughtTo({ folder, files, brought }: GitUse): Change[] {
  const meant = brought.filter(
    ({ to, from }) => to === undefined || (files.length > 0 && isIn(to, folder) && to !== from),
  );
  return (
    meant
      .filter(({ from }) => lstatSync(from, { throwIfNoEntry: false })?.isFile())
      // If the target is the folder itself, the source's name is added: a folder that does not exist yet looks like a
      // file.
      .map((one) =>
        broughtChange(one, folder, one.to === folder ? join(folder, basename(one.from)) : (one.to ?? one.from)),
      )
  );
}

function addedTo(io: Pick<Io, "env" | "timeLeft">, { folder, files }: GitUse): Change[] {
  const added = files.filter(({ isNew }) => isNew);
  if (added.length === 0 || !isFolder(folder)) return [];
  const temporary = mkdtempSync(join(tmpdir(), "snapveil-"));
  try {
    const env = { ...gitEnvironment(io.env), GIT_LITERAL_PATHSPECS: "0" };
    const run = (args: readonly string[]) => {
      const options = { env, cwd: folder, timeout: 10_000, timeLeft: io.timeLeft };
      const done = runProcess("git", ["-c", "core.fsmonitor=false", ...args], options);
      if (done.status !== 0) throw new Error(`git ${args[0]} failed: ${done.stderr}`);
      return done;
    };
    run(["init", "-q", "--bare", "--template=", temporary]);
    const apart = [`--git-dir=${temporary}`, `--work-tree=${folder}`];
    const git = { root: folder, run: (args: readonly string[]) => run([...apart, ...args]) };
    const isBelow = (from: string) => isFolder(from) && from.startsWith(`${folder}/`);
    return added.flatMap((one) => unknownFiles(git, isBelow(one.folder) ? one : { ...one, folder }));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
