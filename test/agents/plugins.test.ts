import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { agentMatrix } from "../../agents/codec/matrix.ts";
import { KEY, missing } from "../support/pseudo-terminal.ts";
import { runBash } from "../support/run.ts";
import { installedAgents } from "./support/installed.ts";
import { leakyServer } from "./support/leaky-server.ts";
import { unpackedPackage } from "./support/packed.ts";
import { setStage, type Stage } from "./support/stage.ts";
import { shows, token } from "./support/told.ts";

const DONE = { text: "done" };
const TURN = "This is told at the beginning of a turn.";
const rows = await agentMatrix();
const agents = installedAgents().filter(({ addPlugin }) => addPlugin);

let packed: Awaited<ReturnType<typeof unpackedPackage>>;
beforeAll(async () => {
  packed = await unpackedPackage();
});
afterAll(() => rmSync(packed.parent, { recursive: true, force: true }));

test.skipIf(!agents.some(({ name }) => name === "claude-code"))(
  "Claude Code finds no fault in the plugin",
  async () => {
    const stage = await setStage(agents.find(({ name }) => name === "claude-code")!, { plugin: packed.folder });
    const { stdout, exitCode } = await stage.run(["plugin", "validate", "--profile", "directory", packed.folder]);
    stage.close();
    stage.world.remove();
    expect(exitCode, stdout).toBe(0);
    expect(stdout.match(/unknown hook event/g)).toHaveLength(5);
    expect(stdout.match(/^ +❯ commands: .*/gm)?.map((line) => line.trim().slice(12))).toEqual(
      ["checkpoints", "explain", "redo", "undo"].map((name) => `snapveil:${name}`),
    );
  },
);

/** The story of docs/agents.md, with nothing of ours but the package, by the agent's own command. */
describe.each(agents)("$name with our plugin", (real) => {
  const { degrees } = rows.find(({ agent }) => agent === real.dialect)!;
  // Claude Code's command hooks cannot change these; its mod can.
  const hasMod = real.name === "claude-code";
  const refusalEnds = degrees.block_tool === "lever";
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage(real, {
      plugin: packed.folder,
      settings: { builtins: { turn_start: [["add_context", TURN]] } },
    });
  });
  afterAll(() => {
    stage?.close();
    stage?.world.remove();
  });

  test("takes secrets out, refuses, records and undoes as the matrix says", async () => {
    const { world } = stage;
    const secrets = { output: token(), failed: token(), argument: token() };
    for (const [name, secret] of Object.entries(secrets)) if (name !== "argument") world.write(`${name}.txt`, secret);
    const written = real.write(join(world.cwd, "new.txt"), "new\n");
    const refused = real.shell(`echo ${secrets.argument} > argument.txt`);
    const { agent, seen, all } = await stage.turn({
      prompt: "please do it",
      steps: [
        real.shell("cat output.txt"),
        real.shell("cat failed.txt; exit 3"),
        ...(refusalEnds ? [written, refused] : [refused, written]),
        DONE,
      ],
    });
    expect(seen.length, agent.stderr).toBe(refusalEnds ? 4 : 5);
    expect(agent.stdout + agent.stderr).not.toMatch(/hook: \w+ Failed|internal error|Invalid hook event/);
    for (const [degree, heading] of [
      [degrees.context_session, "Current user:"],
      [degrees.context_turn, TURN],
    ] as const) {
      expect(shows(seen[degree === "native" ? 0 : 1], heading), heading).toBe(true);
      expect(seen.at(-1)!.split(heading), heading).toHaveLength(2);
    }
    expect(shows(all.join("\n"), secrets.output), "the output").toBe(degrees.rewrite_output === "impossible");
    expect(shows(all.join("\n"), secrets.failed), "the failed output").toBe(
      degrees.rewrite_failed_output === "impossible" && !hasMod,
    );
    if (hasMod) expect(shows(all.join("\n"), "it reaches the model"), "a warning that is not true").toBe(false);
    expect(existsSync(join(world.cwd, "argument.txt")), "the refused command").toBe(false);
    expect(world.read("new.txt")).toBe("new\n");
    await world.json(["undo", "--yes", "--json"]);
    expect(existsSync(join(world.cwd, "new.txt"))).toBe(false);
    expect(readFileSync(join(world.cwd, "file.txt"), "utf8")).toBe("one\n");
  });

  test.skipIf(!real.command)("shows in a command what could be undone", async () => {
    stage.world.write("new.txt", "again\n");
    await stage.turn({ prompt: "please", steps: [real.shell("echo two > file.txt"), DONE] });
    // Without a person Gemini CLI puts what hooks tell the session in front of the prompt, which is no command then.
    stage.world.switchOff();
    const { seen, agent } = await stage.turn({ command: "undo", steps: [DONE] });
    rmSync(stage.world.at("~/.config/snapveil/switch.json"));
    // In a terminal, which Gemini CLI gives to commands, it is a table.
    expect(/overwrite +file\.txt/.test(seen[0] ?? ""), agent.stdout + agent.stderr).toBe(true);
    expect(stage.world.read("file.txt")).toBe("two\n");
  });

  const undoes = (asks: string) => real.typesCommand?.asks === asks && missing === undefined;
  test.runIf(undoes("model"))("has its model show by a command what could be undone", async () => {
    const { world } = stage;
    world.write("new.txt", "again\n");
    await stage.turn({ prompt: "please", steps: [real.shell("echo two > file.txt"), DONE] });
    const seen = await stage.onTerminal("undo", (_terminal, request) => request());
    const [, base = ""] = /Base directory for this skill: (.+?)\\n/.exec(seen) ?? [];
    const [, line = ""] = /Run this:\\n\\n(.+?)\\n/.exec(seen) ?? [];
    const { stdout, stderr } = await runBash(line.replaceAll("\\", "").replace("BASE", base), world);
    expect(stdout, `${line}\n${stderr}`).toMatch(/overwrite +file\.txt/);
    expect(world.read("file.txt")).toBe("two\n");
  });

  test.runIf(undoes("agent"))("shows by a command what could be undone, asks, and does it", async () => {
    const { world } = stage;
    await stage.turn({ prompt: "please", steps: [real.shell("echo two > file.txt"), DONE] });
    await stage.onTerminal("undo", async (terminal) => {
      await terminal.shows(/overwrite +file\.txt/);
      expect(world.read("file.txt")).toBe("two\n");
      terminal.press(KEY.enter);
      await terminal.shows(/overwrote +file\.txt/);
      expect(world.read("file.txt")).toBe("one\n");
    });
  });

  test.skipIf(!hasMod)("sends a prompt and the file that it names without their secrets", async () => {
    const secrets = [token(), token()];
    stage.world.write("named.txt", `the key is ${secrets[1]!}\n`);
    const { seen, all, agent } = await stage.turn({
      prompt: `log in with ${secrets[0]!} as @named.txt says`,
      steps: [DONE],
    });
    expect(shows(seen[0], "log in with [REDACTED] as @named.txt says"), agent.stdout + agent.stderr).toBe(true);
    expect(shows(seen[0], "the key is [REDACTED]")).toBe(true);
    expect(secrets.map((secret) => shows(all.join("\n"), secret))).toEqual([false, false]);
  });

  test.skipIf(!hasMod)("shows no secret of a command, or of a server's tool", async () => {
    const { world } = stage;
    const secrets = [token(), token(), token()] as const;
    world.write(".claude/commands/leak.md", `The key is ${secrets[0]}, and $ARGUMENTS was typed.\n`);
    const typed = await stage.turn({ prompt: `/leak ${secrets[1]}`, steps: [DONE] });
    const server = world.write("~/leaky.cjs", leakyServer(`the key is ${secrets[2]}`));
    const added = await stage.run(["mcp", "add", "--scope", "user", "leaky", "--", process.execPath, server]);
    expect(added).toMatchObject({ exitCode: 0 });
    const called = await stage.turn({
      prompt: "ask the server",
      words: ["--allowedTools", "mcp__leaky__tell"],
      steps: [{ tool: "mcp__leaky__tell", input: {} }, DONE],
    });
    expect(shows(called.seen[1], "the key is [REDACTED]"), called.agent.stdout).toBe(true);
    const all = [...typed.all, ...called.all].join("\n");
    expect(secrets.map((secret) => shows(all, secret))).toEqual([false, false, false]);
    expect(shows(typed.seen[0], "The key is [REDACTED], and"), typed.agent.stdout + typed.agent.stderr).toBe(true);
  });

  test.skipIf(!hasMod)("lets no text through where the program cannot answer", async () => {
    const secret = token();
    const launcher = join(packed.folder, "dist/snapveil");
    const whole = readFileSync(launcher);
    writeFileSync(launcher, "#!/bin/sh\nexit 1\n");
    const { all, agent } = await stage.turn({ prompt: `log in with ${secret}`, steps: [DONE] });
    const typed = await stage.turn({ prompt: `/leak ${secret}`, steps: [DONE] });
    writeFileSync(launcher, whole);
    expect(shows([...all, ...typed.all].join("\n"), secret)).toBe(false);
    expect(shows(all.join("\n"), "log in with")).toBe(false);
    expect(agent.stdout + agent.stderr).toContain("snapveil could not check this");
  });

  test("sends no prompt with a secret in it, as the matrix says", async () => {
    const secret = token();
    const { all } = await stage.turn({ prompt: `log in with ${secret}`, steps: [DONE] });
    expect(shows(all.join("\n"), secret)).toBe(degrees.rewrite_prompt === "impossible");
  });
});

if (agents.length === 0) test.skip("no agent is installed that takes plugins", () => {});
