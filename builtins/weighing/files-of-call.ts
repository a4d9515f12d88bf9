import { relative, resolve, sep } from "node:path";

import { homeOf } from "../../kit/io.ts";
import type { Io } from "../../kit/io.ts";
import { realPathOfNew } from "../../kit/files.ts";
import { oneOf } from "../../kit/word-pattern.ts";
import { secretsOf } from "../../redactors/doors/known-values.ts";
import { findWorktree } from "../../worktree/doors/worktree.ts";
import { isReadWhole, type CallCommand, type Visitor } from "../../shell/doors/script.ts";
import { filesChanged, filesRead, isDevice } from "../../shell/doors/effects.ts";
import { pathIn } from "../../shell/doors/values.ts";
import { columnOf, isElsewhere, kindOf, onlyPrints } from "../../shell/doors/programs.ts";
import { gitVerb, parseGit } from "../../shell/doors/git.ts";
import { followCall } from "../../call/follow-call.ts";
import { namedPaths } from "../../call/named-paths.ts";
import { resolvedPath } from "../../call/tool-kind.ts";
import { isTrialFile } from "./trial-file.ts";
import { callView, type CallFacts } from "../../call/call-view.ts";

/** The kind of files that a call shows or writes. */
export interface Files {
  /** All files are in the worktree, and none is known as a file of secrets. */
  readonly areOfWorktree: boolean;
  /** All files are tests, fixtures, examples, seeds or documents. */
  readonly areTrial: boolean;
}

const NONE: Files = { areOfWorktree: false, areTrial: false };

/** The files that a call writes: those of a tool, or of a command's redirections. */
export function filesWritten(event: CallFacts, env: Io["env"]): Files {
  const { toolInput, cwd } = event;
  if (toolInput === undefined || cwd === undefined) return NONE;
  const { kind } = callView(event);
  if (kind === "write") return judged(cwd, namedBy(event, cwd, env));
  if (kind !== "shell") return NONE;
  return judged(cwd, collect(event, env, writtenBy) ?? []);
}

function namedBy(event: CallFacts, cwd: string, env: Io["env"]): string[] {
  return namedPaths(event).paths.map((path) => resolvedPath(path, cwd, env) ?? path);
}

/** The files whose content the output of a call consists of. */
export function filesShown(event: CallFacts, env: Io["env"]): Files {
  const { toolInput, cwd } = event;
  if (toolInput === undefined || cwd === undefined) return NONE;
  const { kind, words, isRead, files: named } = callView(event);
  if (kind === "shell") return judged(cwd, collect(event, env, shownBy) ?? []);
  // A tool that writes a file returns the file, or the change, as its output.
  if (kind === "write") return judged(cwd, namedBy(event, cwd, env));
  if (!isRead && !words.some((word) => SEARCHES.test(word))) return NONE;
  const files = named.map((path) => resolvedPath(path, cwd, env) ?? path);
  return judged(cwd, files.length > 0 ? files : [cwd]);
}

const SEARCHES = oneOf("grep rg search ripgrep glob");

/**
 * The absolute paths that `filesBy` returns for the commands of a call; `undefined` if it returns none for a command,
 * which then may use any file.
 */
function collect(
  event: CallFacts,
  env: Io["env"],
  filesBy: (command: CallCommand) => readonly string[] | undefined,
): readonly string[] | undefined {
  const files: string[] = [];
  let isOther = false;
  const home = homeOf(env);
  const visitor: Visitor = {
    command(command) {
      const found = command.words[0] !== command.all[0] && command.all.some(isElsewhere) ? undefined : filesBy(command);
      isOther ||= found === undefined;
      for (const file of found ?? []) files.push(pathIn(command.folder, file, home));
      return [];
    },
    opens: ({ all }) => void (isOther ||= all.some(isElsewhere)),
  };
  const isRead = isReadWhole(() => followCall(event, env, visitor));
  return isOther || !isRead ? undefined : files;
}

const IN_PLACE = /^-\w*i|^--in-place/;

/**
 * The files that a command's output and options write. A file to which a server's answer is saved is left out, since
 * the answer does not contain the words of the command.
 */
function writtenBy({ words, redirects }: CallCommand): readonly string[] {
  const [name = "", ...own] = words;
  const kind = kindOf(name);
  const files = redirects.filter(({ errors }) => !errors).map(({ file }) => file);
  if (kind === "part" && own.some((word) => IN_PLACE.test(word)))
    files.push(
      ...filesRead(
        name,
        own.filter((word) => !IN_PLACE.test(word)),
      ).files,
    );
  const { writes, appends } = filesChanged(name, own);
  if (kind !== "send") files.push(...writes, ...appends);
  return files.filter((file) => !isDevice(file));
}

function shownBy({ words, reads }: CallCommand): readonly string[] | undefined {
  const [name = "", ...own] = words;
  const kind = kindOf(name);
  if (name === "git") {
    const { verb } = parseGit(own);
    if (gitVerb(verb)?.does !== "look" && verb !== "stash") return undefined;
    const { files } = filesRead(name, own);
    return files.length > 0 ? files.map((file) => file.replace(/^[^:/]*:(?=[^/])/, "")) : ["."];
  }
  if (/^docker(?:-compose)?$/.test(name) && own.includes("config")) return ["."];
  if (kind === "look" || kind === "echo" || kind === "derive" || columnOf(name, "sets")) return [...reads];
  if (!onlyPrints(name)) return undefined;
  const { files, folders = [] } = filesRead(name, own);
  return [...files, ...folders, ...reads].filter((file) => file !== "-");
}

function judged(cwd: string, files: readonly string[]): Files {
  if (files.length === 0) return NONE;
  const root = realPathOfNew(findWorktree(cwd)?.root ?? cwd);
  const below = files.map((file) => relative(root, realPathOfNew(resolve(cwd, file))));
  const isInside = (path: string) => path !== ".." && !path.startsWith(`..${sep}`) && !path.startsWith(sep);
  return {
    areOfWorktree: below.every((path) => isInside(path) && secretsOf(path.split(sep)) === undefined),
    // Of a file outside of the worktree only the name counts, since a folder above it may have any name, such as
    // `test`.
    areTrial: below.every((path) => isTrialFile(isInside(path) ? path : path.slice(path.lastIndexOf(sep) + 1))),
  };
}
