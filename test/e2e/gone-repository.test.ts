import { expect, test, vi } from "vitest";

import { worldPutBack } from "../support/temporary-world.ts";

vi.setConfig({ testTimeout: 300_000 });

/** A repository with another one and a linked worktree in it, and both are ignored. */
const world = worldPutBack((made) => {
  const make = "git init -q . && echo one > a.txt && git add . && git commit -qm one";
  made.sh(
    `${make} && echo lib/ > .git/info/exclude && echo .wt/ >> .git/info/exclude && mkdir lib && cd lib && ${make}`,
  );
  made.sh("git worktree add -q .wt/x -b x");
});

const send = (fields: object) => world.hook(["--agent", "claude-code"], fields);

/** A turn with one shell call. Gives the answer of the event after the call. */
async function turn(command: string): Promise<string> {
  const call = { tool_name: "Bash", tool_use_id: command, tool_input: { command } };
  await send({ hook_event_name: "UserPromptSubmit", prompt: command });
  await send({ hook_event_name: "PreToolUse", ...call });
  world.sh(command);
  const { stdout } = await send({ hook_event_name: "PostToolUse", ...call, tool_response: {} });
  await send({ hook_event_name: "Stop" });
  return stdout;
}

const undo = async () => (await world.snapveil(["undo", "--yes"])).stdout;
/** The shell commands before `snapveil undo` in an answer. */
const commandIn = (text: string) =>
  /(?:bring it back|can come back[^:]*): (.*?) && snapveil undo/.exec(text)?.[1] ?? "false";

test.each([
  ["a repository", "lib"],
  ["a linked worktree", ".wt/x"],
])("%s that was recorded and deleted comes back by the command that call and undo tell", async (_what, folder) => {
  await turn(`cd ${folder} && echo mine >> a.txt`);
  const told = await turn(`rm -rf ${folder}`);
  expect(told).not.toContain("neither a checkpoint");
  expect(commandIn(told)).toContain(world.at(folder));
  const command = commandIn(await undo());
  expect(command).toBe(commandIn(told));
  world.sh(command);
  const { stdout } = await world.snapveil(["undo", "--yes"], { cwd: world.at(folder) });
  expect(stdout).toContain("a.txt");
  expect(world.read(`${folder}/a.txt`)).toBe("one\nmine\n");
});

test("a repository that a newer turn deleted is named by the undo of an older turn alone", async () => {
  await turn("echo two > a.txt");
  await turn("rm -rf lib");
  expect(await undo()).toContain(`${world.at("lib")} is gone since turn`);
  await turn("echo three > a.txt");
  expect(await undo()).not.toContain("is gone since turn");
});

test("a deleted repository below a folder without git is named by an undo in that folder", async () => {
  world.sh(
    "git init -q ../side/p && git init -q ../side/q && echo one > ../side/p/a.txt && echo one > ../side/q/a.txt",
  );
  const [cwd, root] = [world.at("../side"), world.at("../side/q")];
  const event = (fields: object) => send({ cwd, ...fields });
  await event({ hook_event_name: "UserPromptSubmit", prompt: "p" });
  world.sh("echo two > ../side/p/a.txt; rm -rf ../side/q");
  await event({ hook_event_name: "Stop" });
  const { stdout } = await world.snapveil(["undo", "--yes"], { cwd });
  expect(stdout).toContain(`The turn changed files in ${root}, too, which is gone`);
});
