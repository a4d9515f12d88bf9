import { createHash } from "../../kit/hash.ts";

/** How a repository counts its objects. */
export type ObjectFormat = "sha1" | "sha256";

/** The two kinds that a shadow repository holds. */
export type ObjectType = "tree" | "blob";

export function idBytesOf(format: ObjectFormat): 20 | 32 {
  return format === "sha256" ? 32 : 20;
}

/** The id that an object of this content has. */
export function idOf(type: ObjectType, content: Buffer, format: ObjectFormat): string {
  return createHash(format).update(`${type} ${content.length}\0`).update(content).digest("hex");
}
