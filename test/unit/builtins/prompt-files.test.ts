import { symlinkSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import addPromptFiles from "../../../builtins/add-prompt-files.ts";
import type { Call } from "../../../builtins/call.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { ioWith } from "../../support/io-with.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest("git init -q . && mkdir -p sub/below");

/** What the model is told of files of a name, in a folder of the worktree. */
async function told(args: readonly string[], origin: Call["origin"], cwd = world.cwd): Promise<string> {
  const event = { name: "turn_start", wireName: "turn_start", dialect: "docker-agent", raw: {}, cwd } as HookEvent;
  const io = { ...ioWith("", world.env), cwd, now: () => new Date() };
  const { context = [] } = await addPromptFiles(event, { args, io, settings: DEFAULT_SETTINGS, origin } as Call);
  return context.join("\n");
}

describe("a prompt file that", () => {
  const outside = () => join(world.cwd, "../outside.md");
  const PLACES: readonly (readonly [where: string, lay: () => unknown, user: boolean, project: boolean])[] = [
    ["lies in the worktree", () => world.write("NOTES.md", "planted"), true, true],
    ["lies above the working folder, in the worktree", () => world.write("sub/NOTES.md", "planted"), true, true],
    ["lies above the worktree", () => world.write(join(world.cwd, "../NOTES.md"), "planted"), true, false],
    ["lies in the home folder", () => world.write("~/NOTES.md", "planted"), true, false],
    [
      "is a link out of the worktree",
      () => {
        world.write(outside(), "planted");
        symlinkSync(outside(), world.at("NOTES.md"));
      },
      false,
      false,
    ],
  ];

  test.each(PLACES)("%s is told if the right one names it", async (_, lay, user, project) => {
    lay();
    const below = world.at("sub/below");
    expect((await told(["NOTES.md"], "user", below)).includes("planted")).toBe(user);
    expect((await told(["NOTES.md"], "project", below)).includes("planted")).toBe(project);
  });
});

test("of the files below those are named that lie no deeper, and in no folder of others' work", async () => {
  const deep = ["sub/NOTES.md", "sub/below/NOTES.md", "sub/below/three/NOTES.md"];
  const others = ["node_modules/NOTES.md", ".hidden/NOTES.md", "ignored/NOTES.md", "sub/OTHER.md"];
  for (const path of [...deep, ...others]) world.write(path, "planted");
  world.write(".gitignore", "ignored/\n");
  symlinkSync(world.at("sub"), world.at("link"));
  const named = async (depth: number) =>
    [...(await told([`--depth=${depth}`, "NOTES.md"], "user")).matchAll(/^- (.*)$/gm)].map(([, path]) => path);
  expect(await named(0)).toEqual([]);
  expect(await named(1)).toEqual(deep.slice(0, 1));
  expect(await named(2)).toEqual(deep.slice(0, 2));
  expect(await named(3)).toEqual(deep);
  expect(await told(["--depth=3", "NOTES.md"], "user")).not.toContain("planted");
});

test.each([
  ["", false],
  ["rules", true],
])("with %j in CLAUDE.md an agent that reads AGENTS.md only in its absence is told of it: %j", async (text, isTold) => {
  world.write("AGENTS.md", "planted");
  world.write("CLAUDE.md", text);
  const readByAgent = [{ name: "AGENTS.md", unless: ["CLAUDE.md"] }];
  const event = { name: "turn_start", wireName: "turn_start", dialect: "docker-agent", raw: {}, cwd: world.cwd };
  const io = { ...ioWith("", world.env), cwd: world.cwd, now: () => new Date() };
  const call = { args: ["AGENTS.md"], io, settings: DEFAULT_SETTINGS, origin: "user", readByAgent } as const;
  const { context = [] } = await addPromptFiles(event as unknown as HookEvent<"turn_start">, call as Call);
  expect(context.join("\n").includes("planted")).toBe(isTold);
});
