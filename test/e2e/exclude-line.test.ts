import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { COMMITTED, worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest(COMMITTED);

const EXCLUDE = ".git/info/exclude";
const install = (agent: string, how = {}) => world.snapveil(["install", agent, "--project", "--yes"], how);
const uninstall = (agent: string, how = {}) => world.snapveil(["uninstall", agent, "--project", "--yes"], how);
const status = () => world.sh("git status --porcelain -uall");
const linesOf = (file = EXCLUDE) => (existsSync(world.at(file)) ? world.read(file).split("\n") : []);
/** Every file of the source repository. */
const gitFiles = () => {
  const folder = world.at(".git");
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), "latin1")]),
  );
};

describe("install --project", () => {
  test("says the line, writes it and nothing else into .git, and uninstall takes it out byte for byte", async () => {
    const before = gitFiles();
    const dry = await world.snapveil(["install", "codex", "--project", "--dry-run"]);
    const said = `One line in ${world.at(EXCLUDE)} keeps it out of your commits: /.codex/hooks.json\n`;
    expect(dry.stdout).toContain(said);
    expect(gitFiles()).toEqual(before);

    const { stdout, stderr } = await install("codex");
    expect(stdout).toContain(said);
    expect(stdout + stderr).not.toContain("Leave it out of your commits");
    expect(status()).toBe("");
    expect(gitFiles()).toEqual({ ...before, [world.at(EXCLUDE)]: `${before[world.at(EXCLUDE)]}/.codex/hooks.json\n` });

    expect((await install("codex")).stdout).toContain("registered already");
    expect(linesOf().filter((line) => line === "/.codex/hooks.json")).toHaveLength(1);
    expect((await uninstall("codex")).stdout).toContain("The line /.codex/hooks.json is taken out of");
    expect(gitFiles()).toEqual(before);
    expect(existsSync(join(world.data, "excluded"))).toBe(false);
  });

  test("for the user, it writes nothing there", async () => {
    const before = gitFiles();
    await world.snapveil(["install", "codex", "--yes"]);
    expect(gitFiles()).toEqual(before);
  });

  test("prints the line for programs", async () => {
    expect(await world.json(["install", "codex", "--project", "--dry-run"])).toMatchObject({
      excludes: [{ exclude: world.at(EXCLUDE), line: "/.codex/hooks.json", action: "add" }],
    });
  });

  test("makes the file where there is none, and the file goes with the line", async () => {
    world.sh("rm -r .git/info");
    await install("codex");
    expect(status()).toBe("");
    await uninstall("codex");
    expect(existsSync(world.at(".git/info"))).toBe(false);
  });

  test("an empty file of the user's stays, and is empty again", async () => {
    world.sh(`: > ${EXCLUDE}`);
    await install("codex");
    expect(status()).toBe("");
    await uninstall("codex");
    expect(world.read(EXCLUDE)).toBe("");
  });

  test("a last line without an end stays as it is", async () => {
    world.sh(`printf 'own\\r\\nlast' > ${EXCLUDE}`);
    await install("codex");
    expect(status()).toBe("");
    await uninstall("codex");
    expect(world.read(EXCLUDE)).toBe("own\r\nlast");
  });

  test.each([
    ["is tracked", "mkdir .codex; echo {} > .codex/hooks.json; git add .; git commit -qm two", true],
    ["is ignored already", "echo .codex/ > .gitignore; git add .; git commit -qm two", false],
    ["is wanted by a rule", "printf '*.json\\n!.codex/*.json\\n' > .gitignore; git add .; git commit -qm two", true],
    ["holds something of the user's", `mkdir .codex; echo '{"hooks":{"Stop":[]}}' > .codex/hooks.json`, true],
  ])("no line for a file that %s", async (_, setup, isTold) => {
    world.sh(setup);
    const before = gitFiles()[world.at(EXCLUDE)];
    const { stdout } = await install("codex");
    expect(gitFiles()[world.at(EXCLUDE)]).toBe(before);
    expect(stdout).not.toContain("keeps it out");
    expect(stdout.includes("Leave it out of your commits")).toBe(isTold);
  });

  test("a line of the user's own stays", async () => {
    world.sh(`echo /.codex/hooks.json >> ${EXCLUDE}`);
    const before = world.read(EXCLUDE);
    await install("codex");
    await uninstall("codex");
    expect(world.read(EXCLUDE)).toBe(before);
  });

  test("worktrees share the line until the last of them needs it no more", async () => {
    world.sh("git worktree add -q ../linked");
    const before = world.read(EXCLUDE);
    const linked = join(world.cwd, "../linked");
    await install("codex", { cwd: linked });
    await install("codex");
    expect(linesOf().filter((line) => line === "/.codex/hooks.json")).toHaveLength(1);
    expect(status() + world.sh("git -C ../linked status --porcelain -uall")).toBe("");
    await uninstall("codex", { cwd: linked });
    expect(status()).toBe("");
    await uninstall("codex");
    expect(world.read(EXCLUDE)).toBe(before);
  });

  test("a worktree that is gone needs the line no more", async () => {
    world.sh("git worktree add -q ../linked");
    const before = world.read(EXCLUDE);
    await install("codex", { cwd: join(world.cwd, "../linked") });
    await install("codex");
    world.sh("git worktree remove --force ../linked");
    await uninstall("codex");
    expect(world.read(EXCLUDE)).toBe(before);
  });

  test("installations at once lose no line and write none twice", async () => {
    const before = world.read(EXCLUDE);
    const agents = ["codex", "cursor", "gemini-cli", "codex"];
    await world.snapveil(["install", "windsurf", "--project", "--yes"]);
    await Promise.all(agents.map((agent) => install(agent)));
    expect(
      linesOf()
        .filter((line) => /^\/\.(?:codex|cursor|gemini)/.test(line))
        .sort(),
    ).toEqual(["/.codex/hooks.json", "/.cursor/hooks.json", "/.gemini/settings.json"]);
    expect(status()).toBe("");
    await world.snapveil(["uninstall", "--all", "--project", "--yes"]);
    expect(world.read(EXCLUDE)).toBe(before);
  });

  test.each([
    ["leads out of the repository", `rm ${EXCLUDE}; touch ../target; ln -s ../../../target ${EXCLUDE}`],
    ["is a folder", `rm ${EXCLUDE}; mkdir ${EXCLUDE}`],
  ])("where info/exclude %s nothing is written through it, and that is said", async (_, setup) => {
    world.sh(setup);
    const { stdout, exitCode } = await install("codex");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/[Ll]eave \S+ out of your commits/);
    expect(world.sh("cat ../target 2>/dev/null || true")).toBe("");
  });

  test("a folder without git gets no line, and the person is told", async () => {
    world.sh("rm -rf .git");
    expect((await install("codex")).stdout).toContain("Leave it out of your commits");
    expect(existsSync(world.at(".git"))).toBe(false);
  });

  test("in a submodule the line stands in the submodule's own repository", async () => {
    world.sh("git init -q ../other; git -C ../other commit -q --allow-empty -m one; git submodule -q add ../other sub");
    await install("codex", { cwd: world.at("sub") });
    expect(world.sh("git -C sub status --porcelain -uall")).toBe("");
    expect(linesOf(".git/modules/sub/info/exclude")).toContain("/.codex/hooks.json");
  });

  test("a name that would be a pattern is written as a name", async () => {
    world.sh(
      "mkdir -p 'od[d] *n'; mv .git file.txt 'od[d] *n'; ln -s 'real[?]' 'od[d] *n/.codex'; mkdir 'od[d] *n/real[?]'",
    );
    await install("codex", { cwd: world.at("od[d] *n") });
    expect(linesOf(`od[d] *n/${EXCLUDE}`)).toContain("/real\\[\\?]/hooks.json");
    expect(world.sh("git -C 'od[d] *n' status --porcelain -uall")).toBe("?? .codex\n");
  });

  test("a name with a line end in it gets no line, since it would be two", async () => {
    world.sh("mkdir $'re\\nal' && ln -s $'re\\nal' .codex");
    const before = linesOf();
    await install("codex");
    expect(linesOf()).toEqual(before);
  });
});
