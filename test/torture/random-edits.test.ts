import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { toGitPath } from "../../shadow-repo/git-path.ts";
import { SEED, timesDear } from "../support/chance.ts";
import { inProcess, throughTheBinary, type Driver } from "./support/driver.ts";
import { applyEdit, editsOver, NAMES, SCOPES, type Edit } from "./support/edits.ts";
import { play, type Act, type Played } from "./support/player.ts";
import { tortureWorld, type Engine, type TortureWorld } from "./support/torture-world.ts";

const HOURS = 36_000_000;

interface Story {
  readonly start: readonly Edit[];
  readonly tracked: boolean;
  readonly script: readonly Act[];
}

/** Few names a story, so that files, folders and links keep meeting at the same paths. */
const story: fc.Arbitrary<Story> = fc.shuffledSubarray([...NAMES], { minLength: 4, maxLength: 6 }).chain((names) => {
  const edit = editsOver(names);
  const edits = fc.array(edit, { minLength: 1, maxLength: 8 });
  const session = fc.constantFrom("one", "one", "two");
  const scope = fc.constantFrom("", "", "", "", ...SCOPES);
  const one = <Kind extends Act["do"]>(kind: Kind) => fc.constant(kind);
  const act = fc.oneof(
    { weight: 8, arbitrary: fc.record({ do: one("turn"), session, scope, edits }) },
    { weight: 2, arbitrary: fc.record({ do: one("start"), session, scope }) },
    { weight: 2, arbitrary: fc.record({ do: one("end"), session }) },
    { weight: 3, arbitrary: fc.record({ do: one("call"), session, scope, edits }) },
    { weight: 3, arbitrary: fc.record({ do: one("edit"), edits }) },
    { weight: 1, arbitrary: fc.record({ do: one("manual") }) },
    {
      weight: 5,
      arbitrary: fc.record({
        do: one("undo"),
        count: fc.constantFrom(1, 1, 1, 2, 3),
        session: fc.option(session, { nil: undefined, freq: 4 }),
        scope,
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: one("redo"), scope }) },
    { weight: 1, arbitrary: fc.record({ do: one("reset"), keep: fc.nat(3), session }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: one("restore"),
        pick: fc.nat(50),
        after: fc.boolean(),
        path: fc.option(fc.nat(50), { nil: undefined, freq: 2 }),
        scope,
      }),
    },
  ) as fc.Arbitrary<Act>;
  return fc.record({
    start: fc.array(edit, { maxLength: 12 }),
    tracked: fc.boolean(),
    script: fc.array(act, { minLength: 3, maxLength: 24 }),
  });
});

async function tell(
  stories: number,
  seed: number,
  driverFor: (world: TortureWorld) => Driver,
  engine?: Engine,
): Promise<Played & { stories: number }> {
  const played = { steps: 0, checkpoints: 0, restores: 0, bytesLost: 0, stories: 0 };
  await fc.assert(
    fc.asyncProperty(story, async ({ start, tracked, script }) => {
      const world = tortureWorld(
        "git init -q . && printf '* text=auto\\n' > .gitattributes && mkdir -p sub/deep && printf kept > " +
          "sub/deep/kept && printf kept > sub/kept",
        engine,
        {},
        "keep: false\n", // the plain copy knows of recorded files alone
      );
      try {
        mkdirSync(join(world.root, ".git/info"), { recursive: true });
        writeFileSync(join(world.root, "keep.ign"), "never recorded\n");
        for (const edit of start) applyEdit(world, edit);
        if (tracked) applyEdit(world, { kind: "git", args: ["add", "-A"] });
        await play(world, driverFor(world), script, played);
        if (world.shadow() !== "") expect(world.fsck()).toBe("");
        played.stories += 1;
      } finally {
        world.remove();
      }
    }),
    { seed, ...timesDear(stories) },
  );
  return played;
}

function report(
  what: string,
  { stories, steps, checkpoints, restores, bytesLost }: Played & { stories: number },
): void {
  process.stderr.write(
    `torture, random edits, ${what}: ${stories} stories, ${steps} steps, ${checkpoints} checkpoints, ` +
      `${restores} restores, ${bytesLost} bytes lost\n`,
  );
}

test("whatever is edited, undo, redo, restore and reset do what a plain copy says", { timeout: HOURS }, async () => {
  const played = await tell(40, SEED, inProcess);
  report("in one process", played);
  expect(played.bytesLost).toBe(0);
});

test("the same through the built program, a process for every event", { timeout: HOURS }, async () => {
  const played = await tell(6, SEED + 1, throughTheBinary);
  report("through the program", played);
  expect(played.bytesLost).toBe(0);
});

test("the same through the engine without git", { timeout: HOURS }, async () => {
  const played = await tell(25, SEED + 2, inProcess, "isomorphic-git");
  report("through the engine without git", played);
  expect(played.bytesLost).toBe(0);
});

test("every name in the pool is a name that a file can have", () => {
  expect(NAMES.every((name) => name !== "" && !name.includes("/") && !name.includes("\0"))).toBe(true);
  expect(NAMES).toContain(toGitPath("日本"));
});
