import fs from "node:fs";

import { readObject } from "isomorphic-git";

/** Type and content of a packed object, `undefined` where no pack holds it. */
export type ReadPacked = (
  shadow: string,
  id: string,
  cache: object,
) => Promise<{ readonly type: string; readonly content: Buffer } | undefined>;

/** With isomorphic-git, which knows deltas and checks sums. The cache keeps opened packs for further calls. */
const readPacked: ReadPacked = async (shadow, id, cache) => {
  try {
    const found = await readObject({ fs, gitdir: shadow, oid: id, format: "content", cache });
    return { type: found.type, content: Buffer.from(found.object as Uint8Array) };
  } catch (error) {
    if ((error as { code?: string }).code === "NotFoundError") return undefined;
    throw error;
  }
};
export default readPacked;
