import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import type { Reply } from "../loopback/reply.ts";

/** Address → file of the page and what it is. Nothing else is served as a file. */
const FILES = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/page.js": ["page.js", "text/javascript; charset=utf-8"],
  "/page.css": ["page.css", "text/css; charset=utf-8"],
  "/icon.svg": ["icon.svg", "image/svg+xml"],
} as const;

/** The page's own files, read and compressed once. */
export function readAssets(folder: string): ReadonlyMap<string, Reply> {
  return new Map(
    Object.entries(FILES).map(([address, [file, type]]) => [
      address,
      { status: 200, type, body: gzipSync(readFileSync(join(folder, file))), encoding: "gzip" as const },
    ]),
  );
}
