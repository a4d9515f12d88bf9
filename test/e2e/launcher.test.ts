import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { run } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

const DIST = join(import.meta.dirname, "../../dist");

let world: TemporaryWorld;
let launcher: string;

/** The launcher beside a program that says which Node started it, and with which words. */
beforeEach(() => {
  world = temporaryWorld();
  const folder = join(world.tmp, "a plugin/dist");
  mkdirSync(folder, { recursive: true });
  launcher = join(folder, "snapveil");
  copyFileSync(join(DIST, "snapveil"), launcher);
  writeFileSync(join(folder, "snapveil.cjs"), "");
});
afterEach(() => world.remove());

/** Stands for a Node: it says its own path, and what it was started with. */
function fakeNode(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '#!/bin/sh\necho "$0|$*|$NODE_OPTIONS"\n');
  chmodSync(path, 0o755);
  return path;
}

/** Without anything on PATH, so that no Node of this machine is found there. */
const start = (words: string[], env: Record<string, string> = {}, input = "") =>
  run("/bin/sh", [launcher, ...words], {
    env: { HOME: world.home, PATH: join(world.tmp, "bin"), ...env },
    cwd: world.cwd,
    input,
  });

test.each([
  ["on PATH", "../tmp-bin/node"],
  ["of nvm", ".nvm/versions/node/v22.3.0/bin/node"],
  ["of volta", ".volta/bin/node"],
  ["of fnm", ".local/share/fnm/aliases/default/bin/node"],
  ["of mise", ".local/share/mise/installs/node/22.3.0/bin/node"],
  ["of asdf", ".asdf/installs/nodejs/22.3.0/bin/node"],
])("starts the program with the Node %s", async (_whose, path) => {
  const node = fakeNode(join(world.home, path));
  const { stdout } = await start(["hook", "--agent", "codex"], {
    PATH: dirname(node),
    NODE_OPTIONS: "--max-old-space-size=9",
  });
  expect(stdout).toBe(`${node}|${join(dirname(launcher), "snapveil.cjs")} hook --agent codex|\n`);
});

test("gives the program its input, and refuses for one that ends oddly", async () => {
  const node = fakeNode(join(world.tmp, "own/node"));
  const input = JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "Bash" });
  writeFileSync(node, "#!/bin/sh\nexec /bin/cat\n");
  expect(await start(["hook"], { SNAPVEIL_NODE: node }, input)).toEqual({ stdout: input, stderr: "", exitCode: 0 });
  writeFileSync(node, "#!/bin/sh\nexit 139\n");
  expect(await start(["hook"], { SNAPVEIL_NODE: node, PATH: "/usr/bin:/bin" }, input)).toMatchObject({ exitCode: 2 });
});

test("takes the newest of nvm's releases, whichever comes first by name", async () => {
  for (const release of ["v22.3.0", "v9.1.0", "v20.16.0"])
    fakeNode(join(world.home, ".nvm/versions/node", release, "bin/node"));
  expect((await start(["hook"])).stdout).toContain("/v22.3.0/bin/node|");
});

test("takes no shim of a version manager where there is a program", async () => {
  const shims = dirname(fakeNode(join(world.home, ".asdf/shims/node")));
  fakeNode(join(world.home, ".asdf/installs/nodejs/22.3.0/bin/node"));
  expect((await start(["hook"], { PATH: shims })).stdout).toContain("/installs/nodejs/22.3.0/bin/node|");
});

test("takes the Node that it is told", async () => {
  const told = fakeNode(join(world.tmp, "own/node"));
  fakeNode(join(world.home, ".volta/bin/node"));
  expect((await start(["hook"], { SNAPVEIL_NODE: told })).stdout).toContain(`${told}|`);
});

test.each([
  ["a relative path", { SNAPVEIL_NODE: "./evil/node" }, "evil/node"],
  ["a path into the project", { SNAPVEIL_NODE: "{project}/evil/node" }, "evil/node"],
  ["a way around into the project", { SNAPVEIL_NODE: "{project}/../{name}/evil/node" }, "evil/node"],
  ["a relative folder of nvm's", { NVM_DIR: "." }, "versions/node/v99.0.0/bin/node"],
  ["a folder of nvm's in the project", { NVM_DIR: "{project}" }, "versions/node/v99.0.0/bin/node"],
  ["a relative folder of volta's", { VOLTA_HOME: "v" }, "v/bin/node"],
  ["a relative entry of PATH", { PATH: "evil" }, "evil/node"],
  ["a folder of PATH in the project", { PATH: "{project}/node_modules/.bin" }, "node_modules/.bin/node"],
] as const)("starts no Node of the project by %s", async (_way, env, path) => {
  const evil = fakeNode(join(world.cwd, path));
  const own = fakeNode(join(world.home, ".asdf/installs/nodejs/22.3.0/bin/node"));
  const filled = Object.entries(env).map(([name, value]) => [
    name,
    value.replace("{project}", world.cwd).replace("{name}", basename(world.cwd)),
  ]);
  const { stdout } = await start(["hook"], Object.fromEntries(filled));
  expect(stdout).not.toContain(`${evil}|`);
  expect(stdout).toContain(`${own}|`);
});

test("starts no Node of the project's top out of a folder below", async () => {
  fakeNode(join(world.cwd, "evil"));
  const own = fakeNode(join(world.home, ".volta/bin/node"));
  world.sh("git init -q && mkdir -p sub/below");
  const { stdout } = await run("/bin/sh", [launcher, "hook"], {
    env: { HOME: world.home, PATH: join(world.tmp, "bin"), SNAPVEIL_NODE: join(world.cwd, "evil") },
    cwd: join(world.cwd, "sub/below"),
  });
  expect(stdout).toContain(`${own}|`);
});

/** The places of the system cannot be emptied here, so a copy looks for a Node in a folder that is not there. */
test.each([
  [{ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { hook_event_name: "Stop" } }, 2],
  [{ hook_event_name: "UserPromptSubmit", prompt: "please" }, 2],
  [{ sessionId: "s", timestamp: 1, toolName: "bash" }, 2],
  [{ hook_event_name: "Stop" }, 1],
  [{ hook_event_name: "SessionEnd" }, 1],
  [{ hook_event_name: "AfterAgent" }, 1],
])("without any Node says how to get one, and refuses what can be refused: %j", async (event, exitCode) => {
  const hidden = join(dirname(launcher), "hidden");
  await run("sed", ["-n", `s|/opt/homebrew /usr/local .* /usr;|/nowhere;|;w ${hidden}`, launcher], {
    env: { PATH: process.env["PATH"]! },
    cwd: world.cwd,
  });
  launcher = hidden;
  const bin = join(world.tmp, "bin");
  mkdirSync(bin);
  await run("ln", ["-s", "/bin/cat", join(bin, "cat")], { env: { PATH: process.env["PATH"]! }, cwd: world.cwd });
  const refused = await start(["hook"], {}, JSON.stringify(event));
  expect(refused).toMatchObject({ exitCode, stdout: "", stderr: expect.stringContaining("https://nodejs.org") });
  expect(await start(["undo"])).toMatchObject({ exitCode: 127 });
});

test.skipIf(process.platform === "win32")("a link to the built program starts it, as after npm link", async () => {
  const link = join(world.tmp, "linked");
  symlinkSync(join(DIST, "snapveil.cjs"), link);
  const { stdout, exitCode } = await run(link, ["--version"], world);
  expect({ stdout, exitCode }).toEqual({ stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), exitCode: 0 });
});
