import { chmodSync, chownSync, lchownSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, describe, expect, test, vi } from "vitest";

import { enclosingFolders, foldersOfOthers } from "../../../../worktree/enclosing-folders.ts";
import { findWorktree } from "../../../../worktree/find-worktree.ts";
import { readSettings } from "../../../../worktree/read-settings.ts";
import { isPersons, isRepositoryFor, whyForeign } from "../../../../worktree/trust/owner.ts";
import { silentIo } from "../../../support/silent-io.ts";
import { worldOfEachTest } from "../../../support/temporary-world.ts";

const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stderr.write("left out: files of another user, since only root can give files away\n");

const OTHER = 65_534;
const world = worldOfEachTest("mkdir -m 1777 ../shared && mkdir ../shared/mine");
const shared = (path: string) => join(world.cwd, "../shared", path);

beforeEach(() => {
  vi.stubEnv("HOME", world.home);
  // The world's own folder keeps others out, and then nobody else can write anything.
  world.sh('chmod 755 "$HOME/.." ..');
});

/** A file, which another user laid there. */
function planted(path: string, text = "x"): string {
  const file = world.write(shared(path), text);
  chownSync(file, OTHER, OTHER);
  return file;
}

describe.skipIf(!isRoot)("of another user", () => {
  test("is a file, a link to a file of the person's, and no file of the person's", () => {
    const mine = world.write(shared("mine/a.md"), "x");
    expect(whyForeign(mine)).toBeUndefined();
    expect(whyForeign(planted("AGENTS.md"))).toContain("it belongs to another user");
    symlinkSync(mine, shared("link.md"));
    expect(isPersons(shared("link.md"))).toBe(true);
    lchownSync(shared("link.md"), OTHER, OTHER);
    expect(isPersons(shared("link.md"))).toBe(false);
    symlinkSync(shared("AGENTS.md"), shared("to-theirs.md"));
    expect(isPersons(shared("to-theirs.md"))).toBe(false);
    expect(isPersons(shared("missing.md"))).toBe(true);
  });

  test("are files in a folder that safe.directory names the person's all the same", () => {
    const file = planted("AGENTS.md");
    world.sh('git config --global --add safe.directory "$PWD/../shared/mine"');
    expect(isPersons(file)).toBe(false);
    world.sh(`git config --global --add safe.directory '${shared("*")}'`);
    expect(isPersons(file)).toBe(true);
    world.sh("git config --global --add safe.directory ''");
    expect(isPersons(file)).toBe(false);
  });

  test("a settings file of git's that another user owns has no say", () => {
    const file = planted("AGENTS.md");
    vi.stubEnv("GIT_CONFIG_GLOBAL", planted("gitconfig", "[safe]\n\tdirectory = *\n"));
    expect(isPersons(file)).toBe(false);
  });

  test("a .git in a shared folder above is none, and is named", async () => {
    world.sh("git init -q ../shared && touch ../shared/.snapveil.jsonc");
    const cwd = shared("mine");
    expect(findWorktree(cwd)?.root).toBe(shared("").replace(/\/$/, ""));
    chownSync(shared(".git"), OTHER, OTHER);
    expect(findWorktree(cwd)).toBeUndefined();
    expect(enclosingFolders(cwd)).toEqual([cwd]);
    expect(foldersOfOthers(cwd)).toHaveLength(1);
    const { problems } = await readSettings(silentIo(cwd, world.env), cwd);
    expect(problems).toEqual([expect.stringMatching(/^The repository \S+shared is left out, .*safe\.directory/)]);
  });

  test("a repository that is another user's with all its folders is one for the work in it", () => {
    world.sh("git init -q ../shared/theirs");
    for (const path of ["theirs", "theirs/.git"]) chownSync(shared(path), OTHER, OTHER);
    expect(isRepositoryFor(shared("theirs"), shared("theirs/.git"))).toBe(true);
    expect(findWorktree(shared("theirs"))).toBeDefined();
    expect(isRepositoryFor(shared("mine"), shared("theirs/.git"))).toBe(false);
  });

  test("a settings file of a project says nothing, and is named", async () => {
    world.sh("git init -q ../shared/mine");
    planted("mine/.snapveil.jsonc", '{"builtins":{"turn_start":[["add_context","planted"]]}}');
    const settings = await readSettings(silentIo(shared("mine"), world.env), shared("mine"));
    expect(settings.added).toEqual({});
    expect(settings.problems).toEqual([expect.stringContaining("is not used: it belongs to another user")]);
  });
});

describe.skipIf(process.platform === "win32")("a file of the person's counts", () => {
  test.each([
    [0o644, 0o755, true],
    [0o664, 0o775, true],
    [0o666, 0o755, false],
    [0o644, 0o777, false],
    [0o644, 0o1777, true],
  ])("with mode %i in a folder with mode %i: %s", (mode, folder, counts) => {
    const file = world.write("open/a.md", "x");
    chmodSync(file, mode);
    chmodSync(world.at("open"), folder);
    expect(isPersons(file)).toBe(counts);
    expect(whyForeign(file)).toBe(counts ? undefined : "other users may write it or its folder");
  });

  test("whatever its mode where no other user comes as far as that", () => {
    mkdirSync(world.at("closed"), { mode: 0o700 });
    const file = world.write("closed/a.md", "x");
    chmodSync(file, 0o666);
    expect(isPersons(file)).toBe(true);
  });
});
