import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { docPages } from "./doc-pages.ts";

/** Writes what stands in tables of the program into docs/. Run it with `npm run docs`; a test compares the two. */
const place = (name: string) => join(process.cwd(), "docs", name);

void docPages((name) => readFileSync(place(name), "utf8")).then((pages) => {
  for (const [name, text] of Object.entries(pages)) writeFileSync(place(name), text);
});
