import fs, { existsSync, statSync, utimesSync } from "node:fs";
import { dirname } from "node:path";
import { deflateSync } from "node:zlib";

import { indexPack, packObjects, readObject, writeObject } from "isomorphic-git";

import { atomicWrite, makeFolder, namesIn, readRegularFile } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { isObjectDamaged } from "../damaged-objects.ts";
import type { ObjectId } from "../engine.ts";
import { hashOf, type ObjectType } from "../git-object.ts";

/**
 * The most objects that are written as loose objects. More objects go into one pack, since each file takes milliseconds
 * to flush to the disk.
 */
const LOOSE_LIMIT = 64;

/**
 * The most objects that wait in memory, and the most bytes of these objects. Above a limit they are written as a pack,
 * which is built in memory. If the process is killed, only waiting objects are lost.
 */
const PACK_OBJECTS = 5000;
const PACK_BYTES = 64 * 1024 * 1024;

export interface StoredObject {
  readonly type: string;
  readonly content: Buffer;
}

/**
 * The objects of a shadow repository, read and written with isomorphic-git. That library writes directly into an
 * object's file, does not flush it, and never rewrites an existing file. So new objects wait in memory until `finish`
 * writes each file under a temporary name, flushes and renames it.
 */
export class Objects {
  readonly #shadow: string;
  readonly #pid: number;
  readonly #now: Date;
  /** isomorphic-git's cache of opened packs. */
  readonly #cache = {};
  /** The content of each object file that is not written yet, by path. */
  readonly #waiting = new Map<string, Buffer>();
  readonly #ids = new Set<ObjectId>();
  #bytes = 0;
  #packs: ReadonlyMap<ObjectId, string> | undefined;

  constructor(io: Io, shadow: string) {
    this.#shadow = shadow;
    this.#pid = io.pid;
    this.#now = io.now();
  }

  /**
   * Reads an object; `undefined` if it does not exist.
   * @throws UserError if the object is damaged
   */
  async find(id: ObjectId): Promise<StoredObject | undefined> {
    try {
      const found = await readObject({ fs, gitdir: this.#shadow, oid: id, format: "content", cache: this.#cache });
      return { type: found.type, content: Buffer.from(found.object as Uint8Array) };
    } catch (error) {
      if ((error as { code?: string }).code === "NotFoundError") return undefined;
      throw broken(id, "is damaged", error);
    }
  }

  /** Reads the content of an object. @throws UserError if it is missing, damaged or of another type */
  async read(id: ObjectId, type: ObjectType): Promise<Buffer> {
    const found = await this.find(id);
    if (found?.type !== type) throw broken(id, found ? `is a ${found.type}` : "is gone");
    return found.content;
  }

  /** Whether an object exists, or waits to be written. */
  holds(id: ObjectId): boolean {
    if (this.#ids.has(id)) return true;
    const loose = statSync(looseFile(this.#shadow, id), { throwIfNoEntry: false });
    return loose ? loose.size > 0 : this.#packOf(id) !== undefined; // a power cut may have emptied the file
  }

  /**
   * Adds an object, unless it exists, and gives its id. The object is on the disk only after `finish`, so no ref or
   * cache may hold its id earlier.
   */
  async write(type: ObjectType, content: Buffer): Promise<ObjectId> {
    const id = hashOf(type, content, "sha1");
    if (!this.#ids.has(id) && !this.#freshen(id)) await this.store(id, type, content);
    return id;
  }

  /** Adds an object with a known id, even if it exists already. */
  async store(id: ObjectId, type: ObjectType, content: Buffer): Promise<void> {
    const whole = deflateSync(Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]), { level: 1 });
    await writeObject({ fs: this.#fs(false), gitdir: this.#shadow, object: whole, format: "deflated", oid: id });
    this.#ids.add(id);
    this.#bytes += content.length;
    if (this.#waiting.size >= PACK_OBJECTS || this.#bytes >= PACK_BYTES) await this.finish();
  }

  async finish(): Promise<void> {
    if (this.#waiting.size <= LOOSE_LIMIT) for (const [file, bytes] of this.#waiting) this.#put(file, bytes);
    else {
      const [dir, cache, onDisk] = [this.#shadow, this.#cache, this.#fs(true)];
      const oids = [...this.#waiting.keys()].map((file) => file.slice(-41).replace("/", ""));
      const { filename } = await packObjects({ fs: onDisk, dir, gitdir: dir, oids, write: true, cache });
      await indexPack({ fs: onDisk, dir, gitdir: dir, filepath: `objects/pack/${filename}`, cache });
    }
    this.#waiting.clear();
    this.#bytes = 0;
  }

  /**
   * A file system for isomorphic-git that also shows waiting objects. It writes files to the disk if `isDurable`, else
   * it lets them wait.
   */
  #fs(isDurable: boolean) {
    return {
      promises: {
        ...fs.promises,
        readFile: async (file: string, options?: BufferEncoding) =>
          this.#waiting.get(file) ?? fs.promises.readFile(file, options),
        writeFile: async (file: string, bytes: Buffer) =>
          isDurable ? this.#put(file, bytes) : void this.#waiting.set(file, bytes),
      },
    };
  }

  #put(file: string, bytes: Buffer): void {
    makeFolder(dirname(file));
    atomicWrite(file, bytes, { pid: this.#pid, durable: true, folder: `${this.#shadow}/tmp` });
  }

  /**
   * Renews the time of an existing object, so that garbage collection does not delete it as old. Gives whether it
   * exists.
   */
  #freshen(id: ObjectId): boolean {
    const loose = looseFile(this.#shadow, id);
    if (isObjectDamaged(this.#shadow, id, "at a glance")) throw new UserError("brokenObjects", [id]);
    const file = existsSync(loose) ? loose : this.#packOf(id);
    try {
      if (file !== undefined) utimesSync(file, this.#now, this.#now);
      return file !== undefined;
    } catch {
      return false; // the file has just been deleted
    }
  }

  #packOf(id: ObjectId): string | undefined {
    this.#packs ??= new Map(packsIn(this.#shadow).flatMap((pack) => idsIn(pack).map((one) => [one, pack] as const)));
    return this.#packs.get(id);
  }
}

export function looseFile(shadow: string, id: ObjectId): string {
  return `${shadow}/objects/${id.slice(0, 2)}/${id.slice(2)}`;
}

/** The ids of all loose objects. */
export function looseIn(shadow: string): ObjectId[] {
  return namesIn(`${shadow}/objects`)
    .filter((first) => /^[0-9a-f]{2}$/.test(first))
    .flatMap((first) => namesIn(`${shadow}/objects/${first}`).map((rest) => first + rest))
    .filter((id) => /^[0-9a-f]{40}$/.test(id));
}

/**
 * The packs that have an index, except git's packs of unreachable objects, whose `.mtimes` file holds the objects'
 * times.
 */
export function packsIn(shadow: string): string[] {
  const names = new Set(namesIn(`${shadow}/objects/pack`));
  return [...names]
    .filter((name) => name.endsWith(".pack"))
    .map((name) => name.slice(0, -".pack".length))
    .filter((name) => names.has(`${name}.idx`) && !names.has(`${name}.mtimes`))
    .map((name) => `${shadow}/objects/pack/${name}.pack`);
}

/**
 * The ids of a pack's objects, read from its index (gitformat-pack); none if the index is missing or not of version 2.
 */
export function idsIn(pack: string): ObjectId[] {
  const [header, fanout, idBytes] = [8, 256 * 4, 20];
  try {
    const index = readRegularFile(pack.replace(/pack$/, "idx")).bytes;
    if (index.readUInt32BE(0) !== 0xff744f63 || index.readUInt32BE(4) !== 2) return [];
    const ids = index.subarray(header + fanout).toString("hex", 0, idBytes * index.readUInt32BE(header + fanout - 4));
    return ids.match(/.{40}/g) ?? [];
  } catch {
    return [];
  }
}

function broken(id: ObjectId, what: string, cause?: unknown): UserError {
  return new UserError("gitFailed", ["read-object", `the object ${id} ${what}`], cause);
}
