import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { removeAtEnd } from "./harness.ts";

/** Two copies of a committed tree: `quiet` never changes, `busy` is edited. */
export interface BenchTree {
  readonly name: string;
  readonly files: number;
  readonly quiet: string;
  readonly busy: string;
  /** The paths of a hundred tracked files in different folders. */
  readonly hundred: readonly string[];
}

const GIT = { ...process.env, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };

/** Invented words, as many as the names in a project. */
const WORDS = Array.from({ length: 2000 }, (_, n) => {
  const next = numbers(n);
  return Array.from(
    { length: 1 + (next() % 3) },
    () => "bcdfghklmnprstvw"[next() % 16]! + "aeiou"[next() % 5]! + "nrslt"[next() % 5]!,
  ).join("");
});

/**
 * The version of this generator. The version is in the name of the generated tree's folder, so that a tree of an older
 * version is not used.
 */
const MAKING = 2;

/**
 * A generated tree in the temporary folder. The tree is kept, because 100,000 files take minutes; to create it once
 * more, delete its folder.
 */
export function generatedTree(files: number): BenchTree {
  const quiet = join(tmpdir(), `snapveil-bench-tree-${MAKING}-${files}`);
  if (!existsSync(quiet)) {
    const making = `${quiet}.${process.pid}`;
    process.stderr.write(`making a tree of ${files} files…\n`);
    for (let n = 0; n < files; n += 1) {
      const file = join(making, pathOf(n));
      if (n % 50 === 0) mkdirSync(join(file, ".."), { recursive: true });
      writeFileSync(file, contentOf(n));
    }
    commit(making);
    renameSync(making, quiet);
  }
  return withCopy(
    `${files / 1000}k files`,
    files,
    quiet,
    Array.from({ length: 100 }, (_, n) => pathOf(Math.floor((n * files) / 100))),
  );
}

/** A clone of an existing repository, or a copy of a folder (such as node_modules) under git, as a realistic tree. */
export function realTree(source: string): BenchTree {
  const quiet = join(tmpdir(), `snapveil-bench-real.${process.pid}`);
  removeAtEnd(quiet);
  if (existsSync(source) && !isRepository(source)) {
    // If the source is a link, its target is copied, because a copied link would still point to the original folder.
    cpSync(realpathSync(source), quiet, { recursive: true, verbatimSymlinks: true });
    commit(quiet);
  } else execFileSync("git", ["clone", "-q", "--no-local", source, quiet], { env: GIT });
  const rows = execFileSync("git", ["ls-files", "-s", "-z"], {
    cwd: quiet,
    env: GIT,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  })
    .split("\0")
    .filter((row) => row !== "");
  // Leaves out links, because an edit would change the link's target, and names with characters that a shell
  // interprets.
  const paths = rows
    .filter((row) => row.startsWith("100"))
    .map((row) => row.slice(row.indexOf("\t") + 1))
    .filter((path) => !/[^\w@./-]/.test(path));
  const hundred = Array.from({ length: 100 }, (_, n) => paths[Math.floor((n * paths.length) / 100)]!);
  if (new Set(hundred).size < 100) throw new Error(`${source} has fewer than 100 files with plain names.`);
  return withCopy(`a real tree, ${rows.length} files`, rows.length, quiet, hundred);
}

/** Whether a folder is a worktree or a bare repository. */
function isRepository(folder: string): boolean {
  return existsSync(join(folder, ".git")) || (existsSync(join(folder, "HEAD")) && existsSync(join(folder, "objects")));
}

function withCopy(name: string, files: number, quiet: string, hundred: readonly string[]): BenchTree {
  const busy = `${quiet}.busy.${process.pid}`;
  rmSync(busy, { recursive: true, force: true });
  removeAtEnd(busy);
  cpSync(quiet, busy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  // The copied files have other inodes. git trusts an index only if it is newer than the files by a second.
  spawnSync("sleep", ["1.1"]);
  for (const root of [quiet, busy])
    execFileSync("git", ["status", "--porcelain"], { cwd: root, env: GIT, maxBuffer: 1 << 28 });
  return { name, files, quiet, busy, hundred };
}

function pathOf(n: number): string {
  const folder = Math.floor(n / 50);
  return `src/part-${folder % 40}/group-${Math.floor(folder / 40)}/file-${n}.ts`;
}

/**
 * The content of a file: 100 to 15,000 bytes, 4,000 on average, of words that compress like source code (2 KB in a
 * pack).
 */
function contentOf(n: number): string {
  const next = numbers(n + 1);
  const lines = Array.from({ length: (1 + (next() % 18)) * (1 + (next() % 18)) }, () => {
    const indent = "  ".repeat(next() % 5);
    const words = Array.from({ length: 3 + (next() % 8) }, () => WORDS[Math.min(next(), next()) % WORDS.length]);
    return `${indent}${words.join(" ")}`;
  });
  return `// file ${n}\n${lines.join("\n")}\n`;
}

/** A generator of pseudo-random numbers, always the same for a seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 8;
}

function commit(root: string): void {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Bench", "-c", "user.email=bench@example.test", ...args], {
      cwd: root,
      env: GIT,
      maxBuffer: 1 << 28,
    });
  git("init", "-q");
  // With `core.bigFileThreshold=1` git writes one pack instead of loose objects. The pack is then packed once more,
  // like that of a clone.
  git("-c", "core.bigFileThreshold=1", "add", "-A");
  git("commit", "-qm", "Bench tree");
  git("repack", "-adfq");
}
