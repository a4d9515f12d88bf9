import { dirname, resolve } from "node:path";

import { entriesIn, namesIn, readRegularFile } from "../../kit/files.ts";
import type { Worktree } from "../../worktree/doors/worktree.ts";
import type { ObjectId } from "../engine.ts";
import { headOf } from "../source/head.ts";
import type { Checkout, PresentGit, Stash } from "./git-state.ts";

/** The most refs in a state; branches come first, then other refs, then tags. */
const MOST_REFS = 2000;
/** The most commits of one reflog that a state names; of a longer reflog, it names the newest. */
const MOST_REFLOG = 100;
const MOST_STASHES = 100;
/** The most linked worktrees whose HEAD and index are read. */
const MOST_WORKTREES = 20;
/** The most bytes that are read of a git file, since a repository may hold files of any size. */
const MOST_BYTES = 16 * 1024 ** 2;

const ID = /^(?:[0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-f])/;

/** git's state without the staged files, and the folders in which git keeps refs. */
export interface ReadGit {
  readonly present: PresentGit;
  readonly refFolders: readonly string[];
}

/**
 * Reads git's state from its files, without starting git; `undefined` if there is no repository, or its refs are in
 * reftable form.
 */
export function readGit({ root, gitDir, commonDir }: Worktree): ReadGit | undefined {
  if (textIn(`${gitDir}/HEAD`) === "" || namesIn(commonDir).includes("reftable")) return undefined;
  const { refs: all, folders } = readRefs(commonDir);
  const refs: Record<string, ObjectId> = {};
  const remoteTips = new Set<ObjectId>();
  let refsLeftOut = 0;
  const stashes = stashesIn(commonDir, all.get(STASH));
  for (const name of [...all.keys()].toSorted(branchesFirst)) {
    const id = all.get(name)!;
    if (/^refs\/(?:remotes|prefetch)\//.test(name)) remoteTips.add(id);
    else if (name === STASH && stashes.length > 0) continue;
    else if (Object.keys(refs).length < MOST_REFS) refs[name] = id;
    else refsLeftOut += 1;
  }
  const checkouts = [{ gitDir, root }, ...otherCheckouts(gitDir, commonDir)].map(
    (one): Checkout => ({
      ...one,
      head: headOf({ root, gitDir: one.gitDir, commonDir }) ?? "",
      reflog: reflogIn(one.gitDir),
    }),
  );
  return {
    present: { gitDir, commonDir, refs, stashes, checkouts, remoteTips: [...remoteTips], refsLeftOut },
    refFolders: folders,
  };
}

const STASH = "refs/stash";

function branchesFirst(one: string, other: string): number {
  const rank = (name: string) => (name.startsWith("refs/heads/") ? 0 : name.startsWith("refs/tags/") ? 2 : 1);
  return rank(one) - rank(other) || (one < other ? -1 : 1);
}

/** All refs by name, and the folders that hold their files. The file of a ref wins over its line in `packed-refs`. */
function readRefs(commonDir: string): { readonly refs: Map<string, ObjectId>; readonly folders: string[] } {
  const refs = new Map<string, ObjectId>();
  for (const [, id, name] of textIn(`${commonDir}/packed-refs`).matchAll(/^([0-9a-f]{40,64}) (refs\/\S+)$/gm))
    refs.set(name!, id!);
  const folders = ["refs"];
  let files = 0;
  for (let at = 0; at < folders.length && folders.length < MOST_REFS; at += 1) {
    for (const entry of entriesIn(`${commonDir}/${folders[at]}`)) {
      const name = `${folders[at]}/${entry.name}`;
      if (entry.isDirectory()) folders.push(name);
      else if (entry.isFile() && files < 5 * MOST_REFS && !name.endsWith(".lock")) {
        files += 1;
        const id = ID.exec(textIn(`${commonDir}/${name}`, 256))?.[0];
        if (id !== undefined) refs.set(name, id);
      }
    }
  }
  return { refs, folders: folders.map((folder) => `${commonDir}/${folder}`) };
}

/** The git folders and top folders of the repository's other worktrees, the main one (without its top) first. */
function otherCheckouts(own: string, commonDir: string): { readonly gitDir: string; readonly root?: string }[] {
  const linked = namesIn(`${commonDir}/worktrees`)
    .slice(0, MOST_WORKTREES)
    .map((name) => {
      const gitDir = `${commonDir}/worktrees/${name}`;
      const dotGit = textIn(`${gitDir}/gitdir`, 8192).replace(/[\r\n]+$/, "");
      return { gitDir, ...(dotGit !== "" && { root: dirname(resolve(gitDir, dotGit)) }) };
    });
  return [{ gitDir: commonDir }, ...linked].filter(({ gitDir }) => gitDir !== own);
}

/** The commits in the reflog of HEAD, the newest last. A line begins with the commits before and after. */
function reflogIn(gitDir: string): ObjectId[] {
  const lines = textIn(`${gitDir}/logs/HEAD`).trimEnd().split("\n").slice(-MOST_REFLOG);
  const ids = lines.flatMap((line) => line.split(" ", 2));
  return [...new Set(ids)].filter((id) => ID.test(id) && !/^0+$/.test(id)).slice(-MOST_REFLOG);
}

/**
 * The stashes, the newest first. git stores the stashes in the reflog of `refs/stash`; without this reflog `git stash
 * list` shows none.
 */
function stashesIn(commonDir: string, newest: ObjectId | undefined): Stash[] {
  if (newest === undefined) return [];
  const lines = textIn(`${commonDir}/logs/refs/stash`).trimEnd().split("\n").slice(-MOST_STASHES);
  const stashes = lines.toReversed().flatMap((line): Stash[] => {
    const [, id, message = ""] = /^[0-9a-f]+ ([0-9a-f]{40,64}) [^\t]*(?:\t(.*))?$/.exec(line) ?? [];
    return id === undefined ? [] : [{ id, message }];
  });
  return stashes;
}

function textIn(file: string, most = MOST_BYTES): string {
  try {
    const { bytes } = readRegularFile(file, most);
    return bytes.toString("utf8");
  } catch {
    return "";
  }
}
