import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import type { Io } from "../../kit/io.ts";
import { readCoverage, type Coverage } from "../../shadow-repo/coverage.ts";
import { createShadow } from "../../shadow-repo/create-shadow.ts";
import type { SnapshotEngine } from "../../shadow-repo/engine.ts";
import { onDisk, type GitPath } from "../../shadow-repo/git-path.ts";
import jsEngine from "../../shadow-repo/js/js-engine.ts";
import { nativeEngine } from "../../shadow-repo/git/native-engine.ts";
import { placeOf, type Place } from "../../shadow-repo/place.ts";
import { timesDear } from "../support/chance.ts";
import { makeWorld, type World } from "../unit/shadow-repo/world.ts";

type Write = { kind: "write"; path: GitPath; text: string; executable: boolean; old: boolean };
type Change = { kind: "track" | "untrack" | "remove" | "chmod" | "pipe" | "nest"; path: GitPath };
type Move = { kind: "link" | "rename"; path: GitPath; to: GitPath };
type Rules = { kind: "ignore"; folder: GitPath; lines: string[] };
type OuterRules = { kind: "exclude" | "global"; lines: string[] };
type Edit = Write | Change | Move | Rules | OuterRules;

/** Names as git has them, one character a byte: the last is no UTF-8. */
const name = fc.constantFrom(
  "a",
  "b",
  "B",
  "\u00c3\u00a9",
  "x y",
  "-d",
  "[z]",
  "n\nl",
  'q"',
  "#h",
  "!n",
  "t ",
  "a.o",
  "b\\c",
  "\u00ff\u00fe",
);
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
const text = fc.oneof(
  fc.constantFrom("", "1\n", "2\n", "1\r\n2\r\n", "$Id$", "x\n".repeat(50), "a\0b"),
  fc.string({ maxLength: 40 }),
);
const pattern = fc.oneof(
  fc.constantFrom(
    "*",
    "*.o",
    "!*.o",
    "a",
    "!a",
    "/a",
    "a/",
    "!a/",
    "b/**",
    "**/a",
    "a/*",
    "!a/b",
    "/x y",
    "[a-b]",
    "[!a]",
    "?",
    "\\#h",
    "\\!n",
    "t\\ ",
    "t ",
    "# no",
    "",
    "a/**/b",
    "!b",
    "**",
    "/*",
    "!/*/",
    "\\[z]",
    "b\\\\c",
    "*.o\r",
  ),
  fc
    .array(fc.constantFrom("a", "b", "*", "?", "/", "**", "[ab]", "!"), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join("")),
);
const lines = fc.array(pattern, { maxLength: 4 });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      path,
      text,
      executable: fc.boolean(),
      old: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("ignore" as const),
      folder: fc.oneof(
        fc.constant(""),
        path.map((one) => `${one}/`),
      ),
      lines,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("exclude" as const, "global" as const), lines }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("track", "untrack", "remove", "remove", "chmod", "pipe", "nest"),
      path,
    }) as fc.Arbitrary<Edit>,
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("link", "rename"), path, to: path }) as fc.Arbitrary<Edit>,
  },
);
const step = fc.record({
  edits: fc.array(edit, { minLength: 1, maxLength: 8 }),
  prefix: fc.oneof({ weight: 4, arbitrary: fc.constant("") }, { weight: 1, arbitrary: fc.constantFrom("a/", "b/") }),
  first: fc.boolean(),
});

test("both engines write the same trees, each alone and in turns on one shadow repository, and read each other's", {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const world = makeWorld("git init -q -b main . && mkdir a b && git -c init.templateDir= init -q ../empty");
      try {
        const [native, js, shared] = [engines(world, "native").git, engines(world, "js").js, engines(world, "shared")];
        let before: string | undefined;
        for (const { edits, prefix, first } of steps) {
          for (const one of edits) apply(world, one);
          const isFolder = lstatSync(join(world.root, prefix).replace(/\/$/, ""), {
            throwIfNoEntry: false,
          })?.isDirectory();
          // an agent works in a folder that is there
          const options = { prefix: isFolder ? prefix : "", maxFileSize: 40 };
          const { tree, coverage } = await native.capture(options);
          const own = await js.capture(options);
          expect(own.tree).toBe(tree);
          // git also names a rule file that went out of force together with its folder, which makes no difference.
          expect(notesOf(world, "native", coverage)).toMatchObject(notesOf(world, "js", own.coverage));
          const [one, other] = first ? [shared.git, shared.js] : [shared.js, shared.git];
          expect((await one.capture(options)).tree).toBe(tree);
          expect((await other.capture(options)).tree).toBe(tree);
          if (before !== undefined) await compare(shared.git, shared.js, before, tree);
          before = tree;
        }
        expect(await shared.js.check()).toEqual([]);
        expect(await shared.git.check()).toEqual([]);
      } finally {
        rmSync(dirname(world.root), { recursive: true, force: true });
      }
    }),
    timesDear(4),
  );
});

/** Which rules were in force that the tree does not hold. */
function notesOf(world: World, data: string, id: string | undefined): Pick<Coverage, "outside" | "rules"> {
  const { outside, rules } = readCoverage(placeIn(world, data).place.shadow, id)!;
  return { outside, rules };
}

async function compare(git: SnapshotEngine, js: SnapshotEngine, before: string, after: string): Promise<void> {
  const changes = await git.diff(before, after, "");
  expect(await js.diff(before, after, "")).toEqual(changes);
  expect(await js.diff(before, after, "a/")).toEqual(await git.diff(before, after, "a/"));
  expect(await js.lineCounts([[before, after]])).toEqual(await git.lineCounts([[before, after]]));
  const ids = changes.flatMap((change) => [change.before?.id ?? [], change.after?.id ?? []].flat());
  expect(await js.sizes(ids)).toEqual(await git.sizes(ids));
  expect(await js.readBlobs(ids, 1e9)).toEqual(await git.readBlobs(ids, 1e9));
}

function engines(world: World, data: string): { git: SnapshotEngine; js: SnapshotEngine } {
  const { io, place } = placeIn(world, data);
  createShadow(io, place);
  return { git: nativeEngine(io, place), js: jsEngine(io, place) };
}

function placeIn(world: World, data: string): { io: Io; place: Place } {
  const io = { ...world.io, env: { ...world.io.env, SNAPVEIL_DATA_DIR: `${dirname(world.root)}/${data}` } };
  return { io, place: placeOf(io, world.root) };
}

/** Does an edit as far as it is possible; what is not is no edit. */
function apply(world: World, one: Edit): void {
  const { root } = world;
  try {
    switch (one.kind) {
      case "write":
        return write(onDisk(root, one.path), one);
      case "exclude":
        return writeFileSync(`${root}/.git/info/exclude`, one.lines.join("\n"));
      case "global":
        mkdirSync(`${world.home}/.config/git`, { recursive: true });
        return writeFileSync(`${world.home}/.config/git/ignore`, one.lines.join("\n"));
      case "ignore":
        mkdirSync(onDisk(root, one.folder), { recursive: true });
        // One that ignores itself is in no listing of git's: the native engine takes notice of it only at the next
        // change.
        return writeFileSync(
          onDisk(root, `${one.folder}.gitignore`),
          Buffer.from([...one.lines, "!.gitignore"].join("\n"), "latin1"),
        );
      case "link":
        return symlinkSync(Buffer.from(one.to, "latin1"), onDisk(root, one.path));
      case "rename":
        return renameSync(onDisk(root, one.path), onDisk(root, one.to));
      default:
        change(world, one);
    }
  } catch {
    // A folder is in the way, a file is missing, a link leads nowhere: fine.
  }
}

function write(place: Buffer, { text, executable, old }: Write): void {
  mkdirSync(Buffer.from(dirname(place.toString("latin1")), "latin1"), { recursive: true });
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found && !found.isFile()) rmSync(place); // nothing is written through a link, or waits at a pipe
  writeFileSync(place, text);
  chmodSync(place, executable ? 0o755 : 0o644);
  if (old) utimesSync(place, 1_000_000_000, 1_000_000_000);
}

function change({ root, sh }: World, { kind, path: at }: Change): void {
  const place = onDisk(root, at);
  const octal = [...Buffer.from(at, "latin1")].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
  const script = (command: string) => sh(`p="$(printf '${octal}.')"; p="\${p%.}"; ${command}`);
  if (kind === "remove") rmSync(place, { recursive: true, force: true });
  else if (kind === "chmod") chmodSync(place, lstatSync(place).mode ^ 0o111);
  else if (kind === "track") script('GIT_LITERAL_PATHSPECS=1 git add -f -- "$p"');
  else if (kind === "untrack") script('GIT_LITERAL_PATHSPECS=1 git rm -q -r --cached -- "$p"');
  else if (kind === "pipe") script('mkdir -p -- "$(dirname -- "$p")"; mkfifo -- "$p"');
  else script('mkdir -p -- "$p" && cp -r ../empty/.git "./$p/.git"');
}
