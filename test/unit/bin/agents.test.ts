import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { agentsCommand } from "../../../bin/commands/agents.ts";
import { ioWith } from "../../support/io-with.ts";

async function printed(...words: string[]): Promise<string> {
  let text = "";
  await agentsCommand({ ...ioWith(""), writeStdout: (part) => (text += part) }).parseAsync(words, { from: "user" });
  return text;
}

describe("snapveil agents", () => {
  test("the page in the documentation is what it prints", async () => {
    const page = readFileSync(join(import.meta.dirname, "../../../docs/agents.md"), "utf8");
    expect(
      await printed("--markdown"),
      "docs/agents.md is not up to date: snapveil agents --markdown > docs/agents.md",
    ).toBe(page);
  });

  test("a line for each agent, none wider than a wide terminal", async () => {
    const lines = (await printed()).split("\n");
    expect(lines.find((line) => line.startsWith("codex "))).toMatch(
      /^codex +yes +block +block +block +lever +lever +yes +yes +yes +yes +recorded live/,
    );
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(160);
  });

  test("JSON has the degrees beside the agent's name", async () => {
    const { agents } = JSON.parse(await printed("--json")) as { agents: object[] };
    expect(agents[0]).toMatchObject({
      agent: "docker-agent",
      evidence: "source",
      block_tool: "native",
      rewrite_output: "native",
      notes: expect.any(Array),
    });
  });
});
