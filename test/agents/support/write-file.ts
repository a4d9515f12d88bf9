import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import type { Json } from "../../../kit/json.ts";

/** Writes text, or anything else as JSON, making the folders above it. */
export function writeFile(path: string, content: Json, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 2), { mode });
}
