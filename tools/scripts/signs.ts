import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Plugin } from "rolldown";
import ts from "typescript";

import { AGENT_NAMES } from "../../agents/registry.ts";
import { BUILTINS } from "../../builtins/registry.ts";
import config from "../../rolldown.config.ts";
import { filesThatRun } from "./files-that-run.ts";
import { unfinishedComments } from "./unfinished-comments.ts";
import { circles } from "./import-circles.ts";
import { ROOT, type Source } from "./source.ts";

const LONGEST_FILE = 200;
const LONGEST_LINE = 120;
const LONGEST_FUNCTION = 80;
/** Undocumented interfaces of Node and V8. */
const UNDOCUMENTED =
  /process\.binding|\.binding\(|reallyExit|latin1Slice|utf8Write|setFlagsFromString|ContextifyScript/;

/** Measures that take minutes → the command for each. */
const MEASURED_ELSEWHERE = [
  ["time of a hook against its bounds", "npm run bench"],
  ["secrets found, of those planted", "npm run bench:secrets"],
  ["checkpoints lost when things break", "npm run test:torture"],
  ["time of the whole check", "time npm run check"],
] as const;

/**
 * Measures how easy the sources are to read and extend, and prints a line for each measure; with `--all` also the
 * places that were counted: `npm run signs`.
 */
async function printSigns(): Promise<void> {
  const names = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const paths = names.split("\0").filter((path) => /\.tsx?$/.test(path) && existsSync(join(ROOT, path)));
  const all = [...new Set(paths)].map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
  const tests = all.filter(({ path }) => path.startsWith("test/"));
  const sources = all.filter(({ path }) => !path.startsWith("test/"));
  print("source outside test/", `${kilobytes(sources)} KB in ${sources.length} files`);
  print("test code", `${kilobytes(tests)} KB in ${tests.length} files`);
  list(
    `files over ${LONGEST_FILE} lines`,
    pathsOf(sources, ({ text }) => lines(text) > LONGEST_FILE),
  );
  list(`lines over ${LONGEST_LINE} characters`, all.flatMap(longLines));
  list(`functions over ${LONGEST_FUNCTION} lines`, sources.flatMap(longFunctions));
  list("circles of imports", circles(sources));
  list("names that several files export", namedTwice(sources));
  const comments = sources.flatMap(commentsOf);
  const clauses = comments.filter(({ text }) => /\b(?:where|what)\b/i.test(text));
  print(
    'comments with "where" or "what"',
    `${Math.round((100 * clauses.length) / comments.length)} % of ${comments.length}`,
  );
  if (process.argv.includes("--all")) for (const { place } of clauses) process.stdout.write(`    ${place}\n`);
  list("doc comments that begin in the middle", sources.flatMap(unfinishedComments));
  list(
    "undocumented interfaces",
    pathsOf(sources, ({ path, text }) => path !== "tools/scripts/signs.ts" && UNDOCUMENTED.test(text)),
  );
  print("lines of rolldown.config.ts", String(lines(readFileSync(join(ROOT, "rolldown.config.ts"), "utf8"))));
  list("plugins that change code", pluginsWith("transform", "renderChunk", "generateBundle"));
  list("plugins that write modules", pluginsWith("load"));
  const builtins = BUILTINS.map(({ name }) => name);
  list(`of ${builtins.length} builtins, named by other files`, namedElsewhere(sources, "builtins", builtins));
  list(`of ${AGENT_NAMES.length} agents, named by other files`, namedElsewhere(sources, "agents", AGENT_NAMES));
  for (const [what, files] of await filesThatRun()) list(`files that run for ${what}`, files);
  for (const [sign, command] of MEASURED_ELSEWHERE) print(sign, `see ${command}`);
}

function print(sign: string, value: string): void {
  process.stdout.write(`${sign.padEnd(42)} ${value}\n`);
}

function list(sign: string, places: readonly string[]): void {
  print(sign, String(places.length));
  if (process.argv.includes("--all")) for (const place of places) process.stdout.write(`    ${place}\n`);
}

function kilobytes(sources: readonly Source[]): number {
  return Math.round(sources.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / 1024);
}

function lines(text: string): number {
  return text.trimEnd().split("\n").length;
}

function pathsOf(sources: readonly Source[], has: (source: Source) => boolean): string[] {
  return sources.filter(has).map(({ path }) => path);
}

function longLines({ path, text }: Source): string[] {
  return text.split("\n").flatMap((line, at) => (line.length > LONGEST_LINE ? [`${path}:${at + 1}`] : []));
}

function longFunctions({ path, text }: Source): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body) {
      const from = file.getLineAndCharacterOfPosition(node.getStart()).line;
      const to = file.getLineAndCharacterOfPosition(node.getEnd()).line;
      if (to - from + 1 > LONGEST_FUNCTION) found.push(`${path}:${from + 1} (${to - from + 1} lines)`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Exported types and functions whose name another file exports, too, so that a reader may look up the wrong one. */
function namedTwice(sources: readonly Source[]): string[] {
  const files = new Map<string, Set<string>>();
  for (const { path, text } of sources)
    for (const [, name] of text.matchAll(/^export (?:default )?(?:async )?(?:function|interface|type|class) (\w+)/gm))
      files.set(name!, (files.get(name!) ?? new Set()).add(path));
  return [...files].filter(([, in_]) => in_.size > 1).map(([name, in_]) => `${name}: ${[...in_].join(", ")}`);
}

/** The comments of a file. Consecutive line comments are joined to one. */
function commentsOf({ path, text }: Source): { place: string; text: string }[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: { place: string; text: string; ends: number }[] = [];
  const seen = new Set<number>();
  const visit = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ];
    for (const { pos, end, kind } of ranges) {
      if (seen.has(pos)) continue;
      seen.add(pos);
      const line = file.getLineAndCharacterOfPosition(pos).line;
      const above = found.at(-1);
      if (kind === ts.SyntaxKind.SingleLineCommentTrivia && above?.ends === line - 1) {
        above.text += text.slice(pos, end);
        above.ends = line;
      } else found.push({ place: `${path}:${line + 1}`, text: text.slice(pos, end), ends: line });
    }
    node.getChildren(file).forEach(visit);
  };
  visit(file);
  return found;
}

/**
 * Builtins or agents whose names occur in files other than their own and the registry. Such files would have to change
 * for a new builtin or agent.
 */
function namedElsewhere(sources: readonly Source[], folder: string, names: readonly string[]): string[] {
  const program = sources.filter(({ path }) => !/^(?:tools|agents\/shims)\/|\/registry(?:\/[\w-]+)?\.ts$/.test(path));
  return names.flatMap((name) => {
    const own = `${folder}/${name.replaceAll("_", "-")}`;
    const quoted = new RegExp(`"${name}"|/${name.replaceAll("_", "-")}(?:\\.install)?\\.ts"`);
    const others = program
      .filter(({ path }) => ![`${own}.ts`, `${own}.install.ts`].includes(path) && !path.startsWith(`${own}/`))
      .filter(({ text }) => quoted.test(text.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, "")))
      .map(({ path }) => path);
    return others.length > 0 ? [`${name}: ${others.join(" ")}`] : [];
  });
}

/** The plugins of the build that have one of these hooks. */
function pluginsWith(...hooks: readonly string[]): string[] {
  const plugins = [config].flat().flatMap((bundle) => [bundle.plugins].flat(10) as (Plugin | undefined)[]);
  return [...new Set(plugins)].flatMap((plugin) =>
    plugin && hooks.some((hook) => hook in plugin) ? [plugin.name] : [],
  );
}

void printSigns();
