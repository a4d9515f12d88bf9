import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { agentMatrix, type AgentRow } from "../../agents/codec/matrix.ts";
import { runSnapveil } from "../support/run.ts";
import { installedAgents } from "./support/installed.ts";
import { play, type Played } from "./support/play.ts";
import type { RealAgent } from "./support/real-agent.ts";
import { setStage } from "./support/stage.ts";
import { shows, token } from "./support/told.ts";

const rows = await agentMatrix();
const DONE = { text: "done" };
const TURN = "This is told at the beginning of a turn.";

/** The length of `[REDACTED]` and a line end, as a number of its own: no part of a date or a time. */
const MARKED_LENGTH = /(?:\\n|[^\w:-])11(?![\w:-])/;

describe.each(installedAgents())("$name", (real: RealAgent) => {
  const { degrees, settings, tells } = rows.find(({ agent }) => agent === real.dialect)!;
  const changes = (setting: string, capability: string) =>
    settings.some((one) => one.setting === setting && one.capability === capability);

  // Then what is refused comes last.
  const refusalEnds = degrees.block_tool === "lever";

  test("tells its model by itself what the matrix says, and nothing else of it", async () => {
    const files = ["AGENTS.md", "CLAUDE.md", "GEMINI.md", "QWEN.md"];
    const marks = { listing: "a-folder", status: "?? new.txt", commits: "the newest commit" };
    const { world, seen } = await play(
      { ...real, register: () => {} },
      {
        prompt: "please do it",
        setup:
          `mkdir ${marks.listing}; for f in ${files.join(" ")}; do echo "rules of $f" > $f; done; touch ${marks.listing}/x; ` +
          `git add .; git commit -qm '${marks.commits}'; touch new.txt`,
        steps: () => [DONE],
      },
    );
    world.remove();
    const [first = ""] = seen;
    const shown = Object.entries(marks).flatMap(([name, mark]) => (shows(first, mark) ? [name] : []));
    const read = files.filter((name) => shows(first, `rules of ${name}`));
    expect([...shown, ...read].sort()).toEqual(tells.filter((one) => one in marks || one.endsWith(".md")).sort());
    const place = [
      ...(shows(first, world.cwd) ? ["folder"] : []),
      ...(/platform|operating system|linux/i.test(first) ? ["platform"] : []),
      ...(/date\b.{0,40}\b20\d\d\b/i.test(first) ? ["date"] : []),
    ];
    expect(place).toEqual(expect.arrayContaining(tells.filter((one) => ["folder", "platform", "date"].includes(one))));
  });

  test.skipIf(real.name !== "claude-code")("lets a hook guide its summary, and is told again after it", async () => {
    const guidance = "Keep the names of all files.";
    const builtins = { pre_compact: [["add_context", guidance]], turn_start: [["add_prompt_files", "RULES.md"]] };
    const stage = await setStage(real, { settings: { builtins }, setup: "echo 'rules of the house' > RULES.md" });
    const turn = async (prompt: string, again: boolean) =>
      (await stage.turn({ prompt, again, steps: [DONE] })).all.join("\n").split("rules of the house").length - 1;
    try {
      expect([await turn("please do it", false), await turn("and more", true)]).toEqual([1, 1]);
      const { all } = await stage.turn({ prompt: "/compact", again: true, steps: [{ text: "<summary>s</summary>" }] });
      expect(all.some((request) => request.includes(`Additional Instructions:\\n${guidance}\\n`))).toBe(true);
      expect(await turn("go on", true)).toBe(1);
    } finally {
      stage.close();
      stage.world.remove();
    }
  });

  describe("that works on a task", () => {
    const secrets = { output: token(), failed: token(), argument: token(), instructions: token() };
    let played: Played;
    beforeAll(async () => {
      played = await play(real, {
        prompt: "please do it",
        settings: { builtins: { turn_start: [["add_context", TURN]] } },
        setup:
          `echo ${secrets.output} > output.txt && echo ${secrets.failed} > ` +
          `failed.txt${real.instructions ? ` && echo 'use ${secrets.instructions}' > ${real.instructions}` : ""}`,
        steps: ({ cwd }) => {
          const refused = real.shell(`echo ${secrets.argument} > argument.txt`);
          const written = real.write(join(cwd, "new.txt"), "new\n");
          return [
            real.shell("cat output.txt"),
            real.shell("cat failed.txt; exit 3"),
            real.shell(`echo ${secrets.argument} | wc -c`),
            ...(refusalEnds ? [written, refused] : [refused, written]),
            DONE,
          ];
        },
      });
    });
    afterAll(() => played?.world.remove());

    test("plays the script to its end, with no hook of ours failing", () => {
      if (!refusalEnds) expect(played.agent, played.agent.stderr).toMatchObject({ exitCode: 0 });
      expect(played.seen).toHaveLength(refusalEnds ? 5 : 6);
      expect(played.agent.stdout + played.agent.stderr).not.toMatch(
        /hook: \w+ Failed|internal error|snapveil: (?!Taken out|The arguments)/,
      );
    });

    test("is given the context of the session and of the turn, once each", () => {
      const last = played.seen.at(-1)!;
      for (const [degree, heading] of [
        [degrees.context_session, "Current user:"],
        [degrees.context_turn, TURN],
      ] as const) {
        expect(degree).not.toBe("impossible");
        // Where the agent takes none at the start, it comes with the first tool.
        expect(shows(played.seen[degree === "native" ? 0 : 1], heading), heading).toBe(true);
        expect(last.split(heading), heading).toHaveLength(2);
      }
    });

    test("is shown the output of a tool without its secret, as the matrix says", () => {
      holds(degrees.rewrite_output, secrets.output, played.seen, 1);
    });

    test("is shown the output of a failed tool without its secret, as the matrix says", () => {
      holds(degrees.rewrite_failed_output, secrets.failed, played.seen, 2);
    });

    test("runs no command with a secret in it, as the matrix says", () => {
      if (degrees.rewrite_arguments === "block") {
        expect(shows(played.seen[3], "The arguments of this tool call contain a secret")).toBe(true);
      } else {
        // The length of the marker and of the end of its line, where the token's would be 41.
        expect(played.seen[3]).toMatch(MARKED_LENGTH);
      }
    });

    test("writes no file with a secret in it, nor one with a marker, and is told how to go on", () => {
      if (!refusalEnds) expect(shows(played.seen[4], "from an environment variable or")).toBe(true);
      expect(existsSync(join(played.world.cwd, "argument.txt"))).toBe(false);
    });

    if (real.instructions) {
      test("is shown its instructions without their secret", () => {
        expect(shows(played.seen[0], "use [REDACTED]")).toBe(true);
        expect(shows(played.all.join("\n"), secrets.instructions)).toBe(false);
      });
    }

    test("did what can be undone", async () => {
      const { world } = played;
      const { checkpoints } = (await snapveil(played, ["checkpoints", "--json"])) as {
        checkpoints: { scope: string; open?: boolean; files: { path: string }[] }[];
      };
      const scopesOf = (file: string) =>
        checkpoints.filter(({ files }) => files.some(({ path }) => path === file)).map(({ scope }) => scope);
      expect(scopesOf("new.txt").sort()).toEqual(["tool", "turn"]);
      expect(checkpoints.filter(({ open }) => open)).toEqual([]);
      expect(scopesOf("argument.txt")).toEqual([]);
      expect(readFileSync(join(world.cwd, "new.txt"), "utf8")).toBe("new\n");
      await snapveil(played, ["undo", "--yes", "--json"]);
      expect(existsSync(join(world.cwd, "new.txt"))).toBe(false);
      expect(existsSync(join(world.cwd, "argument.txt"))).toBe(false);
      expect(readFileSync(join(world.cwd, "file.txt"), "utf8")).toBe("one\n");
    });
  });

  test("runs no command that was denied, and is told why", async () => {
    const played = await play(real, {
      prompt: "please do it",
      change: (world) => real.misspell(world),
      steps: () => [real.shell("touch denied.txt"), DONE],
    });
    expect(shows(played.seen[0], "please do it")).toBe(true);
    expect(existsSync(join(played.world.cwd, "denied.txt"))).toBe(false);
    // Where a refusal ends the run, the model hears no more of it.
    if (refusalEnds) expect(played.seen).toHaveLength(1);
    else expect(shows(played.seen[1], "There is no builtin named")).toBe(true);
    played.world.remove();
  });

  test("sends no prompt with a secret in it, as the matrix says", async () => {
    const secret = token();
    const played = await play(real, { prompt: `log in with ${secret}`, steps: () => [DONE] });
    expect(shows(played.all.join("\n"), secret)).toBe(degrees.rewrite_prompt === "impossible");
    played.world.remove();
  });

  if (changes("approvingRewrites", "rewrite_arguments")) {
    test("runs a command without its secret where the settings let a rewrite approve it", async () => {
      const secret = token();
      const played = await play(real, {
        prompt: "please do it",
        settings: { approvingRewrites: true },
        steps: () => [real.shell(`echo ${secret} | wc -c`), DONE],
      });
      expect(played.seen[1]).toMatch(MARKED_LENGTH);
      played.world.remove();
    });
  }

  for (const [capability, kind, command] of [
    ["rewrite_output", "a tool", "cat output.txt"],
    ["rewrite_failed_output", "a failed tool", "cat output.txt; exit 3"],
  ] as const) {
    if (!changes("strict", capability)) continue;
    test(`is not shown the output of ${kind} with a secret where the settings are strict`, async () => {
      const secret = token();
      const played = await play(real, {
        prompt: "please do it",
        settings: { strict: true },
        setup: `echo ${secret} > output.txt`,
        steps: () => [real.shell(command), DONE],
      });
      expect(shows(played.seen[0], "please do it")).toBe(true);
      expect(shows(played.all.join("\n"), secret)).toBe(false);
      played.world.remove();
    });
  }

  test("is stopped by max_iterations", async () => {
    const played = await play(real, {
      prompt: "please do it",
      settings: { builtins: { "*": [["max_iterations", "2"]] } },
      steps: () => [...Array.from({ length: 5 }, (_, index) => real.shell(`echo ${index} >> rounds.txt`)), DONE],
    });
    expect(readFileSync(join(played.world.cwd, "rounds.txt"), "utf8")).toBe("0\n1\n");
    played.world.remove();
  });
});

if (installedAgents().length === 0) test.skip("no agent is installed, for the reason printed above", () => {});

/**
 * Holds a secret of a tool's output against what the model was shown, `at` being the request that first tells of that
 * tool.
 */
function holds(
  degree: AgentRow["degrees"]["rewrite_output"],
  secret: string,
  seen: readonly string[],
  at: number,
): void {
  const reaches = degree === "impossible";
  expect(shows(seen.join("\n"), secret), "the secret").toBe(reaches);
  // The request before may tell of another tool's.
  expect(markers(seen[at]) > markers(seen[at - 1]), "the marker").toBe(!reaches);
  expect(shows(seen[at], "it reaches the model"), "the warning").toBe(reaches);
}

function markers(request = ""): number {
  return request.split("[REDACTED]").length - 1;
}

async function snapveil({ world }: Played, words: readonly string[]): Promise<unknown> {
  const { stdout, stderr, exitCode } = await runSnapveil(words, { env: world.env, cwd: world.cwd });
  expect({ exitCode, stderr }, stdout).toMatchObject({ exitCode: 0 });
  return JSON.parse(stdout);
}
