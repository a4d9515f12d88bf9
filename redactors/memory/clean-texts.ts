import { createHmac, randomBytes } from "node:crypto";
import { closeSync, constants, openSync, statSync, writeSync, rmSync } from "node:fs";

import { atomicWrite, makeFolder, readRegularFile } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import type { Json } from "../../kit/json.ts";
import { sha256 } from "../../kit/hash.ts";
import { dataDir, forgetOldFiles } from "../../worktree/doors/data-dir.ts";

/** The texts of a conversation in which an earlier search found nothing, and a function that stores further ones. */
export interface CleanTexts {
  readonly before: ReadonlySet<string>;
  remember(clean: Iterable<string>): void;
}

/** The least characters of a text that is remembered. Searching a shorter text costs no more than looking it up. */
const LEAST = 128;
/**
 * The bytes of a digest, and of the salt at the beginning of a session's file. `MOST` is the most digests of a session.
 */
const DIGEST = 16;
const MOST = 20_000;

/**
 * The memory of a session's conversation: a salted digest of each text in which nothing was found, and never the text.
 * `rules` is a part of what is hashed, so a text that was clean under other rules, settings or known values is searched
 * again. `undefined` if there is no folder for state.
 */
export function cleanTexts(
  io: Pick<Io, "env" | "platform" | "now" | "pid">,
  session: string,
  rules: string,
  value: Json,
  skip: ReadonlySet<string> | undefined,
): CleanTexts | undefined {
  const folder = cleanFolder(io);
  if (folder === undefined) return undefined;
  const texts = textsOf(value, skip);
  const file = cleanFile(folder, session);
  const stored = read(file);
  const salt = stored?.subarray(0, DIGEST) ?? randomBytes(DIGEST);
  const key = createHmac("sha256", salt).update(rules).digest();
  const kept = stored === undefined ? new Set<string>() : digestsIn(stored);
  const digests = new Map(
    texts.map((text) => [text, createHmac("sha256", key).update(text).digest("binary").slice(0, DIGEST)]),
  );
  const before = new Set(texts.filter((text) => kept.has(digests.get(text)!)));
  return {
    before,
    remember(clean) {
      const fresh = [...new Set(clean)].flatMap((text) => (before.has(text) ? [] : (digests.get(text) ?? [])));
      if (fresh.length === 0) return;
      try {
        // If the file is full, a new file with the texts of the present conversation replaces it.
        const whole = stored === undefined || kept.size + fresh.length > MOST;
        const old = whole ? [...before].map((text) => digests.get(text)!) : [];
        write(
          io,
          folder,
          file,
          whole ? salt : undefined,
          Buffer.from([...old, ...fresh].slice(-MOST).join(""), "latin1"),
        );
      } catch {
        // The file cannot be written. At the next turn the texts are searched again.
      }
    },
  };
}

function textsOf(root: Json, skip: ReadonlySet<string> | undefined): string[] {
  const texts = new Set<string>();
  const rest: Json[] = [root];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (typeof value === "string") {
      if (value.length >= LEAST) texts.add(value);
    } else if (Array.isArray(value)) {
      for (const item of value) if (item !== null) rest.push(item);
    } else if (typeof value === "object" && value !== null)
      for (const key of Object.keys(value)) if (skip?.has(key) !== true && value[key] !== null) rest.push(value[key]!);
  }
  return [...texts];
}

function digestsIn(stored: Buffer): Set<string> {
  const digests = new Set<string>();
  for (let at = DIGEST; at < stored.length; at += DIGEST) digests.add(stored.toString("latin1", at, at + DIGEST));
  return digests;
}

/** The bytes of a session's file; `undefined` if it is missing, damaged, too long, or open to other users. */
function read(file: string): Buffer | undefined {
  try {
    const { bytes, whole } = readRegularFile(file, (MOST * 2 + 1) * DIGEST);
    // An interrupted write leaves a part of a digest.
    return whole && bytes.length >= DIGEST && bytes.length % DIGEST === 0 && (statSync(file).mode & 0o077) === 0
      ? bytes
      : undefined;
  } catch {
    return undefined;
  }
}

function write(
  io: Pick<Io, "now" | "pid">,
  folder: string,
  file: string,
  salt: Buffer | undefined,
  digests: Buffer,
): void {
  if (salt === undefined) {
    const { O_APPEND, O_WRONLY, O_NOFOLLOW = 0 } = constants;
    const descriptor = openSync(file, O_APPEND | O_WRONLY | O_NOFOLLOW);
    try {
      writeSync(descriptor, digests);
    } finally {
      closeSync(descriptor);
    }
    return;
  }
  makeFolder(folder);
  atomicWrite(file, Buffer.concat([salt, digests]), { pid: io.pid });
  forgetOldFiles(folder, io);
}

/** The folder with a file of digests for each session; `undefined` if there is no folder for state. */
export function cleanFolder(io: Pick<Io, "env" | "platform">): string | undefined {
  const data = dataDir(io);
  return data && `${data}/clean`;
}

/**
 * The path of a session's file. A plain session id is itself the file's name, which saves a hook from computing a hash;
 * most ids are plain. A plain id has at least five characters, since Windows has devices with shorter names.
 */
export function cleanFile(folder: string, session: string): string {
  return `${folder}/${/^[\w-]{5,64}$/.test(session) ? session : sha256(session).slice(0, 32)}`;
}

/** Removes a session's file, which other sessions cannot use. */
export function forgetClean(io: Pick<Io, "env" | "platform">, session: string): void {
  const folder = cleanFolder(io);
  if (folder !== undefined) rmSync(cleanFile(folder, session), { force: true });
}
