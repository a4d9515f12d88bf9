import { existsSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";

import { entriesIn, isFile, isFolder } from "../../kit/files.ts";
import { isObject, type JsonObject } from "../../kit/json.ts";
import { TooSlow } from "../../kit/run-within.ts";
import { MOST_CHANGES } from "./change.ts";
import { fitsLine, partsOfNpm, leadsInto, parseIgnoreLines, type IgnoreLine } from "./ignore-lines.ts";
import { textIn } from "./walked-files.ts";
import { descriptionIn, type PublishedPackage } from "./workspace-packages.ts";

/** What npm leaves out of a package unless a later line takes it in. */
const FIRST = "**/.svn\n**/.hg\n**/CVS\n.DS_Store\nnpm-debug.log\n.npmignore\n.gitignore";
/** What npm decides after the package's own rules. */
const LAST = `!/package.json\n!/{readme,copying,licen{s,c}e}\n!/{readme,copying,licen{s,c}e}.*
**/.git\n**/node_modules\n.npmrc\n/package-lock.json\n/yarn.lock\n/pnpm-lock.yaml\n/bun.lockb`;

/** The rules of one folder of a package. */
interface Layer {
  /** The folder as parts of a path from the package's top. */
  readonly depth: number;
  readonly lines: readonly IgnoreLine[];
}

/**
 * The files that `npm publish` takes from a folder, relative to the folder. npm reads .npmignore, or else .gitignore, of
 * each folder in the package and nothing else of git. Unlike git, npm walks through a folder that is left out if a later
 * line takes in a path below, and then takes every file there that no line names by itself.
 * @throws TooSlow if there are more than can be searched
 */
export function filesOfPackage({ folder, top }: PublishedPackage): readonly string[] {
  const described = descriptionIn(folder);
  if (described === undefined || described["private"] === true) return [];
  const found: string[] = [];
  const walk = (below: string, layers: readonly Layer[]) => {
    const depth = partsOfNpm(below).length;
    const own = below === "" ? topLines(folder, described, top) : linesIn(join(folder, below));
    const here = own.length > 0 ? [...layers, { depth, lines: own }] : layers;
    for (const entry of entriesIn(join(folder, below))) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        if (isTaken(path, here, true)) walk(path, here);
      } else if (entry.isFile() && isTaken(path, here, false)) found.push(path);
      if (found.length > MOST_CHANGES) throw new TooSlow();
    }
  };
  walk("", []);
  return found;
}

function isTaken(path: string, layers: readonly Layer[], isDirectory: boolean): boolean {
  const parts = partsOfNpm(path);
  let isIn = true;
  for (const { depth, lines } of layers) {
    const rest = parts.slice(depth);
    for (const line of lines) {
      if (line.takesIn === isIn) continue;
      if (fitsLine(line, rest, isDirectory) || (isDirectory && line.takesIn && leadsInto(line, rest))) isIn = !isIn;
    }
  }
  return isIn;
}

/** The lines that count from the package's top, in npm's order. */
function topLines(folder: string, described: JsonObject, top: string | undefined): readonly IgnoreLine[] {
  const { files } = described;
  const listed = Array.isArray(files) ? files.filter((one): one is string => typeof one === "string") : undefined;
  return [
    ...parseIgnoreLines(FIRST, "npm"),
    ...(top === undefined ? [] : foldersBetween(top, folder).flatMap(linesIn)),
    ...(listed
      ? parseIgnoreLines(["*", ...listed.flatMap((one) => takingIn(folder, one))].join("\n"), "npm")
      : linesIn(folder)),
    ...parseIgnoreLines(
      [LAST, ...bundledIn(described), ...entriesOf(described).map((path) => `!/${path}`)].join("\n"),
      "npm",
    ),
  ];
}

/** The folders from the top of the workspaces down to the one above a package. */
function foldersBetween(top: string, folder: string): string[] {
  const parts = relative(top, dirname(folder)).split(/[\\/]/).filter(Boolean);
  return [top, ...parts.map((_, n) => join(top, ...parts.slice(0, n + 1)))];
}

/**
 * An entry of `files` in package.json as lines of an ignore file. A name that is left out counts at the top alone, as
 * for newer releases of npm.
 */
function takingIn(folder: string, entry: string): readonly string[] {
  const [, not = "", rest = ""] = /^(!?)(.*)$/s.exec(entry) ?? [];
  // To npm, `lib/../src` means `src`.
  const straight = rest.includes("../") ? `./${posix.normalize(rest)}` : rest;
  const path = straight.replace(/^\.\//, "/").replace(/\/\*$/, "/**");
  if (not !== "") return [`/${path.replace(/^\//, "")}`];
  return isFolder(join(folder, path)) ? [`!${path}`, `!${path.replace(/\/$/, "")}/**`] : [`!${path}`];
}

function linesIn(folder: string): readonly IgnoreLine[] {
  const file = [".npmignore", ".gitignore"].map((name) => join(folder, name)).find((path) => existsSync(path));
  return file !== undefined && isFile(file) ? parseIgnoreLines(textIn(file), "npm") : [];
}

/** Lines that take in the dependencies that come along in a package. */
function bundledIn({ bundleDependencies, bundledDependencies }: JsonObject): readonly string[] {
  const listed = Array.isArray(bundleDependencies) ? bundleDependencies : bundledDependencies;
  const names = Array.isArray(listed) ? listed.filter((one): one is string => typeof one === "string") : [];
  return names.length === 0 ? [] : ["/node_modules/*", ...names.map((name) => `!/node_modules/${name}`)];
}

/** The files that a package holds whatever its rules say: those that `main`, `browser` and `bin` name. */
function entriesOf({ main, browser, bin }: JsonObject): readonly string[] {
  const named = [main, browser, ...(isObject(bin) ? Object.values(bin) : [bin])];
  return named.flatMap((one) => (typeof one === "string" ? [one.replace(/^\.?\//, "")] : []));
}
