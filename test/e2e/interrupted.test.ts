import { describe, expect, test } from "vitest";

import type { Checkpoint, CheckpointList } from "../../shadow-repo/journal/checkpoint.ts";
import type { RestoreResult } from "../../shadow-repo/restore/operation/restore-result.ts";
import { COMMITTED, worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest(`${COMMITTED}; mkdir sub; echo s > sub/in`);

type Name = "start" | "prompt" | "before" | "after" | "stop" | "leave";

/** What each agent calls its events, and what it sends with them beside the session and the folder. */
const DIALECTS: Readonly<Record<string, Readonly<Record<Name, object>>>> = {
  "docker-agent": {
    start: { hook_event_name: "session_start", source: "startup" },
    prompt: { hook_event_name: "turn_start" },
    before: { hook_event_name: "pre_tool_use", tool_name: "shell", tool_input: { cmd: "x" } },
    after: { hook_event_name: "post_tool_use", tool_name: "shell", tool_input: { cmd: "x" }, tool_response: "" },
    stop: { hook_event_name: "turn_end", reason: "normal" },
    leave: { hook_event_name: "session_end" },
  },
  "claude-code": {
    start: { hook_event_name: "SessionStart", source: "startup" },
    prompt: { hook_event_name: "UserPromptSubmit", prompt: "do it" },
    before: { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "x" } },
    after: { hook_event_name: "PostToolUse", tool_name: "Bash", tool_input: { command: "x" }, tool_response: {} },
    stop: { hook_event_name: "Stop", stop_hook_active: false },
    leave: { hook_event_name: "SessionEnd", reason: "other" },
  },
};

for (const agent of Object.keys(DIALECTS))
  describe(agent, agent === "claude-code" ? {} : { tags: ["long"] }, () => {
    const send = async (name: Name, more: object = {}) => {
      const run = await world.hook(["snapshot", "--agent", agent], { ...DIALECTS[agent]![name], ...more });
      expect(run, name).toMatchObject({ exitCode: 0, stderr: "" });
    };
    const call = (id: string) => ({ tool_use_id: id });
    const list = async () => (await world.json<CheckpointList>(["checkpoints"])).checkpoints;
    const paths = ({ files }: Checkpoint) => files.map(({ path }) => path).join(" ");

    /** A turn that ended, and one that was interrupted in its second call. */
    async function interrupted(): Promise<void> {
      await send("start");
      await send("prompt", { prompt_id: "p1" });
      world.sh("echo 1 > file.txt");
      await send("stop", { prompt_id: "p1" });
      await send("prompt", { prompt_id: "p2" });
      await send("before", call("c1"));
      world.sh("echo 2 > file.txt; echo new > new.txt");
      await send("after", call("c1"));
      await send("before", call("c2"));
      world.sh("echo 3 > file.txt");
    }

    // As a command of the agent's types it (`/snapveil:undo`), and as a call of the model's.
    test.each([false, true])(
      "an undo within a turn is no work of that turn: two take two turns back (a call: %s)",
      async (isCall) => {
        await send("start");
        for (const text of ["two", "three"]) {
          await send("prompt", { prompt_id: text });
          world.sh(`echo ${text} > file.txt`);
          await send("stop", { prompt_id: text });
        }
        for (const [at, expected] of ["two\n", "one\n"].entries()) {
          await send("prompt", { prompt_id: `undo ${at}` });
          if (isCall) await send("before", call(`u${at}`));
          await world.json(["undo", "--yes"]);
          if (isCall) await send("after", call(`u${at}`));
          await send("stop", { prompt_id: `undo ${at}` });
          expect(world.read("file.txt")).toBe(expected);
        }
        expect((await list()).length).toBe(0);
      },
    );

    test("right after Escape undo takes the turn back, says which, and goes on to the ones before it", async () => {
      await interrupted();
      const open = (await list()).at(-1)!;
      expect(open).toMatchObject({ open: true, session_id: "s", scope: "turn" });
      expect(paths(open)).toBe("file.txt new.txt");
      expect((await world.snapveil(["checkpoints"])).stdout).toContain(open.id);
      expect((await world.snapveil(["show", open.id])).stdout).toContain("+3");
      const preview = await world.snapveil(["undo", "--dry-run"]);
      expect(preview).toMatchObject({ exitCode: 0 });
      expect(preview.stdout).toContain(`Would take back turn ${open.id}`);

      const { stdout, exitCode } = await world.snapveil(["undo", "--yes"]);
      expect(exitCode).toBe(0);
      expect(stdout).toContain(`Took back turn ${open.id}`);
      expect(stdout).toContain("which has not ended");
      expect([world.read("file.txt"), world.sh("ls")]).toEqual(["1\n", "file.txt\nsub\n"]);
      await world.json(["undo", "--yes"]);
      expect(world.read("file.txt")).toBe("one\n");
      expect(await world.json<RestoreResult>(["undo", "--yes"])).toMatchObject({ restored: false, undone: [] });
      await world.json(["redo", "2", "--yes"]);
      expect(world.read("file.txt")).toBe("3\n");
    });

    test("the next prompt begins a turn of its own", async () => {
      await interrupted();
      await send("prompt", { prompt_id: "p3" });
      world.sh("echo 4 > file.txt");
      await send("stop", { prompt_id: "p3" });
      const turns = (await list()).filter(({ scope }) => scope === "turn");
      expect(turns.map(paths)).toEqual(["file.txt", "file.txt new.txt", "file.txt"]);
      for (const text of ["3\n", "1\n", "one\n"]) {
        await world.json(["undo", "--yes"]);
        expect(world.read("file.txt")).toBe(text);
      }
    });

    test("the end of the session ends the turn: what the person does then is not part of it", async () => {
      await interrupted();
      await send("leave");
      world.sh("echo mine > mine.txt");
      await world.json(["undo", "--yes"]);
      expect([world.read("file.txt"), world.read("mine.txt")]).toEqual(["1\n", "mine\n"]);
    });

    test("what is asked for and not there, or not all put back, is exit code 2", async () => {
      await interrupted();
      for (const words of [
        ["undo", "99", "--yes"],
        ["undo", "--session", "nobody", "--yes"],
        ["undo", "1", "no/such/file", "--yes"],
        ["restore", "zzzz", "--yes"],
        ["show", "zzzz"],
        ["diff", "zzzz"],
      ]) {
        const { exitCode, stdout, stderr } = await world.snapveil(words);
        expect([exitCode, stdout, /^snapveil: ./.test(stderr)], words.join(" ")).toEqual([2, "", true]);
        expect(world.read("file.txt")).toBe("3\n");
      }
      expect((await list()).filter(({ scope }) => scope === "turn")).toHaveLength(2);
      world.sh("echo t > sub/in");
      const { exitCode, stdout } = await world.snapveil(["undo", "--yes", "--json"], { cwd: world.at("sub") });
      expect(exitCode).toBe(2);
      expect(JSON.parse(stdout)).toMatchObject({ restored: true, complete: false, files: 1 });
      expect([world.read("sub/in"), world.read("file.txt")]).toEqual(["s\n", "3\n"]);
      await send("leave");
      world.sh("rm file.txt; mkdir file.txt; echo x > file.txt/x.ign; echo '*.ign' > .git/info/exclude");
      const rest = await world.snapveil(["undo", "--yes"]);
      expect([rest.exitCode, world.sh("ls")]).toEqual([2, "file.txt\nsub\n"]);
      expect(rest.stdout).toContain("left alone: file.txt");
      world.sh("rm -r file.txt");
      expect((await world.snapveil(["undo", "--yes"])).exitCode).toBe(0);
      expect(world.read("file.txt")).toBe("1\n");
    });
  });

test("an error of the API ends Claude Code's turn", async () => {
  const send = (event: object) => world.hook(["snapshot", "--agent", "claude-code"], event);
  await send({ ...DIALECTS["claude-code"]!.prompt, prompt_id: "p" });
  world.sh("echo 1 > file.txt");
  await send({ hook_event_name: "StopFailure", prompt_id: "p", error: "server_error" });
  world.sh("echo mine > mine.txt");
  expect((await world.json<CheckpointList>(["checkpoints"])).checkpoints).toMatchObject([
    { scope: "turn", files: [{ path: "file.txt" }] },
  ]);
});

test.each(["claude-code", "codex"])("a summary in the middle of a turn of %s ends no turn", async (agent) => {
  const send = (event: object) => world.hook(["snapshot", "--agent", agent], event);
  await send({ hook_event_name: "UserPromptSubmit", prompt: "do it", turn_id: "t", prompt_id: "p" });
  world.sh("echo 1 > file.txt");
  await send({ hook_event_name: "SessionStart", source: "compact" });
  world.sh("echo 2 > file.txt");
  await send({ hook_event_name: "Stop", turn_id: "t", prompt_id: "p" });
  const { checkpoints } = await world.json<CheckpointList>(["checkpoints"]);
  expect(checkpoints).toHaveLength(1);
  await world.json(["undo", "--yes"]);
  expect(world.read("file.txt")).toBe("one\n");
});
