import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/** The class of a text. False findings are counted for each class. */
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
  /** Package and path, so that a person can find the text. */
  readonly name: string;
  readonly text: string;
}

/** Half of the packages, by a hash of the name: one half for tuning the detector, the other for judging it. */
export type Part = "tuning" | "checking";

/** The most bytes of one class; of one package, so that no package dominates a class; and of one file. */
const MOST_OF_CLASS = 8_000_000;
const MOST_OF_PACKAGE = 1_500_000;
const MOST_OF_FILE = 2_000_000;

const PROJECT = join(import.meta.dirname, "..");

/** Collects texts without secrets: the packages installed in `folders`, and this project's own files and history. */
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
    // Packages of secret scanners are left out, because they contain secrets on purpose.
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

/** Pattern of file names → class; the first matching row is used. */
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

/** A text in base64, on one line or in lines of 76 characters. */
function base64(name: string, bytes: Buffer, isOneLine: boolean): SampleText {
  const line = bytes.toString("base64");
  return { class: "base64", name, text: isOneLine ? line : line.replace(/.{76}/g, "$&\n") };
}

function run(program: string, ...words: readonly string[]): string {
  return spawnSync(program, words, { cwd: PROJECT, encoding: "utf8", maxBuffer: 1 << 26 }).stdout;
}

/** This project's sources, without the tests and the token formats, which contain invented secrets. */
function productCode(): SampleText[] {
  return run("git", "ls-files", "-z", "*.ts", "*.md", "*.json")
    .split("\0")
    .filter((path) => path !== "" && !/^test\/|^redactors\/rules\/|lock\.json$/.test(path))
    .map((path) => {
      const text = readFileSync(join(PROJECT, path), "utf8");
      // Arrays of short texts are removed: they are invented tokens that this project's code joins, and to find one is
      // no mistake.
      return { class: "product code", name: path, text: text.replace(/\[(?:"[^"\n]*", )+"[^"\n]*"\]/g, "[]") };
    });
}

function lockFiles(): SampleText[] {
  return ["package-lock.json", "node_modules/.package-lock.json"]
    .filter((path) => existsSync(join(PROJECT, path)))
    .map((path) => ({ class: "lock files", name: path, text: readFileSync(join(PROJECT, path), "utf8") }));
}

/** Texts that agents read most: lists of commits, files and packages. */
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

/** Two parts of Node's binary, in base64. */
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
