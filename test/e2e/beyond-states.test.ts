import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { worldPutBack } from "../support/temporary-world.ts";

const world = worldPutBack(({ sh }) => {
  sh("git init -q . && printf 'one\\n' > a.txt && git add . && git commit -qm one");
});

interface Result {
  readonly notes: readonly string[];
  readonly account: { readonly notHeld: readonly { readonly path: string; readonly why: string }[] };
}

const event = (hook_event_name: string, more = {}) =>
  world.hook(["--agent", "claude-code", "snapshot"], { hook_event_name, ...more });

let calls = 0;

/** A turn of one call. */
async function turn(call: { tool_name: string; tool_input: object }, act: () => void): Promise<void> {
  await event("UserPromptSubmit", { prompt: "Go on." });
  const tool_use_id = `c${(calls += 1)}`;
  await event("PreToolUse", { ...call, tool_use_id });
  act();
  await event("PostToolUse", { ...call, tool_use_id, tool_response: {} });
  await event("Stop");
}

const write = (file_path: string, content: string) => ({ tool_name: "Write", tool_input: { file_path, content } });
const undo = async (): Promise<Result> => world.json<Result & Record<string, unknown>>(["undo", "--yes"]);

test("a file behind a link to the outside is named by the undo, also where the turn changed nothing else", async () => {
  const outside = join(world.cwd, "../outside");
  mkdirSync(outside, { recursive: true });
  writeFileSync(join(outside, "x.md"), "o");
  symlinkSync(outside, world.at("docs"));
  await event("SessionStart", { source: "startup" });
  const call = write(world.at("docs/x.md"), "changed");
  for (const more of ["", "changed"]) {
    await turn(call, () => {
      writeFileSync(world.at("docs/x.md"), "changed");
      if (more !== "") writeFileSync(world.at("a.txt"), more);
    });
    const { notes, account } = await undo();
    expect(account.notHeld).toEqual([{ path: "docs/x.md", why: "outside of the worktree" }]);
    expect(notes.join("\n")).toContain("Written outside of the worktree, in no checkpoint: docs/x.md");
  }
  expect(readFileSync(join(outside, "x.md"), "utf8")).toBe("changed");
});

test.each([
  ["a flag of the call", { command: "./gen.sh", run_in_background: true }],
  ["an ampersand", { command: "./gen.sh > log 2>&1 &" }],
  ["nohup", { command: "cd . && nohup ./gen.sh" }],
])(
  "what comes after a turn with a command in the background is not for sure the person's: %s",
  async (_name, input) => {
    await turn({ tool_name: "Bash", tool_input: input }, () => writeFileSync(world.at("log"), "start\n"));
    writeFileSync(world.at("made"), "out\n");
    const blame = await world.snapveil(["blame", "made"]);
    expect(blame.stdout).toMatch(/^ *you, or background of [0-9a-f]{8} /);
    expect((await undo()).notes.join("\n")).toMatch(/by you or by its background command, which may still run: made\./);
  },
);

test("nothing is said of a background command where there was none", async () => {
  const quoted = { command: "echo 'a & b' && test 1 -gt 0 2>&1 || true" };
  await turn({ tool_name: "Bash", tool_input: quoted }, () => writeFileSync(world.at("log"), "start\n"));
  writeFileSync(world.at("made"), "out\n");
  expect((await world.snapveil(["blame", "made"])).stdout).toMatch(/^ *you /);
  expect((await undo()).notes.join()).not.toContain("background");
});

test("permissions that were unusual and that a turn changed are named, with the command that puts these back", async () => {
  world.sh("printf k > key.pem; chmod 600 key.pem; mkdir -m 700 private; printf p > private/p");
  await event("SessionStart", { source: "startup" });
  await turn({ tool_name: "Bash", tool_input: { command: "chmod -R 777 ." } }, () => {
    world.sh("chmod 666 key.pem; chmod 755 private");
  });
  const { notes, account } = await undo();
  expect(account.notHeld.map(({ path }) => path)).toEqual(["key.pem", "private/"]);
  const told = /Permissions changed, and stay: (.+)\. To put one back: (.+)$/.exec(notes.join());
  expect(told?.[1]).toBe("key.pem (600 → 666), private/ (700 → 755)");
  world.sh(told![2]!);
  expect(world.sh("stat -c %a key.pem")).toBe("600\n");
});

test("permissions that several turns changed are named from before the first to after the last", async () => {
  world.sh("printf k > key.pem; chmod 600 key.pem; printf a > a.txt");
  await event("SessionStart", { source: "startup" });
  for (const [mode, text] of [
    ["640", "b"],
    ["660", "c"],
  ] as const)
    await turn({ tool_name: "Bash", tool_input: { command: "chmod -R go+rw ." } }, () => {
      world.sh(`chmod ${mode} key.pem; printf ${text} > a.txt`);
    });
  const { notes } = await world.json<Result & Record<string, unknown>>(["undo", "2", "--yes"]);
  expect(notes.join()).toContain("Permissions changed, and stay: key.pem (600 → 660).");
});
