import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "vitest";

import type { JsonObject } from "../../kit/json.ts";
import { installedAgents } from "./support/installed.ts";
import type { RealAgent } from "./support/real-agent.ts";
import { setStage, type Stage } from "./support/stage.ts";
import { shows, token } from "./support/told.ts";
import { writeFile } from "./support/write-file.ts";

const ROOT = join(import.meta.dirname, "../..");
const BINARY = join(ROOT, "dist/snapveil.cjs");
const FILE = ".claude/settings.json";
const SHARED = "0123456789abcdef0123456789abcdef";
const DONE = { text: "done" };
const claude = installedAgents().filter(({ name }) => name === "claude-code");

let stage: Stage;
let server: ChildProcess | undefined;
afterEach(() => {
  server?.kill();
  server = undefined;
  stage.close();
  stage.world.remove();
});

/** The example of the documentation in the place of the lines that install wrote, with another port. */
async function setExample(real: RealAgent, port: number, variables: JsonObject): Promise<void> {
  const [, example = ""] =
    /```json\n(\{ "hooks"[\s\S]*?)```/.exec(readFileSync(join(ROOT, "docs/serve.md"), "utf8")) ?? [];
  const line = `'${process.execPath}' '${BINARY}' hook`;
  const { hooks } = JSON.parse(
    example.replaceAll("4117", String(port)).replaceAll("snapveil hook", line),
  ) as JsonObject;
  stage = await setStage(real, {
    change: ({ home }) => {
      const settings = JSON.parse(readFileSync(join(home, FILE), "utf8")) as JsonObject;
      writeFile(join(home, FILE), { ...settings, hooks: hooks!, env: variables });
    },
  });
}

async function freePort(): Promise<number> {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const { port } = taken.address() as AddressInfo;
  await new Promise((resolve) => taken.close(resolve));
  return port;
}

function serve(port: number, env: Readonly<Record<string, string>>): Promise<unknown> {
  const words = [BINARY, "serve", "--port", String(port)];
  const started = spawn(process.execPath, words, { env, stdio: ["ignore", "pipe", "ignore"] });
  server = started;
  return new Promise((resolve) => started.stdout.once("data", resolve));
}

describe.each(claude)("$name with the example of docs/serve.md", (real) => {
  test("is guarded by the server", async () => {
    const port = await freePort();
    await setExample(real, port, { SNAPVEIL_TOKEN: SHARED });
    const { world, turn } = stage;
    await serve(port, { ...world.env, SNAPVEIL_TOKEN: SHARED });
    const secret = token();
    const steps = [
      real.shell("git push --force origin main"),
      real.shell(`echo key=${secret} | rev | rev; touch made`),
      DONE,
    ];
    const { seen } = await turn({ prompt: "begin", steps });
    expect(shows(seen[1], "snapveil stopped `git push --force origin main`")).toBe(true);
    expect(existsSync(join(world.cwd, "made"))).toBe(true);
    expect((await turn({ prompt: `the key is ${secret}`, again: true, steps: [DONE] })).seen).toEqual([]);
  });

  test.each([
    ["nobody listens", { SNAPVEIL_TOKEN: SHARED }, false],
    ["the variable of the token is missing", {}, true],
    ["the token is another", { SNAPVEIL_TOKEN: `${SHARED}0` }, true],
  ])("sends nothing where %s", async (_, variables, isServed) => {
    const port = await freePort();
    await setExample(real, port, variables);
    const { world, turn } = stage;
    if (isServed) await serve(port, { ...world.env, SNAPVEIL_TOKEN: SHARED });
    const { seen } = await turn({ prompt: "begin", steps: [real.shell("touch made"), DONE] });
    expect(seen).toEqual([]);
    expect(existsSync(join(world.cwd, "made"))).toBe(false);
  });
});

if (claude.length === 0) test.skip("Claude Code is not installed", () => {});
