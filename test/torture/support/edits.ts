import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import fc from "fast-check";

import { foldersOf, onDisk, toGitPath, type GitPath } from "../../../shadow-repo/git-path.ts";
import type { TortureWorld } from "./torture-world.ts";

/** One thing that an agent, a tool or a person does to the files. */
export type Edit =
  | { readonly kind: "write"; readonly path: GitPath; readonly text: string; readonly executable: boolean }
  | { readonly kind: "append" | "flip" | "remove" | "folder" | "chmod" | "touch"; readonly path: GitPath }
  | { readonly kind: "link" | "rename" | "hardlink"; readonly path: GitPath; readonly to: GitPath }
  | { readonly kind: "rules"; readonly folder: GitPath; readonly patterns: readonly string[] }
  | { readonly kind: "exclude"; readonly patterns: readonly string[] }
  | { readonly kind: "global"; readonly patterns: readonly string[] }
  | { readonly kind: "git"; readonly args: readonly string[] };

/** Names that something once got wrong: quoting, globs, options, other encodings, both Unicode forms, Windows words. */
export const NAMES: readonly GitPath[] = [
  ...[
    "a",
    "b",
    "B",
    "c",
    "é",
    "e\u0301",
    "Ω",
    "日本",
    "x y",
    " lead",
    "trail ",
    "-d",
    "--",
    "[z]",
    "*",
    "?",
    "n\nl",
    "t\tb",
    "\r",
    'q"',
    "'",
    "\\",
    "\\n",
    "#",
    "!",
    ":(top)",
    ":",
    "%s",
    "$HOME",
    "~",
    "...",
    "CON",
    "git~1",
    "\u0001",
    "\u007f",
    "\u202e",
    "L".repeat(200),
  ].map(toGitPath),
  "\xff\xfe", // no UTF-8
  "\xc3", // half a character
  "a\x80b",
];

const PATTERNS = [
  "*.ign",
  "a",
  "/b",
  "!a",
  "sub/",
  "*",
  "!*/",
  "!.gitignore",
  "B*",
  "\\ lead",
  "trail\\ ",
  "c/",
  "/sub/deep/a",
];

/** Folders that hooks and commands are run from; no edit removes them. */
export const SCOPES: readonly GitPath[] = ["sub/", "sub/deep/"];

export function editsOver(names: readonly GitPath[]): fc.Arbitrary<Edit> {
  const name = fc.constantFrom(...names);
  const below = fc.constantFrom("", "", "", ...SCOPES);
  const ending = fc.constantFrom("", "", "", "", ".ign");
  const path = fc
    .tuple(below, fc.array(name, { minLength: 1, maxLength: 3 }), ending)
    .map(([folder, parts, end]) => `${folder}${parts.join("/")}${end}`);
  const text = fc.oneof(
    fc.constantFrom("", "1\n", "2\n", "1\r\n2\r\n", "$Id$", "\0\xff", "same-size-1", "same-size-2"),
    fc.string({ maxLength: 40 }).map(toGitPath),
  );
  const patterns = fc.array(fc.constantFrom(...PATTERNS), { maxLength: 3 });
  return fc.oneof(
    { weight: 12, arbitrary: fc.record({ kind: fc.constant("write" as const), path, text, executable: fc.boolean() }) },
    {
      weight: 10,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          "append" as const,
          "flip" as const,
          "remove" as const,
          "folder" as const,
          "chmod" as const,
          "touch" as const,
        ),
        path,
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constantFrom("link" as const, "rename" as const, "rename" as const, "hardlink" as const),
        path,
        to: path,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("rules" as const), folder: fc.constantFrom("", ...SCOPES), patterns }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("exclude", "global"), patterns }) as fc.Arbitrary<Edit> },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("git" as const),
        args: fc.constantFrom(
          ["add", "-A"],
          ["commit", "-qam", "m"],
          ["reset", "-q"],
          ["rm", "-rq", "--cached", "--ignore-unmatch", "."],
          ["add", "-f", "."],
        ),
      }),
    },
  );
}

/** Does an edit as far as it is possible; what is not is no edit. */
export function applyEdit(world: TortureWorld, edit: Edit): void {
  try {
    carryOut(world, edit);
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code !== "string") throw error;
  }
}

function carryOut(world: TortureWorld, edit: Edit): void {
  const { root } = world;
  if (edit.kind === "rules") return writeRules(onDisk(root, `${edit.folder}.gitignore`), edit.patterns);
  if (edit.kind === "exclude") return writeRules(Buffer.from(join(root, ".git/info/exclude")), edit.patterns);
  if (edit.kind === "global") {
    mkdirSync(join(world.home, ".config/git"), { recursive: true });
    return writeRules(Buffer.from(join(world.home, ".config/git/ignore")), edit.patterns);
  }
  if (edit.kind === "git")
    return void spawnSync("git", ["-c", "core.safecrlf=false", "-c", "advice.addEmbeddedRepo=false", ...edit.args], {
      cwd: root,
      env: world.env,
    });
  const place = onDisk(root, edit.path);
  if (isBehindLink(root, edit.path)) return;
  switch (edit.kind) {
    case "remove":
      return removeAll(root, edit.path);
    case "chmod": {
      const found = lstatSync(place);
      if (!found.isSymbolicLink() && found.isFile()) chmodSync(place, found.mode ^ 0o111);
      return;
    }
    case "touch":
      return void (lstatSync(place).isFile() && writeFileSync(place, readFileSync(place)));
    case "flip": {
      if (!lstatSync(place).isFile()) return;
      const bytes = readFileSync(place);
      if (bytes.length > 0) bytes[0] = bytes[0]! ^ 1; // the same size, in the same moment
      return writeFileSync(place, bytes);
    }
    case "append":
      return void (lstatSync(place).isFile() && appendFileSync(place, "more\n"));
    case "folder":
      makeFolders(root, `${edit.path}/x`);
      return;
    case "write":
      makeFolders(root, edit.path);
      makeRoom(root, edit.path);
      return writeFileSync(place, Buffer.from(edit.text, "latin1"), { mode: edit.executable ? 0o755 : 0o644 });
    case "link":
      makeFolders(root, edit.path);
      makeRoom(root, edit.path);
      return symlinkSync(Buffer.from(edit.to, "latin1"), place);
    default: {
      if (isBehindLink(root, edit.to)) return;
      if (edit.kind === "hardlink" && !lstatSync(place).isFile()) return;
      lstatSync(place);
      makeFolders(root, edit.to);
      const target = onDisk(root, edit.to);
      if (edit.kind === "hardlink") linkSync(place, target);
      else renameSync(place, target);
    }
  }
}

function writeRules(file: Buffer, patterns: readonly string[]): void {
  if (patterns.length === 0) rmSync(file, { force: true });
  else writeFileSync(file, `${patterns.join("\n")}\n`);
}

/** An edit never goes through a symlink: it could leave the worktree. */
function isBehindLink(root: string, path: GitPath): boolean {
  return foldersOf(path).some((folder) =>
    lstatSync(onDisk(root, folder.slice(0, -1)), { throwIfNoEntry: false })?.isSymbolicLink(),
  );
}

/** The folders above a path; a file in the way becomes a folder. */
function makeFolders(root: string, path: GitPath): void {
  for (const folder of foldersOf(path).toReversed()) {
    const place = onDisk(root, folder.slice(0, -1));
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (found && !found.isDirectory()) rmSync(place);
    if (!found?.isDirectory()) mkdirSync(place);
  }
}

/** A folder or symlink in the way of a file goes. */
function makeRoom(root: string, path: GitPath): void {
  const found = lstatSync(onDisk(root, path), { throwIfNoEntry: false });
  if (found?.isDirectory() || found?.isSymbolicLink()) removeAll(root, path);
}

/** `rm -r`, which unlike Node's own takes names of any bytes all the way down. */
function removeAll(root: string, path: GitPath): void {
  if (SCOPES.some((scope) => scope.startsWith(`${path}/`))) return;
  rmSync(onDisk(root, path), { force: true, recursive: true });
}
