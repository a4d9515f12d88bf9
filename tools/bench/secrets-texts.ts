import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/** The class of a text; false positives are counted for each. */
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
  /** Package and path, for a person who looks a finding up. */
  readonly name: string;
  readonly text: string;
}

/** The detector is tuned on one half of the packages and judged on the other, split by a hash of their names. */
export type Part = "tuning" | "checking";

/** Bytes of one class; the next is for one package in it, so that no package decides for all. */
const MOST_OF_CLASS = 8_000_000;
const MOST_OF_PACKAGE = 1_500_000;
const MOST_OF_FILE = 2_000_000;

const PROJECT = join(import.meta.dirname, "..");

/**
 * Texts without secrets: the packages that npm has installed in `folders` anyway, and this project's own files and
 * history.
 */
export function collectTexts(folders: readonly string[], part: Part): SampleText[] {
  const packages = folders
    .flatMap((folder) => listPackages(folder))
    .sort((first, second) => hashOf(`order ${first.name}`) - hashOf(`order ${second.name}`))
    .filter(({ name }) => hashOf(name) % 2 === (part === "tuning" ? 0 : 1));
  const left = new Map<TextClass, number>();
  return [...packages.flatMap(textsOf), ...productCode(), ...lockFiles(), ...logs(), ...ownBinary()].filter(
    ({ class: kind, text }) => {
      const rest = left.get(kind) ?? MOST_OF_CLASS;
      left.set(kind, rest - text.length);
      return rest > 0;
    },
  );
}

interface Package {
  readonly name: string;
  readonly folder: string;
}

function hashOf(name: string): number {
  return createHash("sha256").update(name).digest().readUInt32BE(0);
}

function listPackages(folder: string, scope = ""): Package[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    // Scanners for secrets hold secrets on purpose.
    if (name.startsWith(".") || /secretlint/.test(name)) return [];
    const inner = join(folder, name);
    return name.startsWith("@") ? listPackages(inner, `${name}/`) : [{ name: scope + name, folder: inner }];
  });
}

function textsOf({ name, folder }: Package): SampleText[] {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !/(?:^|\/)node_modules\//.test(path));
  let left = MOST_OF_PACKAGE;
  return paths.sort().flatMap((path) => {
    const file = join(folder, path);
    const { size } = statSync(file);
    const text = size === 0 || size > MOST_OF_FILE || size > left ? undefined : readSample(`${name}/${path}`, file);
    if (text) left -= size;
    return text ?? [];
  });
}

/** The class of a text by the name of its file: the first row that fits counts. */
const CLASSES: readonly (readonly [RegExp, TextClass])[] = [
  [/\.(?:node|wasm|png|gif|ico|woff2?|gz|br)$/, "base64"],
  [/(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|go\.sum)$/, "lock files"],
  [/\.map$/, "maps"],
  [/\.(?:md|markdown)$/, "markdown"],
  [/\.(?:[cm]?[jt]sx?|py|go|rs|c|cc|h|sh|css|html|ya?ml|json|toml)$/, "sources"],
];
const OF_TESTS = /(?:^|\/)(?:tests?|__tests__|spec|fixtures|examples?)\/|[._](?:test|spec)\./;

function readSample(name: string, file: string): SampleText | undefined {
  const kind = CLASSES.find(([pattern]) => pattern.test(name))?.[1];
  if (kind === undefined) return undefined;
  if (kind === "base64") return base64(name, readFileSync(file), hashOf(name) % 2 === 0);
  const text = readFileSync(file, "utf8");
  if (kind !== "sources") return { class: kind, name, text };
  const isMinified = /[.-]min\./.test(name) || text.length / (text.split("\n", 100_000).length + 1) > 250;
  return { class: OF_TESTS.test(name) ? "tests" : isMinified ? "minified" : "sources", name, text };
}

/** A text in base64 on one line, or in lines of 76. */
function base64(name: string, bytes: Buffer, isOneLine: boolean): SampleText {
  const line = bytes.toString("base64");
  return { class: "base64", name, text: isOneLine ? line : line.replace(/.{76}/g, "$&\n") };
}

function run(program: string, ...words: readonly string[]): string {
  return spawnSync(program, words, { cwd: PROJECT, encoding: "utf8", maxBuffer: 1 << 26 }).stdout;
}

/** This project's sources, without its tests, which hold made-up secrets, and its list of token formats. */
function productCode(): SampleText[] {
  return run("git", "ls-files", "-z", "*.ts", "*.md", "*.json")
    .split("\0")
    .filter((path) => path !== "" && !/^test\/|^redactors\/rules\/|lock\.json$/.test(path))
    .map((path) => {
      const text = readFileSync(join(PROJECT, path), "utf8");
      // Tokens that our own files put together from pieces are samples, and are rightly found.
      return { class: "product code", name: path, text: text.replace(/\[(?:"[^"\n]*", )+"[^"\n]*"\]/g, "[]") };
    });
}

function lockFiles(): SampleText[] {
  return ["package-lock.json", "node_modules/.package-lock.json"]
    .filter((path) => existsSync(join(PROJECT, path)))
    .map((path) => ({ class: "lock files", name: path, text: readFileSync(join(PROJECT, path), "utf8") }));
}

/** Texts that agents see most: lists of commits, of files, of packages. */
function logs(): SampleText[] {
  return [
    "git log --stat --format=fuller",
    "git log --raw --no-abbrev",
    "git ls-tree -r -l HEAD",
    "npm ls --all",
    "ls -laR --time-style=full-iso node_modules/typescript redactors test",
  ].flatMap((line) => {
    const [program = "", ...words] = line.split(" ");
    const text = run(program, ...words);
    return text ? [{ class: "logs" as const, name: line, text }] : [];
  });
}

/** Two pieces of Node's own binary. */
function ownBinary(): SampleText[] {
  const file = openSync(process.execPath, "r");
  try {
    return [1, 2].map((place) => {
      const bytes = Buffer.alloc(2_000_000);
      readSync(file, bytes, 0, bytes.length, place * 10_000_000);
      return base64(`node at ${place * 10} MB`, bytes, place === 1);
    });
  } finally {
    closeSync(file);
  }
}
