import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { listCheckpoints } from "../../shadow-repo/look/list-checkpoints.ts";
import { redo } from "../../shadow-repo/restore/redo.ts";
import { restore } from "../../shadow-repo/restore/restore.ts";
import { undo } from "../../shadow-repo/restore/undo.ts";
import { timesDear } from "../support/chance.ts";
import { makeWorld, type World } from "../unit/shadow-repo/world.ts";

type Edit =
  | { kind: "write"; path: string; text: string; executable: boolean }
  | { kind: "remove"; path: string }
  | { kind: "folder"; path: string }
  | { kind: "chmod"; path: string }
  | { kind: "touch"; path: string }
  | { kind: "link"; path: string; to: string }
  | { kind: "rename"; path: string; to: string };
type Step =
  | { do: "turn"; edits: Edit[] }
  | { do: "undo" }
  | { do: "redo" }
  | { do: "restore"; pick: number; after: boolean };

const name = fc.constantFrom("a", "b", "B", "é", "x y", "-d", "[z]", "n\nl", 'q"', "Ω", "c", "d");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
const text = fc.oneof(fc.constantFrom("", "1\n", "2\n", "1\r\n2\r\n", "$Id$"), fc.string({ maxLength: 40 }));
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("write" as const), path, text, executable: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("remove", "folder", "chmod", "touch"), path }) as fc.Arbitrary<Edit>,
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("link" as const), path, to: path }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("rename" as const), path, to: path }) },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("turn" as const), edits: fc.array(edit, { minLength: 1, maxLength: 8 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("undo", "redo") }) as fc.Arbitrary<Step> },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restore" as const), pick: fc.nat(), after: fc.boolean() }) },
);

/** Path → kind, executable bit and content: a plain copy is the judge. */
type Copy = Record<string, string>;

test("random trees and edits: undo, redo and restore give back what a plain copy holds", {
  timeout: 3_600_000,
}, async () => {
  let [runs, steps] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(edit, { maxLength: 10 }),
      fc.boolean(),
      fc.array(step, { minLength: 1, maxLength: 14 }),
      async (start, tracked, script) => {
        const world = makeWorld(
          "git init -q -b main . && printf '*.ign\\n' > .gitignore && printf keep > k.ign && printf '* " +
            "text=auto\\n' > .gitattributes",
        );
        try {
          for (const one of start) apply(world.root, one);
          if (tracked) world.sh("git add -A 2>/dev/null && git commit -qm start");
          steps += await play(world, script);
          runs += 1;
          expect(readFileSync(join(world.root, "k.ign"), "utf8")).toBe("keep");
        } finally {
          rmSync(dirname(world.root), { recursive: true, force: true });
        }
      },
    ),
    timesDear(12),
  );
  process.stderr.write(`shadow-repo: ${runs} runs, ${steps} steps, every state as the plain copy has it\n`);
});

async function play(world: World, script: readonly Step[]): Promise<number> {
  const live: { before: Copy; after: Copy }[] = [];
  let undone: { copy: Copy; checkpoint: { before: Copy; after: Copy } }[] = [];
  for (const one of script) {
    const present = copyOf(world.root);
    if (one.do === "turn") {
      await world.hook("turn_start");
      for (const edit of one.edits) apply(world.root, edit);
      await world.hook("turn_end");
      const after = copyOf(world.root);
      if (!equal(present, after)) {
        live.push({ before: present, after });
        undone = [];
      }
    } else if (one.do === "undo") {
      const checkpoint = live.pop();
      expect(await undo(world.io, world.root)).toMatchObject({
        restored: checkpoint !== undefined,
        skipped: [],
        conflicts: [],
      });
      if (checkpoint) undone.push({ copy: present, checkpoint });
      expect(copyOf(world.root)).toEqual(checkpoint?.before ?? present);
    } else if (one.do === "redo") {
      const back = undone.pop();
      if (!back) continue; // after a new turn a redo is another matter
      expect(await redo(world.io, world.root)).toMatchObject({ restored: true, skipped: [], conflicts: [] });
      live.push(back.checkpoint);
      expect(copyOf(world.root)).toEqual(back.copy);
    } else {
      const list = (await listCheckpoints(world.io, world.root)).checkpoints;
      const at = one.pick % Math.max(1, live.length);
      const chosen = live[at];
      if (!chosen) continue;
      const wanted = one.after ? chosen.after : chosen.before;
      await restore(world.io, world.root, { checkpoint: list[at]!.id, after: one.after });
      expect(copyOf(world.root)).toEqual(wanted);
      if (!equal(present, wanted)) {
        live.push({ before: present, after: wanted });
        undone = [];
      }
    }
    expect((await listCheckpoints(world.io, world.root)).checkpoints.length).toBe(live.length);
  }
  world.sh('[ -z "$SHADOW" ] || git --git-dir="$SHADOW" fsck --full --strict');
  return script.length;
}

/** Does an edit as far as it is possible; what is not is no edit. */
function apply(root: string, edit: Edit): void {
  const place = join(root, edit.path);
  try {
    if (edit.kind === "remove") rmSync(place, { recursive: true, force: true });
    else if (edit.kind === "folder") mkdirSync(place, { recursive: true });
    else if (edit.kind === "chmod") chmodSync(place, lstatSync(place).mode ^ 0o111);
    else if (edit.kind === "touch") writeFileSync(place, readFileSync(place));
    else {
      mkdirSync(dirname(place), { recursive: true });
      if (edit.kind === "write") {
        if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(place);
        writeFileSync(place, edit.text, { mode: edit.executable ? 0o755 : 0o644 });
      } else if (edit.kind === "link") symlinkSync(edit.to, place);
      else {
        mkdirSync(dirname(join(root, edit.to)), { recursive: true });
        renameSync(place, join(root, edit.to));
      }
    }
  } catch {
    // A folder is in the way, a file is missing, a link leads nowhere: fine.
  }
}

function copyOf(root: string, below = ""): Copy {
  const copy: Copy = {};
  for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (path === ".git" || path === "k.ign") continue;
    if (entry.isDirectory()) Object.assign(copy, copyOf(root, path));
    else if (entry.isSymbolicLink()) copy[path] = `link ${readlinkSync(join(root, path))}`;
    else
      copy[path] =
        `${lstatSync(join(root, path)).mode & 0o100 ? "x" : "-"} ${readFileSync(join(root, path), "latin1")}`;
  }
  return copy;
}

function equal(one: Copy, other: Copy): boolean {
  const sorted = (copy: Copy) => JSON.stringify(Object.entries(copy).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}
