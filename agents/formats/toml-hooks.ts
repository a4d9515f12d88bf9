import { parseTree } from "jsonc-parser";
import { parse, TomlError } from "smol-toml";

import type { JsonObject } from "../../kit/json.ts";
import { printable } from "../../kit/text.ts";
import { ConfigProblem, type Entry, type Format } from "./config-file.ts";
import { shapeFault } from "./file-shape.ts";
import type { Shape } from "./shape.ts";
import { findCommands } from "./find-commands.ts";
import type { Refuses } from "./installer.ts";
import { layoutOf, splitBom } from "./layout.ts";
import { checkSame } from "./merged-hooks.ts";

const BEGIN = "# snapveil: begin. Written by `snapveil install`, taken out by `snapveil uninstall`.";
const END = "# snapveil: end.";
/** snapveil's block, with the blank line in front. */
const BLOCK = /(?:\r?\n)?# snapveil: begin\.[^\n]*\n[\s\S]*?# snapveil: end\.[^\S\n]*(?:\r?\n|$)/;

/**
 * Writes entries as `[[hooks]]` tables of a TOML file, in one block between two comments. TOML allows tables anywhere,
 * so the rest of the file is not touched.
 * @param rows the keys and values of an entry, in order
 */
export function tomlHooks(events: readonly string[], rows: (entry: Entry) => JsonObject): Format {
  const known = new Set(events);

  function put(whole: string | undefined, entries: readonly Entry[]): string {
    const [bom, text] = splitBom(whole ?? "");
    const before = read(text);
    const { eol } = layoutOf(text);
    const block = [BEGIN, ...entries.flatMap((entry) => table(rows(entry))), END, ""].join(eol);
    const old = BLOCK.exec(text)?.[0];
    // The blank line in front of the block belongs to the match and is written again, so that a second installation
    // changes nothing.
    const gap = /^\r?\n/.exec(old ?? "")?.[0] ?? "";
    const after =
      old === undefined
        ? `${text}${text === "" ? "" : text.endsWith("\n") ? eol : eol + eol}${block}`
        : text.replace(BLOCK, () => gap + block);
    checkSame(read, known, { text: after, before, count: entries.length });
    return bom + after;
  }

  function take(whole: string, before: string | undefined): string | undefined {
    const [bom, text] = splitBom(whole);
    const found = read(text);
    const left = text.replace(BLOCK, "");
    checkSame(read, known, { text: left, before: found, count: 0 });
    if (left.trim() === "" && (before === undefined || before.trim() === "")) return undefined;
    return bom + left;
  }

  return {
    put,
    take,
    find: (whole) => findCommands(read(splitBom(whole)[1]), known),
    read: (whole) => read(splitBom(whole)[1]),
  };
}

/**
 * Checks a TOML file whose agent loads no hook at all if one entry has a wrong form. The agent reads integers as
 * JavaScript numbers.
 */
export function wholeToml(hook: Shape): Refuses {
  return (path, text, { title }) => {
    const refused = (why: string) => `${title} loads none of the hooks in ${printable(path)}: ${why}.`;
    try {
      const { hooks = [] } = parse(splitBom(text)[1]);
      const root = parseTree(JSON.stringify({ hooks }))!;
      const fault = shapeFault(root, { keys: { hooks: { list: hook } } }, false);
      return fault && refused(fault.clause);
    } catch (error) {
      if (!(error instanceof TomlError)) throw error;
      return refused(`what stands in line ${error.line} is no TOML that it reads`);
    }
  };
}

function table(row: JsonObject): string[] {
  return ["[[hooks]]", ...Object.entries(row).map(([key, value]) => `${key} = ${JSON.stringify(value)}`), ""];
}

function read(text: string): JsonObject {
  try {
    // A TOML integer has 64 bits. An integer that JavaScript cannot represent is compared as text; so is an infinite
    // number.
    return JSON.parse(JSON.stringify(parse(text, { integersAsBigInt: "asNeeded" }), asText)) as JsonObject;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new ConfigProblem(`it is not valid TOML (line ${error.line})`);
  }
}

function asText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value)) ? String(value) : value;
}
