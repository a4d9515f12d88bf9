import type { HookEvent } from "../../agents/codec/hook-event.ts";
import { nothing, type ObjectedItem, type Outcome } from "../../agents/codec/outcome.ts";
import { homeOf, type Io } from "../../kit/io.ts";
import { runInTime, TooSlow } from "../../kit/run-within.ts";
import { findRepository } from "../../worktree/doors/worktree.ts";
import { Budget, followAt, type CallCommand, type Command, type Pipeline } from "../../shell/doors/script.ts";
import type { Call } from "../call.ts";
import { textAt } from "../block-destructive/started-files.ts";
import { aliasOf } from "../git-alias.ts";
import { redactName } from "../redact-quoted.ts";
import { refused } from "../refusal.ts";
import { safeGit, type SafeGit } from "../safe-git.ts";
import { withShareOfTime } from "../share-of-time.ts";
import { followCall } from "../../call/follow-call.ts";
import type { GitUse } from "./git-use.ts";
import { GitUses } from "./git-uses.ts";
import { contentRead } from "./message-files.ts";
import type { FoundSecret } from "./search-changes.ts";
import { submodulesFor } from "./submodules.ts";

/** The share of the remaining time that the search may take; guards that run later need the rest. */
const SHARE = 0.6;
/** The most secrets that a refusal names. */
const MOST = 20;

/**
 * Judges a call of the shell that names git or publishes something: denies it if it would commit or send secrets, and
 * asks about it if it cannot be searched.
 */
export async function judgeCommit(event: HookEvent, call: Call): Promise<Outcome> {
  const io = withShareOfTime(call.io, SHARE);
  const searcher = { io, settings: call.settings };
  try {
    const uses = runInTime(io, () => usesOf(event, io));
    // Most calls of git only read: return before the detector and the collection of changes are loaded.
    if (uses.length === 0) return nothing;
    for (const use of uses) {
      const found = await secretsIn(use, searcher);
      if (found === "unseen") return ask(UNSEEN);
      if (found.length > 0) return await refusalOf(use, found, searcher, event.cwd);
    }
    return nothing;
  } catch (error) {
    if (error instanceof TooSlow) return ask(TOO_MUCH);
    throw error;
  }
}

/** The secrets that a use of git takes in; `"unseen"` if git cannot be asked. */
async function secretsIn(use: GitUse, searcher: Pick<Call, "io" | "settings">): Promise<FoundSecret[] | "unseen"> {
  const { io } = searcher;
  const { searchChanges } = await import("./search-changes.ts");
  if (use.publication) {
    const { collectPublished } = await import("./collect-published.ts");
    const { folder, image } = use.publication;
    return searchChanges(NO_OBJECTS, collectPublished(io, use.publication), searcher, image?.context ?? folder);
  }
  const repository = findRepository(use.folder);
  // A post needs no repository.
  if (use.isApart || (use.verb === "post" && !repository)) {
    const { collectApart } = await import("./collect-apart.ts");
    return searchChanges(NO_OBJECTS, collectApart(io, use), searcher, use.folder);
  }
  if (!repository || (use.verb !== "push" && repository.root === undefined)) return [];
  const git = safeGit(io, use.folder, { needsWorktree: use.verb !== "push", patience: 60_000 });
  if (!git) return "unseen";
  const { collectChanges } = await import("./collect-changes.ts");
  return searchChanges(git, collectChanges(git, use), searcher, git.root ?? repository.gitDir);
}

/** Stands in for the git of a repository that does not exist yet: no object is found. */
const NO_OBJECTS: SafeGit = { run: () => ({ status: 1, stdout: Buffer.alloc(0), stderr: "" }) };

function usesOf(event: HookEvent, io: Io): readonly GitUse[] {
  const uses = new GitUses(homeOf(io.env) ?? "");
  const alias = (verb: string, folder: string) => aliasOf(io, verb, folder);
  const command = (one: CallCommand) => {
    uses.note(one);
    return contentRead(one); // the output of git is unknown
  };
  const opens = ({ all }: Command, scripts: readonly string[], _: Pipeline, known: string | undefined) => {
    for (const module of known === undefined ? [] : submodulesFor(all, known, io))
      for (const script of scripts) followAt(script, module, io, { command, alias });
  };
  const starts = (path: string, written: string | undefined) => written ?? textAt(path);
  followCall(event, io.env, { command, alias, opens, starts, shows: starts, includes: starts }, new Budget(event));
  return uses.uses;
}

const UNSEEN =
  "snapveil could not look for secrets in what this call would commit or push: git is missing, waits for a file of " +
  "the repository, or finds another repository than its .git names. Look yourself: snapveil audit --staged";
const TOO_MUCH =
  "What this call would commit or push is too much to be searched for secrets in the time that a hook has. Search it " +
  "first: snapveil audit --staged, or of commits snapveil audit --history RANGE. Commit or push smaller parts, or " +
  "let the user decide.";

function ask(reason: string): Outcome {
  return { verdict: { kind: "ask", reason } };
}

const WHAT: Record<GitUse["verb"], string> = {
  commit: "This commit would put secrets into the history, where they stay when the files no longer have them",
  stash: "This stash would put secrets into the repository, where they stay until it is dropped and cleaned up",
  post: "This call would publish a text that holds secrets, and a secret that was sent must be revoked",
  publish: "This call would publish files that hold secrets, and a secret that was published must be revoked",
  push: "This push would send commits that hold secrets, and a secret that was sent must be revoked",
};

const INSTEAD: Record<GitUse["verb"], string> = {
  commit:
    "Unstage the file (git restore --staged FILE), take the value out and let the program read it from an " +
    "environment variable or from a file that git ignores, then commit again.",
  stash: "Take the value out, or leave the file out (git stash push -- OTHER FILES).",
  post: "Take the value out of the file, then send it again.",
  publish:
    'Take the value out of the file, or leave the file out ("files" in package.json, .npmignore, .dockerignore or what ' +
    "the program has for that), then publish again.",
  push:
    "Take the value out of those commits before they are sent, with git commit --amend or git rebase -i: a commit on " +
    "top that deletes it leaves it in the history.",
};

const ALLOW =
  "A line of .snapveilignore with its reason allows it, too, in a project that the settings trust: snapveil audit " +
  "prints the line.";

/** The refusal with the place and kind of each secret. A file's name is redacted, since it may hold a secret, too. */
async function refusalOf(
  { verb }: GitUse,
  secrets: readonly FoundSecret[],
  searcher: Pick<Call, "io" | "settings">,
  cwd: string | undefined,
): Promise<Outcome> {
  const unique = new Map(secrets.map((one) => [`${one.path}\0${one.line}\0${one.kind}`, one]));
  const found: ObjectedItem[] = [];
  for (const { path, line, kind, excerpt, commit } of [...unique.values()].slice(0, MOST)) {
    const name = await redactName(Buffer.from(path, "latin1").toString("utf8"), searcher, cwd);
    const short = commit?.slice(0, 10);
    const where = path === "" ? `the message of ${short}, line ${line}` : `${name}:${line}`;
    found.push({ kind, excerpt, where: `in ${where}${path !== "" && short ? ` (commit ${short})` : ""}` });
  }
  return refused("deny", {
    what: `snapveil: ${WHAT[verb]}`,
    found,
    left: unique.size - found.length,
    todo: INSTEAD[verb],
    todoOfPerson: INSTEAD[verb],
    allow: ALLOW,
    pass: { setting: ["allow"], lines: [...new Set(secrets.flatMap(({ lines }) => lines))] },
  });
}
