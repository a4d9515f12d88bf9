import type { ObjectId, SnapshotEngine } from "../../engine.ts";
import { batchesOf } from "../find-text.ts";

/** At most this many contents, of at most this many bytes together, are read at once. */
const FEW = 64;
const SMALL = 4 * 1024 * 1024;

/** Reads blobs in groups, of which one is in memory at a time. Quick if blobs are read roughly in their order. */
export class Contents {
  readonly #engine: SnapshotEngine;
  readonly #sizes: ReadonlyMap<ObjectId, number>;
  readonly #groups = new Map<ObjectId, readonly ObjectId[]>();
  #read: ReadonlyMap<ObjectId, Buffer>;

  private constructor(
    engine: SnapshotEngine,
    sizes: ReadonlyMap<ObjectId, number>,
    read: ReadonlyMap<ObjectId, Buffer> = new Map(),
  ) {
    this.#engine = engine;
    this.#sizes = sizes;
    this.#read = read;
    for (const group of batchesOf(sizes)) for (const id of group) this.#groups.set(id, group);
  }

  static async of(engine: SnapshotEngine, ids: readonly ObjectId[]): Promise<Contents> {
    const unique = [...new Set(ids)];
    // Usually the contents are few and small, and their sizes need not be asked first: that saves a process.
    const read = unique.length <= FEW ? await engine.readBlobs(unique, SMALL) : undefined;
    if (read) return new Contents(engine, new Map([...read].map(([id, content]) => [id, content.length])), read);
    return new Contents(engine, await engine.sizes(unique));
  }

  /** The content of a blob; empty if it is lost. */
  async get(id: ObjectId): Promise<Buffer> {
    const group = this.#groups.get(id);
    if (!group) return Buffer.alloc(0);
    if (!this.#read.has(id)) {
      const bytes = group.reduce((sum, one) => sum + this.#sizes.get(one)!, 0);
      this.#read = (await this.#engine.readBlobs(group, bytes)) ?? new Map();
    }
    return this.#read.get(id) ?? Buffer.alloc(0);
  }
}
