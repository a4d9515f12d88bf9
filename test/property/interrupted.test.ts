import { writeFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { listSteps } from "../../shadow-repo/look/list-steps.ts";
import { redo } from "../../shadow-repo/restore/redo.ts";
import { undo } from "../../shadow-repo/restore/undo.ts";
import { timesDear } from "../support/chance.ts";
import { makeWorld, type World } from "../unit/shadow-repo/world.ts";

/** Files that agents write, and those that only a person does. */
const AGENTS = ["f0", "f1", "sub/f2"];
const PERSONS = ["p0", "sub/p1"];
const SETUP = `git init -q .; mkdir sub; for f in ${[...AGENTS, ...PERSONS].join(" ")}; do printf first > $f; done`;

type Act =
  | { readonly do: "prompt"; readonly session: string; readonly isAdded: boolean }
  | { readonly do: "call"; readonly session: string; readonly files: readonly string[]; readonly ends: boolean }
  | { readonly do: "stop" | "begin" | "leave"; readonly session: string }
  | { readonly do: "person"; readonly file: string }
  | { readonly do: "undo" | "redo"; readonly session: string | undefined; readonly path: string | undefined };

const session = fc.constantFrom("one", "one", "two", "callsonly");
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("prompt"), session, isAdded: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("call"),
      session,
      files: fc.uniqueArray(fc.constantFrom(...AGENTS), { minLength: 1, maxLength: 2 }),
      ends: fc.constantFrom(true, true, false),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("stop", "stop", "stop", "begin", "leave"), session }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("person"), file: fc.constantFrom(...PERSONS) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("undo", "undo", "redo"),
      session: fc.option(session, { nil: undefined, freq: 2 }),
      path: fc.option(fc.constantFrom(...AGENTS), { nil: undefined, freq: 2 }),
    }),
  },
) as fc.Arbitrary<Act>;

/** What a person's file held at any time. */
type Seen = ReadonlyMap<string, Set<string>>;

async function play(world: World, script: readonly Act[], seen: Seen): Promise<void> {
  let count = 0;
  const prompts = new Map<string, string>();
  const write = (file: string) => writeFileSync(join(world.root, file), `text ${(count += 1)}`);
  const hook: World["hook"] = async (name, fields) => {
    const before = filesOf(world);
    expect(await world.hook(name, fields)).toEqual({});
    expect(filesOf(world), `${name} changes no file`).toEqual(before);
    return {};
  };
  for (const one of script) {
    if (one.do === "person") {
      write(one.file);
      seen.get(one.file)!.add(world.files(one.file));
    } else if (one.do === "undo" || one.do === "redo") {
      const options = {
        ...(one.session !== undefined && { session: one.session }),
        ...(one.path !== undefined && one.do === "undo" && { paths: [one.path] }),
      };
      await (one.do === "undo" ? undo : redo)(world.io, world.root, options).catch((error: { code?: string }) =>
        expect(["unknownSession", "unknownPath", "olderPath"], String(error)).toContain(error.code),
      );
    } else if (one.do === "call") {
      const fields = { sessionId: one.session, toolUseId: `call-${(count += 1)}`, toolName: "shell" };
      await hook("pre_tool_use", fields);
      for (const file of one.files) write(file);
      if (one.ends) await hook("post_tool_use", fields);
    } else if (one.do === "prompt") {
      if (one.session === "callsonly") continue;
      const promptId = (one.isAdded && prompts.get(one.session)) || `prompt-${(count += 1)}`;
      prompts.set(one.session, promptId);
      await hook("turn_start", { sessionId: one.session, promptId });
    } else {
      const names = { stop: "turn_end", begin: "session_start", leave: "session_end" } as const;
      await hook(names[one.do], { sessionId: one.session! });
    }
  }
}

function filesOf(world: World): Record<string, string> {
  return Object.fromEntries([...AGENTS, ...PERSONS].map((file) => [file, world.files(file)]));
}

/** Of a file that two sessions wrote in turns, in the same line: one step alone is not taken back, all of them are. */
const TOLD_APART = /^another session changed it, too \(.+the two cannot be told apart by lines/;

const OF_ANOTHER = /^(?:a call of )?another session changed it/;
/** What a person did in a turn that is not over, or beside another session. */
const YOURS = /^(?:it changed after the last call|(?:a call of )?another session changed it)/;

function expectBeginning(world: World, seen: Seen): void {
  const beginning = filesOf(world);
  for (const file of AGENTS) expect([file, beginning[file]]).toEqual([file, "first"]);
  for (const file of PERSONS) expect([...seen.get(file)!]).toContain(beginning[file]);
}

test("whatever was interrupted, undo goes back to the beginning, and as many redos bring all of it back", {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 16 }), async (script) => {
      const world = makeWorld(SETUP);
      const seen: Seen = new Map(PERSONS.map((file) => [file, new Set(["first"])]));
      await play(world, script, seen);
      const end = filesOf(world);
      let [undos, steps, isShared] = [0, 0, false];
      for (;;) {
        const { restored, complete, skipped, changes } = await undo(world.io, world.root);
        const shared = skipped.filter(({ why }) => TOLD_APART.test(why));
        for (const { path, why } of skipped)
          expect([path, why]).toEqual([path, expect.stringMatching(PERSONS.includes(path) ? YOURS : OF_ANOTHER)]);
        expect(complete).toBe(shared.length === 0);
        isShared ||= !complete;
        if (!restored) break;
        if (changes.length > 0) steps += 1;
        expect((undos += 1), "undo comes to an end").toBeLessThan(60);
      }
      if (!isShared) expectBeginning(world, seen);
      if (steps > 0) await redo(world.io, world.root, { count: steps });
      expect(filesOf(world)).toEqual(end);
      if (!isShared) return;
      const { checkpoints } = await listSteps(world.io, world.root);
      expect((await undo(world.io, world.root, { count: checkpoints.length })).complete).toBe(true);
      expectBeginning(world, seen);
      await redo(world.io, world.root);
      expect(filesOf(world)).toEqual(end);
    }),
    timesDear(4),
  );
});
