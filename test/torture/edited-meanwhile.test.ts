import { spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Io } from "../../kit/io.ts";
import { redo } from "../../shadow-repo/restore/redo.ts";
import { undo } from "../../shadow-repo/restore/undo.ts";
import { times } from "../support/chance.ts";
import { copyOf, differences } from "./support/files.ts";
import { ENGINES, tortureWorld } from "./support/torture-world.ts";

/**
 * Somebody works in the files while an undo puts them back: what they write stays where it is, or is in the state
 * before the undo.
 */

const BINARY = join(import.meta.dirname, "../../dist/snapveil.cjs");

/** Does something once, when the first file is about to be put back. */
function atFirstFile(io: Io, act: () => void): Io {
  let isDone = false;
  return {
    ...io,
    progress({ doing }) {
      if (isDone || doing !== "Putting files back") return;
      isDone = true;
      act();
    },
  };
}

interface Case {
  /** What the turn does to `z`, which comes last and reads `base` before. */
  readonly turn: string;
  /** What somebody does to it while the undo is at the first file. */
  readonly edit: (z: string) => void;
  /** Whether their work is still there. */
  readonly isKept: (z: string) => boolean;
  readonly why?: RegExp;
}

const CASES: Readonly<Record<string, Case>> = {
  "an edit in place": {
    turn: "printf agent > z",
    edit: (z) => writeFileSync(z, "mine"),
    isKept: (z) => readFileSync(z, "utf8") === "mine",
  },
  "an edit of the same length whose time is set back": {
    turn: "printf agent > z",
    edit(z) {
      const { atime, mtime } = statSync(z);
      writeFileSync(z, "agenx");
      utimesSync(z, atime, mtime);
    },
    isKept: (z) => readFileSync(z, "utf8") === "agenx",
  },
  "a file that is renamed onto it": {
    turn: "printf agent > z",
    edit(z) {
      writeFileSync(`${z}~`, "mine");
      renameSync(`${z}~`, z);
    },
    isKept: (z) => readFileSync(z, "utf8") === "mine",
  },
  "what is appended": {
    turn: "printf agent > z",
    edit: (z) => appendFileSync(z, "+mine"),
    isKept: (z) => readFileSync(z, "utf8") === "agent+mine",
  },
  "a link in its place": {
    turn: "printf agent > z",
    edit(z) {
      rmSync(z);
      symlinkSync("elsewhere", z);
    },
    isKept: (z) => readlinkSync(z) === "elsewhere",
  },
  "a folder in its place": {
    turn: "printf agent > z",
    edit(z) {
      rmSync(z);
      mkdirSync(z);
      writeFileSync(join(z, "mine"), "mine");
    },
    isKept: (z) => readFileSync(join(z, "mine"), "utf8") === "mine",
    why: /in its way/,
  },
  "a file that appears where one is to come back": {
    turn: "rm z",
    edit: (z) => writeFileSync(z, "mine"),
    isKept: (z) => readFileSync(z, "utf8") === "mine",
    why: /left alone|this moment/,
  },
  "a folder that appears where a file is to come back": {
    turn: "rm z",
    edit: (z) => (mkdirSync(z), writeFileSync(join(z, "mine"), "mine")),
    isKept: (z) => existsSync(join(z, "mine")),
    why: /in its way/,
  },
  "a link that appears where a file is to come back": {
    turn: "rm z",
    edit: (z) => symlinkSync("/nowhere", z),
    isKept: (z) => readlinkSync(z) === "/nowhere",
    why: /left alone|this moment/,
  },
  "an edit where only the mode is to change": {
    turn: "chmod +x z",
    edit: (z) => writeFileSync(z, "mine"),
    isKept: (z) => readFileSync(z, "utf8") === "mine" && (lstatSync(z).mode & 0o111) !== 0,
  },
  "a link that is turned elsewhere": {
    turn: "ln -sf one z",
    edit(z) {
      rmSync(z);
      symlinkSync("mine", z);
    },
    isKept: (z) => readlinkSync(z) === "mine",
  },
  "a file in a folder that is to become a file": {
    turn: "rm z; mkdir z; printf agent > z/agent",
    edit: (z) => (mkdirSync(z, { recursive: true }), writeFileSync(join(z, "mine"), "mine")),
    isKept: (z) => existsSync(join(z, "mine")),
    why: /in its way/,
  },
};

describe.each(ENGINES)("%s", (engine) => {
  test.each(Object.entries(CASES))(
    "what is kept and named: %s",
    async (_, { turn, edit, isKept, why = /changed this moment/ }) => {
      const world = tortureWorld(
        "git init -q .; printf base > a; printf base > z; git add .; git commit -qm 1",
        engine,
      );
      const z = join(world.root, "z");
      await world.turn(`printf agent > a; ${turn}`);
      const result = await undo(
        atFirstFile(world.io, () => edit(z)),
        world.root,
      );
      expect(result).toMatchObject({
        restored: true,
        skipped: [{ path: "z", why: expect.stringMatching(why) as string }],
      });
      expect(isKept(z)).toBe(true);
      expect(readFileSync(join(world.root, "a"), "utf8")).toBe("base");
      await redo(world.io, world.root);
      expect(isKept(z)).toBe(true);
      expect(world.sh("ls -A | grep snapveil || true")).toBe("");
    },
  );

  test("nothing is written behind a link that takes the place of a folder", async () => {
    const world = tortureWorld(
      "git init -q .; mkdir d; printf base > a; printf base > d/gone; printf base > d/kept; git add .; " +
        "git commit -qm 1; mkdir $TOP/outside; printf agent > $TOP/outside/kept",
      engine,
    );
    await world.turn("printf agent > a; rm d/gone; printf agent > d/kept");
    const result = await undo(
      atFirstFile(world.io, () => {
        renameSync(join(world.root, "d"), join(world.root, "moved"));
        symlinkSync(join(world.top, "outside"), join(world.root, "d"));
      }),
      world.root,
    );
    expect(result.skipped.map(({ path, why }) => `${path}: ${why}`)).toEqual([
      "d/gone: it lies behind a symlink",
      "d/kept: it lies behind a symlink",
    ]);
    expect(world.sh("ls -A $TOP/outside; cat $TOP/outside/kept")).toBe("kept\nagent");
  });

  test("a change of mode does not reach another name of the file", async () => {
    const world = tortureWorld("git init -q .; printf base > a; git add .; git commit -qm 1", engine);
    await world.turn("chmod +x a");
    linkSync(join(world.root, "a"), join(world.top, "outside"));
    chmodSync(join(world.root, "a"), 0o755);
    await undo(world.io, world.root);
    expect([lstatSync(join(world.top, "outside")).mode & 0o777, lstatSync(join(world.root, "a")).mode & 0o777]).toEqual(
      [0o755, 0o644],
    );
    expect(readFileSync(join(world.root, "a"), "utf8")).toBe("base");
  });
});

test("an editor at work all over a large undo loses nothing", async () => {
  const world = tortureWorld(
    "git init -q .; mkdir -p d; for n in $(seq 1500); do printf base > d/$n; done; git add .; git commit -qm 1",
  );
  for (let round = 0; round < times(1); round += 1) {
    // A third is edited, a third deleted, a third comes new.
    await world.turn(
      "for n in $(seq 1 3 1500); do printf agent > d/$n; done; for n in $(seq 2 3 1500); do rm -f d/$n; done; " +
        "for n in $(seq 2 3 1500); do printf agent > d/new-$n; done",
    );
    let count = 0;
    const written = new Map<string, string>();
    const child = spawn(process.execPath, [BINARY, "undo", "--yes", "--json"], {
      cwd: world.root,
      env: world.env,
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.on("close", resolve));
    for (let n = 1; child.exitCode === null; n = (n % 1500) + 1) {
      const path = n % 3 === 2 && n % 2 === 0 ? `d/new-${n}` : `d/${n}`;
      // Each file is written again and again, once by itself and once by a rename.
      const [text, place] = [`mine ${(count += 1)}`, join(world.root, path)];
      if (count % 2 === 0) writeFileSync(place, text);
      else {
        writeFileSync(`${place}~`, text);
        renameSync(`${place}~`, place);
      }
      written.set(path, `file ${text}`);
      if (n % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await ended;
    const now = copyOf(world.root);
    const missing = [...written].filter(([path, value]) => now.get(path) !== value);
    await redo(world.io, world.root);
    const before = copyOf(world.root);
    const lost = new Map(missing.filter(([path, value]) => before.get(path) !== value));
    expect(differences(new Map([...lost.keys()].map((path) => [path, before.get(path) ?? ""])), lost)).toEqual([]);
    world.sh("git checkout -q -- . && git clean -fdq");
  }
});
