import { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { makeFolder, namesIn } from "../kit/files.ts";
import { createHash } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { loadBuiltin } from "../kit/load-builtin.ts";
import type { ObjectCheck, ObjectId } from "./engine.ts";
import type { Place } from "./place.ts";

/** The largest object file, in bytes, whose content is hashed to check it. */
const LARGE = 64 * 1024 * 1024;

const LOOKS = { "at a glance": isDamagedAtAGlance, "in full": isDamagedInFull } as const;

/** The folder to which damaged files of shadow repositories are moved, each time into a new folder in it. */
export function asideFolder({ shadow }: Place): string {
  return join(dirname(dirname(shadow)), "snapshot-damaged");
}

/** The name of a new folder in `asideFolder`: the name of the shadow repository and the time in milliseconds. */
export function asideName(io: Io, { shadow }: Place): string {
  return `${basename(shadow)}-${io.now().getTime()}`;
}

/**
 * Moves loose objects and packs to `asideFolder` if a power cut emptied or truncated them. git and isomorphic-git do
 * not store an object again while its file exists. Gives whether it moved any.
 */
export function setObjectsAside(io: Io, place: Place, how: ObjectCheck): boolean {
  const objects = `${place.shadow}/objects`;
  const isDamaged = LOOKS[how];
  const damaged = [
    ...looseFiles(objects).filter((file) => isDamaged(`${objects}/${file}`)),
    ...damagedPacks(`${objects}/pack`).map((file) => `pack/${file}`),
  ];
  const aside = `${asideFolder(place)}/${asideName(io, place)}/objects`;
  let moved = 0;
  for (const file of damaged) {
    makeFolder(dirname(`${aside}/${file}`));
    try {
      renameSync(`${objects}/${file}`, `${aside}/${file}`);
      moved += 1;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error; // another process has moved it
    }
  }
  return moved > 0;
}

/** Whether the file of a loose object was emptied or truncated by a power cut; `false` if there is no such file. */
export function isObjectDamaged(shadow: string, id: ObjectId, how: ObjectCheck): boolean {
  return LOOKS[how](`${shadow}/objects/${id.slice(0, 2)}/${id.slice(2)}`);
}

function looseFiles(objects: string): string[] {
  return namesIn(objects)
    .filter((first) => /^[0-9a-f]{2}$/.test(first))
    .flatMap((first) => namesIn(`${objects}/${first}`).map((rest) => `${first}/${rest}`))
    .filter((file) => /^..\/(?:[0-9a-f]{38}|[0-9a-f]{62})$/.test(file));
}

/** Whether the first two bytes of an object's file are wrong; `false` if the file is missing. */
function isDamagedAtAGlance(file: string): boolean {
  const head = bytesAt(file, 0, 2);
  // git and snapveil write zlib streams, which begin with 0x78; their first two bytes are a multiple of 31 (RFC 1950).
  return head !== undefined && (head.length < 2 || head[0] !== 0x78 || head.readUInt16BE(0) % 31 !== 0);
}

function isDamagedInFull(file: string): boolean {
  if (isDamagedAtAGlance(file)) return true;
  try {
    if (statSync(file).size > LARGE) return false;
    const id = file.split("/").slice(-2).join("");
    // zlib is loaded only here: only `verify` and damaged repositories need it, and loading zlib would cost each hook a
    // twelfth of Node's start.
    const { inflateSync } = loadBuiltin<typeof import("node:zlib")>("node:zlib");
    const content = inflateSync(readFileSync(file));
    return (
      createHash(id.length === 40 ? "sha1" : "sha256")
        .update(content)
        .digest("hex") !== id
    );
  } catch (error) {
    return !["ENOENT", "EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "");
  }
}

/** Milliseconds in which git replaces the two files of a pack, one after the other. */
const REPLACED = 100;

/**
 * The `.idx` and `.pack` files of each pack that does not end with the checksum that its index holds, at two looks: git
 * may be replacing the pack. Drafts of git, whose names begin otherwise, are left out.
 */
function damagedPacks(folder: string): string[] {
  const found = packsThatDiffer(folder);
  if (found.length === 0) return found;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REPLACED);
  const still = new Set(packsThatDiffer(folder));
  return found.filter((name) => still.has(name));
}

function packsThatDiffer(folder: string): string[] {
  const names = new Set(namesIn(folder));
  return [...names].flatMap((name) => {
    const pack = name.replace(/idx$/, "pack");
    if (!name.startsWith("pack-") || !name.endsWith(".idx") || !names.has(pack)) return [];
    const [length, end] = name.length > "pack-.idx".length + 40 ? [32, 64] : [20, 40];
    const named = bytesAt(`${folder}/${name}`, -end, length);
    const own = bytesAt(`${folder}/${pack}`, -length, length);
    const isSound = named === undefined || own === undefined || (named.length === length && named.equals(own));
    return isSound ? [] : [name, pack];
  });
}

/**
 * Reads `length` bytes of a file from `at`, which counts from the end if negative. Gives fewer bytes if the file is
 * shorter, and `undefined` if it cannot be opened.
 */
function bytesAt(file: string, at: number, length: number): Buffer | undefined {
  let fd: number;
  try {
    fd = openSync(file, "r");
  } catch {
    return undefined;
  }
  try {
    const bytes = Buffer.alloc(length);
    const start = at < 0 ? Math.max(0, fstatSync(fd).size + at) : at;
    return bytes.subarray(0, readSync(fd, bytes, 0, length, start));
  } finally {
    closeSync(fd);
  }
}
