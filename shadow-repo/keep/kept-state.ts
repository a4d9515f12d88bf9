import { existsSync, readFileSync } from "node:fs";

import { atomicWrite, makeFolder, namesIn } from "../../kit/files.ts";
import { sha256 } from "../../kit/hash.ts";
import type { GitPath } from "../git-path.ts";

/** A kept file: its stats when it was copied, and the name of the copy. */
export interface KeptFile {
  readonly path: GitPath;
  readonly size: number;
  /**
   * Times in milliseconds: `modified` is the last change of the content (mtime), `changed` the last change of content,
   * owner or permissions (ctime).
   */
  readonly modified: number;
  readonly changed: number;
  readonly inode: number;
  readonly mode: number;
  /** The name of the copy in the store; absent for a symbolic link and a folder. */
  readonly copy?: string;
  /** The target of a symbolic link. */
  readonly link?: string;
  /** Set for a folder, whose path ends in a slash. Only its permissions are stored. */
  readonly isFolder?: true;
}

/** An ignored file or folder that is not kept, and the reason as a short phrase. */
export interface NotKept {
  readonly path: GitPath;
  readonly why: string;
}

/** The kept files of a worktree at one time. */
export interface KeptState {
  readonly files: readonly KeptFile[];
  readonly notKept: readonly NotKept[];
}

/**
 * The first 32 digits of the SHA-256 of a state's text, and `-folders` if the state has folders, since an index of
 * files holds no folders.
 */
export type KeptStateId = string;

const WITH_FOLDERS = "-folders";

/** Whether a state has folders. */
export function hasFolders(id: KeptStateId): boolean {
  return id.endsWith(WITH_FOLDERS);
}

/** The folder of the shadow repository that holds copies and states of kept files. */
export function storeOf(shadow: string): string {
  return `${shadow}/keep`;
}

/** The path of a copy. */
export function copyIn(shadow: string, name: string): string {
  return `${storeOf(shadow)}/files/${name.slice(0, 1)}/${name}`;
}

function stateFile(shadow: string, id: KeptStateId): string {
  return `${storeOf(shadow)}/states/${id}`;
}

type Row = [
  path: string,
  size: number,
  modified: number,
  changed: number,
  inode: number,
  mode: number,
  content: string,
];

/** The sign before a link's target in a stored state; no name of a copy begins with it. */
const LINK = ">";
/** Stands for the content of a folder in a stored state. */
const FOLDER = "/";

function textOf({ files, notKept }: KeptState): string {
  const rows = files.map(
    ({ path, size, modified, changed, inode, mode, copy, link, isFolder }): Row => [
      path,
      size,
      modified,
      changed,
      inode,
      mode,
      isFolder ? FOLDER : (copy ?? `${LINK}${link}`),
    ],
  );
  return JSON.stringify({ files: rows, notKept: notKept.map(({ path, why }) => [path, why]) });
}

function parse(text: string): KeptState {
  const { files, notKept } = JSON.parse(text) as { files: Row[]; notKept: [string, string][] };
  return {
    files: files.map(([path, size, modified, changed, inode, mode, content]) => ({
      path,
      size,
      modified,
      changed,
      inode,
      mode,
      ...contentOf(content),
    })),
    notKept: notKept.map(([path, why]) => ({ path, why })),
  };
}

function contentOf(content: string): Pick<KeptFile, "copy" | "link" | "isFolder"> {
  if (content === FOLDER) return { isFolder: true };
  return content.startsWith(LINK) ? { link: content.slice(LINK.length) } : { copy: content };
}

/** Reads a stored state; `undefined` without an id, or if the state is gone or damaged. */
export function readKeptState(shadow: string, id: KeptStateId | undefined): KeptState | undefined {
  if (id === undefined) return undefined;
  try {
    return parse(readFileSync(stateFile(shadow, id), "utf8"));
  } catch {
    return undefined;
  }
}

/** The stored states that hold a path, in no order. States that are damaged or do not name the path are skipped. */
export function* statesWith(shadow: string, path: GitPath): Generator<KeptState> {
  const name = JSON.stringify(path);
  for (const id of namesIn(`${storeOf(shadow)}/states`)) {
    try {
      const text = readFileSync(stateFile(shadow, id), "utf8");
      if (text.includes(name)) yield parse(text);
    } catch {
      // A damaged state holds no files.
    }
  }
}

/** Stores a state, unless it is stored already, makes it the last one, and gives its id. */
export function writeKeptState(shadow: string, state: KeptState, pid: number): KeptStateId {
  const text = textOf(state);
  const id = sha256(text).slice(0, 32) + (state.files.some(({ isFolder }) => isFolder) ? WITH_FOLDERS : "");
  const file = stateFile(shadow, id);
  if (!existsSync(file)) {
    makeFolder(`${storeOf(shadow)}/states`);
    atomicWrite(file, text, { pid, durable: true });
  }
  atomicWrite(`${storeOf(shadow)}/last`, id, { pid });
  return id;
}

/** The id of the state that was stored last; `undefined` if there is none. */
export function lastKeptState(shadow: string): KeptStateId | undefined {
  try {
    return readFileSync(`${storeOf(shadow)}/last`, "latin1");
  } catch {
    return undefined; // nothing was kept yet
  }
}
