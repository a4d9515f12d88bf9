import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { docPages, packagedPlugins, readmePage } from "./doc-pages.ts";
import type { Package } from "./plugin-files.ts";

/**
 * Writes the program's tables into docs/, and the files that make the package a plugin of each agent: `npm run docs`. A
 * test compares the files.
 */
const place = (name: string) => join(process.cwd(), "docs", name);
const about = JSON.parse(readFileSync(join(process.cwd(), "package.json"), "utf8")) as Package;

void docPages((name) => readFileSync(place(name), "utf8")).then((pages) => {
  for (const [name, text] of Object.entries(pages)) writeFileSync(place(name), text);
});
const readme = join(process.cwd(), "README.md");
void readmePage(readFileSync(readme, "utf8")).then((text) => writeFileSync(readme, text));
void packagedPlugins(about).then((files) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
});
