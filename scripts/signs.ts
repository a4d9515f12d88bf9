import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { rolldown } from "rolldown";
import ts from "typescript";

/**
 * Measures how easy the sources are to read, and prints a line for each sign: size, long lines and functions, circles
 * of imports, undocumented interfaces, and how many files run for one event. Run it with `npm run signs`.
 */
const ROOT = process.cwd();
const LONGEST_LINE = 120;
const LONGEST_FUNCTION = 80;
/** Interfaces of Node and V8 that no documentation names. */
const UNDOCUMENTED =
  /process\.binding|\.binding\(|reallyExit|latin1Slice|utf8Write|setFlagsFromString|ContextifyScript/;

interface Source {
  readonly path: string;
  readonly text: string;
}

async function printSigns(): Promise<void> {
  const names = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const paths = names.split("\0").filter((path) => /\.tsx?$/.test(path));
  const all = [...new Set(paths)].map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
  const tests = all.filter(({ path }) => path.startsWith("test/"));
  const sources = all.filter(({ path }) => !path.startsWith("test/"));
  const config = readFileSync(join(ROOT, "rolldown.config.ts"), "utf8");
  print("source outside test/", `${kilobytes(sources)} KB in ${sources.length} files`);
  print("test code", `${kilobytes(tests)} KB in ${tests.length} files`);
  list(`lines over ${LONGEST_LINE} characters`, all.flatMap(longLines));
  list(`functions over ${LONGEST_FUNCTION} lines`, sources.flatMap(longFunctions));
  list("circles of imports", circles(sources));
  list(
    "undocumented interfaces",
    sources
      .filter(({ path }) => path !== "scripts/signs.ts")
      .filter(({ text }) => UNDOCUMENTED.test(text))
      .map(({ path }) => path),
  );
  print("lines of rolldown.config.ts", String(config.trimEnd().split("\n").length));
  print("files over 200 lines", String(sources.filter(({ text }) => text.split("\n").length > 201).length));
  for (const [what, count] of await filesThatRun()) print(`files that run for ${what}`, String(count));
}

function print(sign: string, value: string): void {
  process.stdout.write(`${sign.padEnd(42)} ${value}\n`);
}

/** The count, and with `--all` each place. */
function list(sign: string, places: readonly string[]): void {
  print(sign, String(places.length));
  if (process.argv.includes("--all")) for (const place of places) process.stdout.write(`    ${place}\n`);
}

function kilobytes(sources: readonly Source[]): number {
  return Math.round(sources.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / 1024);
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

/** Groups of files that import each other, types included: the strongly connected parts of the graph (Tarjan, 1972). */
function circles(sources: readonly Source[]): string[] {
  const known = new Set(sources.map(({ path }) => path));
  const imports = new Map(
    sources.map(({ path, text }) => [path, importsOf(path, text).filter((target) => known.has(target))]),
  );
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[] = [];
  const visit = (path: string): void => {
    order.set(path, order.size);
    low.set(path, order.get(path)!);
    stack.push(path);
    for (const target of imports.get(path)!) {
      if (!order.has(target)) visit(target);
      if (stack.includes(target)) low.set(path, Math.min(low.get(path)!, low.get(target)!));
    }
    if (low.get(path) !== order.get(path)) return;
    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1) found.push(group.toSorted().join(" "));
  };
  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return found;
}

/** What a file imports when it is loaded: `import()` at a door is no part of a circle. */
function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/^(?:import|export)\b[^;]*?from "(\.[^"]+)"/gms)].map(([, target]) =>
    relative(ROOT, resolve(ROOT, dirname(path), target!)),
  );
}

/** In how many of our files a function runs for an event, told by V8's coverage of a build with one module a file. */
async function filesThatRun(): Promise<[what: string, files: number][]> {
  const folder = mkdtempSync(join(tmpdir(), "snapveil-signs-"));
  try {
    const out = join(folder, "out");
    const bundle = await rolldown({
      input: join(ROOT, "bin/main.ts"),
      cwd: ROOT,
      platform: "node",
      external: [/^node:/],
      resolve: { mainFields: ["module", "main"] },
      logLevel: "silent",
    });
    await bundle.write({
      dir: out,
      format: "cjs",
      preserveModules: true,
      preserveModulesRoot: ROOT,
      entryFileNames: "[name].cjs",
    });
    execFileSync("git", ["init", "--quiet", folder]);
    const starter = `require(${JSON.stringify(join(out, "bin/main.cjs"))}).main().then((code) => process.exit(code))`;
    const secret = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
    const call = { session_id: "s", cwd: folder, hook_event_name: "PreToolUse", tool_name: "Bash", tool_use_id: "t" };
    const events: [string, string[], object][] = [
      ["add_date", ["add_date"], { session_id: "s", cwd: folder, hook_event_name: "turn_start" }],
      ["a harmless ls", ["--agent", "claude-code"], { ...call, tool_input: { command: "ls" } }],
      [
        "a redaction",
        ["--agent", "claude-code", "redact_secrets"],
        {
          ...call,
          hook_event_name: "PostToolUse",
          tool_input: { command: "cat notes" },
          tool_response: { stdout: `token ${secret}\n`, stderr: "" },
        },
      ],
    ];
    return events.map(([what, words, event]) => [what, filesWithCalls(out, starter, words, event, folder)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function filesWithCalls(out: string, starter: string, words: readonly string[], event: object, folder: string): number {
  const coverage = mkdtempSync(join(folder, "coverage-"));
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    SNAPVEIL_DATA_DIR: join(folder, "data"),
    NODE_V8_COVERAGE: coverage,
  };
  const { status, stderr } = spawnSync(process.execPath, ["-e", starter, "snapveil", "hook", ...words], {
    input: JSON.stringify(event),
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The hook ended with ${status}: ${stderr}`);
  const scripts = readdirSync(coverage).flatMap(
    (name) => (JSON.parse(readFileSync(join(coverage, name), "utf8")) as { result: CoveredScript[] }).result,
  );
  const ran = scripts.filter(
    ({ url, functions }) => url.startsWith("file:") && fileURLToPath(url).startsWith(out) && functions.some(isCalled),
  );
  if (process.argv.includes("--all"))
    for (const { url } of ran) process.stdout.write(`    ${words[0]} ${relative(out, fileURLToPath(url))}\n`);
  return ran.filter(({ url }) => !/node_modules|rolldown/.test(url)).length;
}

/** A script as V8's coverage tells of it: its functions, each with how often it ran. */
interface CoveredScript {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly count: number }[];
  }[];
}

/** Whether a function with a name ran: what has none is the module itself, which runs when it is loaded. */
function isCalled({ functionName, ranges }: CoveredScript["functions"][number]): boolean {
  return functionName !== "" && (ranges[0]?.count ?? 0) > 0;
}

void printSigns();
