import { existsSync, lstatSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, describe, expect, test } from "vitest";

import { COMMITTED, worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest(
  `${COMMITTED}
  printf '.env*\\n/certs/\\n/node_modules/\\n*.local\\n' >.gitignore; git add .gitignore; git commit -qm ignore
  echo KEY=1 >.env; chmod 600 .env; mkdir -p certs/deep app; echo a >certs/a.pem; echo b >certs/deep/b.pem
  echo c >app/c.local; echo plain >untracked.txt
  git worktree add -q ../new`,
);

const name = (files: readonly string[], event = "worktree_create") =>
  world.configure({ builtins: { [event]: [["prepare_worktree", ...files]] } });
const isThere = (path: string) => existsSync(join(world.cwd, "../new", path));
const inNew = (path: string) => world.read(join(world.cwd, "../new", path));
const target = () => join(world.cwd, "../new");

/** docker-agent has made the worktree. What the person is told. */
async function made(more: object = {}): Promise<string> {
  const { stdout, exitCode } = await world.hook(["--agent", "docker-agent"], {
    hook_event_name: "worktree_create",
    cwd: target(),
    worktree_path: target(),
    worktree_branch: "new",
    worktree_source_dir: world.cwd,
    ...more,
  });
  expect(exitCode).toBe(0);
  return stdout === "" ? "" : (JSON.parse(stdout) as { system_message: string }).system_message;
}

describe("a new worktree", () => {
  test("gets nothing by default", async () => {
    expect(await made()).toBe("");
    expect(isThere(".env")).toBe(false);
  });

  test("gets the ignored files that the user names, as they are", async () => {
    name([".env", "certs", "**/*.local", "*.txt"]);
    expect(await made()).toBe(
      "snapveil: copied into the new worktree: .env, certs/a.pem, certs/deep/b.pem, app/c.local\n" +
        "snapveil: no file that git ignores fits *.txt, so nothing of it is copied into the new worktree.",
    );
    expect([inNew(".env"), inNew("certs/deep/b.pem"), inNew("app/c.local")]).toEqual(["KEY=1\n", "b\n", "c\n"]);
    expect(statSync(join(target(), ".env")).mode & 0o777).toBe(0o600);
    expect(isThere("untracked.txt")).toBe(false);
  });

  test("keeps what is there already, be it a link", async () => {
    name([".env", "certs"]);
    world.write(join(target(), ".env"), "mine");
    world.sh("mkdir ../new/certs; ln -s nowhere ../new/certs/a.pem");
    expect(await made()).toBe("snapveil: copied into the new worktree: certs/deep/b.pem");
    expect(inNew(".env")).toBe("mine");
    expect(lstatSync(join(target(), "certs/a.pem")).isSymbolicLink()).toBe(true);
  });

  test("gets the file behind a link of the source, and nothing from outside of it", async () => {
    name([".env*"]);
    world.write("~/private", "PRIVATE");
    symlinkSync(world.at("~/private"), world.at(".env.out"));
    symlinkSync("certs/a.pem", world.at(".env.in"));
    const said = await made();
    expect(said).toContain("not copied into the new worktree: .env.out. Why: it is a link that leads out");
    expect([isThere(".env.out"), inNew(".env.in")]).toEqual([false, "a\n"]);
  });

  test("is not written to through a folder that leads out of it", async () => {
    name(["certs"]);
    world.sh('mkdir "$HOME/out"; ln -s "$HOME/out" ../new/certs');
    expect(await made()).toContain("its folder in the new worktree leads out of it");
    expect(existsSync(world.at("~/out/a.pem"))).toBe(false);
  });

  test("gets nothing out of a folder that the payload names and that is none of its repository", async () => {
    name([".env"]);
    world.sh("git init -q ../other; cd ../other; echo .env >.gitignore; echo OTHER >.env");
    await made({ worktree_source_dir: join(world.cwd, "../other") });
    expect(inNew(".env")).toBe("KEY=1\n");
    world.sh("rm ../new/.env");
    expect(await made({ worktree_path: join(world.cwd, "../other"), cwd: join(world.cwd, "../other") })).toBe("");
  });

  test("gets no more than 200 files", async () => {
    name(["node_modules"]);
    world.sh("mkdir node_modules; for i in $(seq 1000 1250); do echo x > node_modules/$i; done");
    expect(await made()).toMatch(/and 180 more\n.*and 31 more\. Why: no more than 200 files/);
  });

  test("is Windsurf's by its own names", async () => {
    name([".env"]);
    const { stderr } = await world.hook(["--agent", "windsurf"], {
      agent_action_name: "post_setup_worktree",
      tool_info: { worktree_path: target(), root_workspace_path: world.cwd },
      cwd: undefined,
    });
    expect([stderr, inNew(".env")]).toEqual(["snapveil: copied into the new worktree: .env\n", "KEY=1\n"]);
  });
});

describe("in an agent that says nothing of a new worktree", () => {
  const begin = (cwd = target()) =>
    world.hook(["--agent", "claude-code"], { hook_event_name: "SessionStart", source: "startup", cwd });
  beforeEach(() => name([".env"], "session_start"));

  test("the first session in it is its beginning, and no later one", async () => {
    expect((await begin()).stdout).toContain("copied into the new worktree: .env");
    world.sh("rm ../new/.env");
    await begin();
    expect(isThere(".env")).toBe(false);
  });

  test("one that is older than a day gets nothing, and the first worktree neither", async () => {
    const old = Date.now() / 1000 - 25 * 60 * 60;
    utimesSync(world.at(".git/worktrees/new/commondir"), old, old);
    await begin();
    expect(isThere(".env")).toBe(false);
    expect((await begin(world.cwd)).stdout).not.toContain("copied");
  });
});

test("a project's settings cannot name it", async () => {
  world.write(join(target(), ".snapveil.jsonc"), '{"builtins": {"worktree_create": [["prepare_worktree", ".env"]]}}');
  expect(await made()).toContain("only your own settings");
  expect(isThere(".env")).toBe(false);
});

test.each([["../other/.env"], ["/etc/passwd"], ["~/.env"], [":(top).env"], [""], ["a/../../b"]])(
  "%j is no file of a worktree",
  async (file) => {
    name([file]);
    expect(await made()).toContain("prepare_worktree takes files of the worktree");
    expect(isThere(".env")).toBe(false);
  },
);
