import ignore from "ignore";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { isObject, type Json, type JsonObject } from "../../kit/json.ts";
import { textIn, walkedFiles } from "./walked-files.ts";

/** Files that a package always holds. */
const ALWAYS = /^(?:package\.json|(?:readme|licen[cs]e|copying|notice)[^/]*)$/i;
/** Files that a package never holds. */
const NEVER = /(?:^|\/)(?:\.npmrc|\.npmignore|\.gitignore|package-lock\.json|\.DS_Store|npm-debug\.log)$/;

/**
 * The files that `npm publish` takes from a folder, relative to the folder: those that `files` of package.json names,
 * or all that neither .npmignore nor git ignores.
 * @param known the files that git does not ignore; `undefined` without git
 */
export function filesOfPackage(folder: string, known: () => readonly string[] | undefined): readonly string[] {
  const described = descriptionIn(folder);
  if (described === undefined || described["private"] === true) return [];
  const { files } = described;
  if (Array.isArray(files)) {
    const named = ignore().add(files.filter((one): one is string => typeof one === "string").map(fromRoot));
    const entries = new Set(entriesOf(described));
    return walkedFiles(folder).filter(
      (file) => !NEVER.test(file) && (ALWAYS.test(file) || entries.has(file) || named.ignores(file)),
    );
  }
  const rules = [".npmignore", ".gitignore"].map((name) => join(folder, name)).find((path) => existsSync(path));
  const isOfNpm = rules?.endsWith(".npmignore") === true;
  const leftOut = ignore().add(rules === undefined ? "" : textIn(rules));
  const all = (isOfNpm ? undefined : known()) ?? walkedFiles(folder).filter((file) => !leftOut.ignores(file));
  return all.filter((file) => !NEVER.test(file));
}

function descriptionIn(folder: string): JsonObject | undefined {
  try {
    const described = JSON.parse(textIn(join(folder, "package.json"))) as Json;
    return isObject(described) ? described : undefined;
  } catch {
    return undefined; // npm publishes no folder without a valid package.json
  }
}

/** The entry of `files` as a pattern of .gitignore: it counts from the package's folder. */
function fromRoot(entry: string): string {
  const [, not = "", path = ""] = /^(!?)(?:\.?\/)?(.*)$/s.exec(entry) ?? [];
  return `${not}/${path}`;
}

/** The files that `main` and `bin` name. */
function entriesOf({ main, bin }: JsonObject): readonly string[] {
  const named = [main, ...(isObject(bin) ? Object.values(bin) : [bin])];
  return named.flatMap((one) => (typeof one === "string" ? one.replace(/^\.\//, "") : []));
}
