import { lstatSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative, sep } from "node:path";

import { isFolder, isIn } from "../../kit/files.ts";
import { gitEnvironment } from "../../kit/git-environment.ts";
import type { Io } from "../../kit/io.ts";
import { runProcess } from "../../kit/run-process.ts";
import type { Change } from "./change.ts";
import type { GitUse } from "./git-use.ts";

/**
 * Files that a use of git adds to a repository that is not there yet, or that lies apart from them: each file that the
 * script adds, as if none was known before. An empty repository of our own says which are ignored.
 */
export function collectApart(io: Pick<Io, "env" | "timeLeft">, use: GitUse): Change[] {
  return [...addedTo(io, use), ...broughtTo(use)];
}

/** Files from elsewhere that the script puts there. */
function broughtTo({ folder, files, brought }: GitUse): Change[] {
  const meant = brought.filter(
    ({ from, to }) => to === undefined || (files.length > 0 && isIn(to, folder) && to !== from),
  );
  return meant
    .filter(({ from }) => lstatSync(from, { throwIfNoEntry: false })?.isFile())
    .map(({ from, to = from, isPatch }) => ({
      // A folder that is not there yet could not be told from a file.
      path: Buffer.from(
        relative(folder, to === folder ? join(to, basename(from)) : to)
          .split(sep)
          .join("/"),
      ).toString("latin1"),
      from,
      before: [],
      ...(isPatch && { isPatch }),
    }));
}

function addedTo(io: Pick<Io, "env" | "timeLeft">, { folder, files }: GitUse): Change[] {
  const added = files.filter(({ isNew }) => isNew);
  if (added.length === 0 || !isFolder(folder)) return [];
  const temporary = mkdtempSync(join(tmpdir(), "snapveil-"));
  try {
    const env = { ...gitEnvironment(io.env), GIT_LITERAL_PATHSPECS: "0" };
    const git = (...args: string[]) => {
      const options = { env, cwd: folder, timeout: 10_000, timeLeft: io.timeLeft };
      const { status, stdout, stderr } = runProcess("git", ["-c", "core.fsmonitor=false", ...args], options);
      if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr}`);
      return stdout.toString("latin1");
    };
    git("init", "-q", "--bare", "--template=", temporary);
    const apart = [`--git-dir=${temporary}`, `--work-tree=${folder}`];
    return added.flatMap(({ folder: from, paths, ignored }) => {
      const leftOut = ignored ? [] : ["--exclude-standard"];
      const where = isFolder(from) && from.startsWith(`${folder}/`) ? ["-C", from] : [];
      const listed = git(...where, ...apart, "ls-files", "-z", "--full-name", "-o", ...leftOut, "--", ...paths);
      return listed
        .split("\0")
        .slice(0, -1)
        .map((path) => ({ path, before: [] }));
    });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
