import { lstatSync } from "node:fs";

import { namesIn } from "../../kit/files.ts";
import { sha256 } from "../../kit/hash.ts";
import type { Io } from "../../kit/io.ts";
import type { ObjectId } from "../engine.ts";
import type { Place } from "../place.ts";
import { fileSignature } from "../read-disk.ts";
import { tryShadowGit } from "./shadow-git.ts";

/** A tree, and the signature that the object store had just before all objects of the tree were found in it. */
export interface WholeTree {
  readonly tree: ObjectId;
  readonly store: string;
}

/** The folders of the object store at one moment. */
export interface StoreLook {
  /** Folder → inode, size and times. */
  readonly folders: ReadonlyMap<string, string>;
  /** A hash of all folders with inodes, sizes and times; `""` on Windows, where some disks keep no times of folders. */
  readonly signature: string;
}

/**
 * How long an answer about the object store is used, in milliseconds: a disk can lose the content of a file without
 * changing the folder's time.
 */
const GOOD = 600_000;

export function lookAtStore(io: Io, { shadow }: Place): StoreLook {
  if (io.platform === "win32") return { folders: new Map(), signature: "" };
  const objects = objectsOf(shadow);
  const paths = [objects, ...namesIn(objects).map((name) => `${objects}/${name}`)];
  const folders = new Map(paths.map((folder) => [folder, fileSignature(folder)]));
  const lines = [...folders].map(([folder, signature]) => `${folder} ${signature}`);
  const signature = sha256([Math.floor(io.now().getTime() / GOOD), ...lines].join("\n"));
  return { folders, signature };
}

/**
 * The signature of the object store, if it holds a tree and all its objects; else `undefined`. Removing a file changes
 * the time of its folder, so git is asked only if a folder has changed. This saves a process in a call that changes no
 * file (4 ms; 30 ms with 10,000 files).
 */
export function storeWith(io: Io, place: Place, { tree, store }: Partial<WholeTree>): string | undefined {
  const now = lookAtStore(io, place).signature;
  return tree !== undefined && ((now === store && now !== "") || isWhole(io, place, tree)) ? now : undefined;
}

/** The object store as it is now, if it has not changed since all objects of a tree were found in it. */
export function provenStore(io: Io, place: Place, known: Partial<WholeTree> | undefined): StoreLook | undefined {
  const look = lookAtStore(io, place);
  return look.signature !== "" && look.signature === known?.store ? look : undefined;
}

/**
 * Whether new loose objects alone can explain how the store differs from an earlier look. Then what was whole is
 * whole, and so is a tree that git made of it and of these objects, and git need not list all objects of the tree.
 */
export function hasOnlyGrown({ shadow }: Place, before: StoreLook, after: StoreLook): boolean {
  const objects = objectsOf(shadow);
  if ([...before.folders.keys()].some((folder) => !after.folders.has(folder))) return false;
  return [...after.folders].every(
    ([folder, signature]) => folder === objects || signature === before.folders.get(folder) || endsWithArrival(folder),
  );
}

/**
 * Whether the last change of a folder of loose objects was that a file came. A file that is put into its place gets
 * the time that its folder gets, to a tick of the kernel's clock; a file that goes leaves no such time.
 */
function endsWithArrival(folder: string): boolean {
  if (!/\/[0-9a-f]{2}$/.test(folder)) return false;
  const timeOf = (file: string) => lstatSync(file, { throwIfNoEntry: false });
  const changed = timeOf(folder)?.mtimeMs ?? Number.NaN;
  return namesIn(folder).some((name) => Math.abs((timeOf(`${folder}/${name}`)?.ctimeMs ?? 0) - changed) <= TICK);
}

/** The longest tick of a kernel's clock for files, in milliseconds. */
const TICK = 10;

/** Whether a tree and all its objects exist. */
export function isWhole(io: Io, place: Place, tree: ObjectId): boolean {
  return tryShadowGit(io, place, ["rev-list", "--objects", "--quiet", tree]).status === 0;
}

function objectsOf(shadow: string): string {
  return `${shadow}/objects`;
}
