import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { COMMANDS } from "../../../bin/commands/registry.ts";

const ROOT = join(import.meta.dirname, "../../..");
const pages = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
const PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md"].concat(pages.map((name) => `docs/${name}`));
const names = COMMANDS.flatMap(({ commands }) => Object.keys(commands));
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> };

test.each(PAGES)("%s tells to type nothing but commands and scripts that there are", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].flatMap(([, block]) => block!.split("\n"));
  const lines = [...blocks, ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, word]) => word!)];
  const typed = lines.flatMap((line) =>
    [...line.matchAll(/(?:^|[|;&] |npx )snapveil ([a-z]\w*)/g)].map(([, word]) => word!),
  );
  const run = lines.flatMap((line) => [...line.matchAll(/\bnpm run ([\w:]+)/g)].map(([, word]) => word!));
  expect(typed.filter((word) => !names.includes(word))).toEqual([]);
  expect(run.filter((word) => scripts[word] === undefined)).toEqual([]);
});

test.each(PAGES)("what %s links to is there", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)].map(([, path]) =>
    join(ROOT, page, "..", path!),
  );
  const gone = links.filter((path) => {
    try {
      return readFileSync(path).length === 0;
    } catch {
      return true;
    }
  });
  expect(gone).toEqual([]);
});
