import type { ObjectId, SnapshotEngine } from "../../engine.ts";
import { batchesOf } from "../find-text.ts";

/** Reads blobs in groups, of which one is in memory at a time. Quick if blobs are read roughly in their order. */
export class Contents {
  readonly #engine: SnapshotEngine;
  readonly #sizes: ReadonlyMap<ObjectId, number>;
  readonly #groups = new Map<ObjectId, readonly ObjectId[]>();
  #read: ReadonlyMap<ObjectId, Buffer> = new Map();

  private constructor(engine: SnapshotEngine, sizes: ReadonlyMap<ObjectId, number>) {
    this.#engine = engine;
    this.#sizes = sizes;
    for (const group of batchesOf(sizes)) for (const id of group) this.#groups.set(id, group);
  }

  static async of(engine: SnapshotEngine, ids: readonly ObjectId[]): Promise<Contents> {
    return new Contents(engine, await engine.sizes([...new Set(ids)]));
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
