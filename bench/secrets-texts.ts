import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/** What a text is; false positives are counted for each. */
export type TextClass =
  | "sources"
  | "tests"
  | "minified"
  | "maps"
  | "markdown"
  | "product code"
  | "lock files"
  | "logs"
  | "base64";

export interface SampleText {
  readonly class: TextClass;
  /** Package and path, for whoever looks a finding up. */
  readonly name: string;
  readonly text: string;
}

/** The detector is tuned on one half of the packages and judged on the other, split by a hash of their names. */
export type Part = "tuning" | "checking";

/** Bytes of one class, and of one package in it, so that no package speaks for all. */
const MOST_OF_CLASS = 8_000_000;
const MOST_OF_PACKAGE = 1_500_000;
const MOST_OF_FILE = 2_000_000;

/** Texts without secrets: what npm has installed in `folders` anyway, and this project's own files and history. */
export function collectTexts(folders: readonly string[], part: Part): SampleText[] {
  const project = join(import.meta.dirname, "..");
  const texts = folders
    .flatMap((folder) => listPackages(folder))
    .sort(byHash)
    .filter((one) => partOf(one.name) === part)
    .flatMap(textsOf);
  return limit([...texts, ...productCode(project), ...lockFiles(project), ...logs(project), ...ownBinary()]);
}

interface Package {
  readonly name: string;
  readonly folder: string;
}

function hashOf(name: string): number {
  return createHash("sha256").update(name).digest().readUInt32BE(0);
}

function partOf(name: string): Part {
  return hashOf(name) % 2 === 0 ? "tuning" : "checking";
}

function byHash(first: Package, second: Package): number {
  return hashOf(`order ${first.name}`) - hashOf(`order ${second.name}`);
}

function listPackages(folder: string): Package[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    // Scanners for secrets hold secrets on purpose.
    if (name.startsWith(".") || /secretlint/.test(name)) return [];
    if (!name.startsWith("@")) return [{ name, folder: join(folder, name) }];
    return readdirSync(join(folder, name)).map((inner) => ({
      name: `${name}/${inner}`,
      folder: join(folder, name, inner),
    }));
  });
}

function textsOf({ name, folder }: Package): SampleText[] {
  const texts: SampleText[] = [];
  let left = MOST_OF_PACKAGE;
  for (const path of filesBelow(folder)) {
    const size = statSync(path).size;
    if (size === 0 || size > MOST_OF_FILE || size > left) continue;
    const text = readSample(`${name}/${relative(folder, path)}`, path);
    if (text === undefined) continue;
    texts.push(text);
    left -= size;
  }
  return texts;
}

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name === "node_modules") continue;
    if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name));
    else if (entry.isFile()) yield join(folder, entry.name);
  }
}

function readSample(name: string, path: string): SampleText | undefined {
  if (/\.(?:node|wasm|png|gif|ico|woff2?|gz|br)$/.test(path)) {
    const lines = readFileSync(path).toString("base64");
    return { class: "base64", name, text: hashOf(name) % 2 === 0 ? lines : lines.replace(/.{76}/g, "$&\n") };
  }
  if (/(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|go\.sum)$/.test(path))
    return { class: "lock files", name, text: readFileSync(path, "utf8") };
  if (path.endsWith(".map")) return { class: "maps", name, text: readFileSync(path, "utf8") };
  if (/\.(?:md|markdown)$/.test(path)) return { class: "markdown", name, text: readFileSync(path, "utf8") };
  if (!/\.(?:[cm]?[jt]sx?|py|go|rs|c|cc|h|sh|css|html|ya?ml|json|toml)$/.test(path)) return undefined;
  const text = readFileSync(path, "utf8");
  if (/(?:^|\/)(?:tests?|__tests__|spec|fixtures|examples?)\/|[._](?:test|spec)\./.test(name))
    return { class: "tests", name, text };
  return { class: isMinified(path, text) ? "minified" : "sources", name, text };
}

function isMinified(path: string, text: string): boolean {
  return /[.-]min\./.test(path) || text.length / (text.split("\n", 100_000).length + 1) > 250;
}

/** What this project is made of, but for its tests, which hold made-up secrets, and its list of token formats. */
function productCode(project: string): SampleText[] {
  const listed = spawnSync("git", ["ls-files", "-z", "*.ts", "*.md", "*.json"], {
    cwd: project,
    encoding: "utf8",
  }).stdout;
  return listed
    .split("\0")
    .filter((path) => path !== "" && !/^test\/|^redactors\/rules\/|lock\.json$/.test(path))
    .map((path) => ({
      class: "product code",
      name: path,
      text: withoutSamples(readFileSync(join(project, path), "utf8")),
    }));
}

/** Tokens that our own files put together from pieces are samples, and are rightly found. */
function withoutSamples(text: string): string {
  return text.replace(/\[(?:"[^"\n]*", )+"[^"\n]*"\]/g, "[]");
}

function lockFiles(project: string): SampleText[] {
  return ["package-lock.json", "node_modules/.package-lock.json"]
    .map((path) => join(project, path))
    .filter((path) => existsSync(path))
    .map((path) => ({ class: "lock files", name: path, text: readFileSync(path, "utf8") }));
}

/** Node's own binary, a piece of it on one line and a piece in lines of 76. */
function ownBinary(): SampleText[] {
  const file = openSync(process.execPath, "r");
  try {
    return [1, 2].map((place) => {
      const bytes = Buffer.alloc(2_000_000);
      readSync(file, bytes, 0, bytes.length, place * 10_000_000);
      const lines = bytes.toString("base64");
      return {
        class: "base64",
        name: `node at ${place * 10} MB`,
        text: place === 1 ? lines : lines.replace(/.{76}/g, "$&\n"),
      };
    });
  } finally {
    closeSync(file);
  }
}

/** What agents see most of: lists of commits, of files, of packages. */
function logs(project: string): SampleText[] {
  const commands: readonly (readonly string[])[] = [
    ["git", "log", "--stat", "--format=fuller"],
    ["git", "log", "--raw", "--no-abbrev"],
    ["git", "ls-tree", "-r", "-l", "HEAD"],
    ["npm", "ls", "--all"],
    ["ls", "-laR", "--time-style=full-iso", "node_modules/typescript", "redactors", "test"],
  ];
  return commands.flatMap(([program = "", ...words]) => {
    const { stdout } = spawnSync(program, words, { cwd: project, encoding: "utf8", maxBuffer: 1 << 26 });
    return stdout ? [{ class: "logs" as const, name: [program, ...words].join(" "), text: stdout }] : [];
  });
}

function limit(texts: readonly SampleText[]): SampleText[] {
  const left = new Map<TextClass, number>();
  return texts.filter(({ class: kind, text }) => {
    const rest = left.get(kind) ?? MOST_OF_CLASS;
    if (rest <= 0) return false;
    left.set(kind, rest - text.length);
    return true;
  });
}
