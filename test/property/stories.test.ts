import fc from "fast-check";
import { expect, test } from "vitest";

import { timesDear } from "../support/chance.ts";
import { edit, filesOf, operate, type Edit, type Operation } from "../support/story.ts";
import { makeWorld, type World } from "../unit/shadow-repo/world.ts";

const FILES = ["a", "sub/b", "new"];
const SETUP = `git init -q .; mkdir sub; for f in a sub/b; do printf '%s\\n' 1 2 3 4 5 6 7 8 9 > $f; done`;

type Act =
  | Operation
  | { readonly do: "prompt" | "stop" | "leave"; readonly session: string }
  | { readonly do: "call"; readonly session: string; readonly edits: readonly Edit[]; readonly ends: boolean }
  | { readonly do: "person"; readonly edits: readonly Edit[] };

const file = fc.constantFrom(...FILES);
const edits = (...hows: readonly Edit["how"][]) =>
  fc.array(fc.record({ how: fc.constantFrom(...hows), file, to: file, at: fc.nat(8) }), { minLength: 1, maxLength: 3 });
const undoing = fc.record(
  {
    count: fc.constant(2),
    paths: fc.tuple(file),
    onlyAgent: fc.boolean(),
    whole: fc.boolean(),
    session: fc.constant("one"),
  },
  { requiredKeys: [] },
);

function acts(sessions: readonly string[], hows: readonly Edit["how"][], persons: number): fc.Arbitrary<Act[]> {
  const session = fc.constantFrom(...sessions);
  const act = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("prompt", "prompt", "stop", "stop", "leave"), session }) },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant("call"),
        session,
        edits: edits(...hows),
        ends: fc.constantFrom(true, true, true, false),
      }),
    },
    { weight: persons, arbitrary: fc.record({ do: fc.constant("person"), edits: edits("line", "insert") }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("undo"), options: undoing }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant("redo"), options: fc.constantFrom({}, { count: 2 }) }),
    },
  ) as fc.Arbitrary<Act>;
  return fc.array(act, { minLength: 4, maxLength: 12 });
}

/** Gives the lines that a person typed while no turn and no call went on. */
async function play(world: World, script: readonly Act[]): Promise<ReadonlySet<string>> {
  const typed = new Set<string>();
  const open = new Set<string>();
  for (const [at, one] of script.entries()) {
    if (one.do === "undo" || one.do === "redo") await operate(world, one, typed);
    else if (one.do === "person") {
      for (const [number, each] of one.edits.entries()) {
        edit(world, each, `person ${at}.${number}`);
        if (open.size === 0) typed.add(`person ${at}.${number}`);
      }
    } else if (one.do === "call") {
      const fields = { sessionId: one.session, toolUseId: `call-${at}`, toolName: "shell" };
      await world.hook("pre_tool_use", fields);
      for (const [number, each] of one.edits.entries()) edit(world, each, `${one.session} ${at}.${number}`);
      if (one.ends) await world.hook("post_tool_use", fields);
      else open.add(one.session);
    } else {
      const names = { prompt: "turn_start", stop: "turn_end", leave: "session_end" } as const;
      await world.hook(names[one.do], { sessionId: one.session, promptId: `prompt-${at}` });
      if (one.do === "prompt") open.add(one.session);
      else open.delete(one.session);
    }
  }
  return typed;
}

/** Takes everything back that can be. Gives how many of the undos a redo gives back, and whether nothing was left. */
async function undoAll(
  world: World,
  typed?: ReadonlySet<string>,
): Promise<{ readonly undos: number; readonly isWhole: boolean }> {
  for (let [undos, steps] = [0, 0]; ; steps += 1) {
    const result = (await operate(world, { do: "undo", options: {} }, typed))!;
    if (!result.restored) return { undos, isWhole: result.complete };
    if (result.changes.length > 0) undos += 1;
    expect(steps, "undo comes to an end").toBeLessThan(60);
  }
}

test("a session alone: undo of everything gives back the beginning, and as many redos the end", {
  timeout: 3_600_000,
}, async () => {
  const script = acts(["one"], ["line", "insert", "drop", "rewrite", "remove", "rename", "chmod"], 0);
  await fc.assert(
    fc.asyncProperty(script, async (told) => {
      const world = makeWorld(SETUP);
      const beginning = filesOf(world);
      await play(world, told);
      const end = filesOf(world);
      const { undos, isWhole } = await undoAll(world);
      expect([isWhole, filesOf(world)]).toEqual([true, beginning]);
      for (let count = 0; count < undos; count += 1) await operate(world, { do: "redo", options: {} });
      expect(filesOf(world)).toEqual(end);
    }),
    timesDear(2),
  );
});

test("two sessions and a person: what an undo says is so, and as many redos give back all that it took", {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(acts(["one", "one", "two"], ["line", "insert", "drop", "rewrite"], 3), async (told) => {
      const world = makeWorld(SETUP);
      const typed = await play(world, told);
      const end = filesOf(world);
      const { undos } = await undoAll(world, typed);
      for (let count = 0; count < undos; count += 1) await operate(world, { do: "redo", options: {} });
      expect(filesOf(world)).toEqual(end);
    }),
    timesDear(2),
  );
});
