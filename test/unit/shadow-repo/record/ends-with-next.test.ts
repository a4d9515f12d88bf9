import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { allPending } from "../../../../shadow-repo/journal/pending.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { makeWorld, type World } from "../world.ts";

const NEXT = { endsWithNext: true } as const;
const SHELL = { ...NEXT, toolName: "shell" } as const;

async function shown({ io, root }: World): Promise<string[]> {
  const { checkpoints } = await listCheckpoints(io, root, { all: true });
  return checkpoints.map(
    ({ scope, open, files }) => `${scope}${open ? " open" : ""} ${files.map(({ path }) => path).join(" ")}`,
  );
}

describe("where turns follow one another, a turn is ended by", () => {
  test.each(["turn_start", "session_end"] as const)("%s, as by an end of its own", async (event) => {
    const world = makeWorld();
    await world.hook("turn_start", NEXT);
    await world.call("c1", "printf 1 > one", SHELL);
    world.sh("printf h > hand");
    await world.hook(event, NEXT);
    world.sh("printf 2 > two");
    const [call, turn] = ["tool one", "turn hand one"];
    expect(await shown(world)).toEqual(event === "turn_start" ? [call, turn, "turn open two"] : [call, turn]);
    const lines = readFileSync(`${world.shadow()}/journal`, "utf8").split("\n");
    const record = lines.find((line) => line.includes('"scope":"turn"'));
    expect(record).toContain('"callsSeen":true');
    expect(record).not.toContain("isOpen");
  });

  test("turn_start, which says what is in no checkpoint", async () => {
    const world = makeWorld("git init -q . && printf '*.log\\n' > .gitignore && git add . && git commit -qm first");
    await world.hook("turn_start", NEXT);
    world.sh("git init -q nested && printf n > nested/file");
    expect(await world.hook("turn_start", NEXT)).toEqual({ notice: [expect.stringContaining("nested")] });
    expect(await world.hook("session_end", NEXT)).toEqual({});
  });

  test("turn_start, also where the state before is lost: the next turn is recorded", async () => {
    const world = makeWorld();
    await world.hook("turn_start", NEXT);
    world.sh("printf 1 > one");
    const [{ tree } = { tree: "" }] = allPending(world.shadow());
    world.sh(`f="$SHADOW"/objects/${tree.slice(0, 2)}/${tree.slice(2)}; [ ! -f "$f" ] || rm "$f"`);
    await world.hook("turn_start", NEXT).catch(() => {});
    world.sh("printf 2 > two");
    await world.hook("turn_start", NEXT);
    expect(await shown(world)).toContain("turn two");
  });
});

describe("a call keeps no state of its own", () => {
  const reads = { ...SHELL, toolInput: { cmd: "cat base.txt" } } as unknown as typeof SHELL;

  test("where it only reads, and what it changed all the same is in its turn", async () => {
    const world = makeWorld();
    await world.hook("turn_start");
    await world.hook("pre_tool_use", { ...reads, toolUseId: "c1" });
    expect(allPending(world.shadow()).map(({ key }) => key?.kind)).toEqual(["turn"]);
    world.sh("printf 1 > one");
    await world.hook("post_tool_use", { ...reads, toolUseId: "c1" });
    await world.hook("turn_end");
    expect(await shown(world)).toEqual(["turn one"]);
    expect(readFileSync(`${world.shadow()}/journal`, "utf8")).toContain('"callsSeen":true');
    await undo(world.io, world.root);
    expect(world.files("one")).toBe("-");
  });

  test("but where no turn is open it does: nothing else would hold what it changed", async () => {
    const world = makeWorld();
    await world.call("c1", "printf 1 > one", reads);
    expect(await shown(world)).toEqual(["tool one"]);
  });

  test("the second time that it is announced: what the first lane kept stays", async () => {
    const world = makeWorld();
    await world.hook("turn_start", NEXT);
    await world.hook("pre_tool_use", { ...SHELL, toolUseId: "c1" });
    const before = allPending(world.shadow());
    await world.hook("pre_tool_use", { ...SHELL, toolUseId: "c1" });
    expect(allPending(world.shadow())).toEqual(before);
  });
});
