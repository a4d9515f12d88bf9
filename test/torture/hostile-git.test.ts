import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { askSnapveil, runBash } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

let world: TemporaryWorld;
beforeEach(() => {
  world = temporaryWorld();
});
afterEach(() => world.remove());

/** Shell that makes a repository in the current folder in which every file goes through the filter `x`. */
const REPOSITORY =
  "git init -q . && echo one > f && git add f && git commit -qm one && echo '* filter=x' > .gitattributes && " +
  "echo two > f";
/** Prints settings that define this filter; it runs for real while the trap is laid. */
const PRELUDE = `set -e; filter() { printf '[filter "x"]\\n\\tclean = "touch %s; cat"\\n' "$CANARY"; }`;

/** Each leaves a worktree whose git and ours could be read in two ways; `at` is the folder that the agent works in. */
const TRAPS: readonly (readonly [name: string, setup: string, at?: string])[] = [
  [
    "a filter behind a megabyte of comments",
    `${REPOSITORY} && { yes '# padding' | head -c 1100000; filter; } >> .git/config`,
  ],
  [
    "a filter behind a megabyte of an included file",
    `${REPOSITORY} && git config include.path more && { yes '# padding' | head -c 1100000; filter; } > .git/more`,
  ],
  [
    "a filter in config.worktree",
    `${REPOSITORY} && git config extensions.worktreeConfig true && filter > .git/config.worktree`,
  ],
  [
    "a filter that a condition includes",
    `${REPOSITORY} && git config includeIf.gitdir:**.path more && filter > .git/more`,
  ],
  [
    "a filter behind a byte order mark and line ends of Windows",
    `${REPOSITORY} && { printf '\\xef\\xbb\\xbf'; cat .git/config; filter | sed 's/$/\\r/'; } > c && mv c .git/config`,
  ],
  [
    "a repository within whose HEAD is garbage",
    `${REPOSITORY} && filter >> .git/config && git init -q sub && echo garbage > sub/.git/HEAD && cp ` +
      ".gitattributes f sub",
    "sub",
  ],
  [
    "a repository within whose HEAD is a folder",
    `${REPOSITORY} && filter >> .git/config && git init -q sub && rm sub/.git/HEAD && mkdir sub/.git/HEAD && ` +
      "cp .gitattributes f sub",
    "sub",
  ],
  [
    "a commondir that ends in two newlines",
    `${REPOSITORY} && git worktree add -q ../linked && filter >> .git/config && mkdir -p ` +
      ".git/worktrees/$'..\\n'/{objects,refs} && printf '../..\\n\\n' > .git/worktrees/linked/commondir && cp f " +
      ".gitattributes ../linked",
    "../linked",
  ],
  [
    "a .git file that ends in odd line ends",
    `${REPOSITORY} && cp -r .git real && cp -r real $'real\\r' && filter >> real/config && mkdir sub && printf ` +
      "'gitdir: ../real\\r\\r\\n' > sub/.git && cp f .gitattributes sub",
    "sub",
  ],
  [
    "a .git file that leads nowhere",
    `${REPOSITORY} && filter >> .git/config && mkdir sub && echo 'gitdir: /nowhere' > sub/.git && echo y > sub/f`,
    "sub",
  ],
  [
    "a core.worktree that is another folder",
    `${REPOSITORY} && mkdir ../other && cp f .gitattributes ../other && git config core.worktree $CWD/../other ` +
      "&& filter >> .git/config",
  ],
  [
    "a folder that looks like a bare repository",
    `${REPOSITORY} && git init -q --bare e && printf '[core]\\n\\tbare = false\\n\\tworktree = ..\\n' > ` +
      "e/config && filter >> e/config && cp .git/index e/index",
    "e",
  ],
  [
    "programs of every kind",
    `${REPOSITORY} && for k in core.fsmonitor core.pager diff.external gpg.program core.sshCommand ` +
      "core.askPass credential.helper core.editor filter.x.smudge diff.x.textconv diff.x.command merge.x.driver " +
      `submodule.x.update; do git config $k "touch $CANARY"; done && git config status.submoduleSummary true && ` +
      "git config log.showSignature true && echo '* filter=x diff=x merge=x' > .gitattributes",
  ],
  [
    "a partial clone that lacks its objects",
    `${REPOSITORY} && git config extensions.partialClone origin && git config remote.origin.url "ext::touch ` +
      `$CANARY" && git config remote.origin.promisor true && git config protocol.ext.allow always && find ` +
      ".git/objects -type f -delete",
  ],
  [
    "a filter whose name is empty",
    `${REPOSITORY} && filter | sed 's/"x"/""/' >> .git/config && echo '* filter=' > .gitattributes`,
  ],
  [
    "a filter whose name has an equals sign",
    `${REPOSITORY} && filter | sed 's/"x"/"x=y"/' >> .git/config && echo '* filter=x=y' > .gitattributes`,
  ],
  [
    "a filter whose name is not UTF-8",
    `${REPOSITORY} && filter | sed $'s/"x"/"\\xff"/' >> .git/config && printf '* filter=\\xff\\n' > .gitattributes`,
  ],
  ["a settings file that is a pipe", `${REPOSITORY} && git config include.path more && mkfifo .git/more`],
];

const EVENTS = ["add_git_status", "add_git_diff", "add_git_diff full", "add_recent_commits"];

describe("no program of a hostile repository runs", () => {
  test.each(TRAPS)("%s", async (_name, setup, at = ".") => {
    const canary = join(world.tmp, "canary");
    const env = { ...world.env, CANARY: canary, CWD: world.cwd };
    const made = await runBash(`${PRELUDE}; ${setup}`, { env, cwd: world.cwd });
    expect(made, made.stderr).toMatchObject({ exitCode: 0 });
    rmSync(canary, { force: true });
    const cwd = join(world.cwd, at);
    const hook = (words: string, event: object) =>
      askSnapveil(["hook", ...words.split(" ").filter(Boolean)], {
        env: world.env,
        cwd: world.cwd,
        input: JSON.stringify({ session_id: "s", cwd, ...event }),
      });
    for (const words of EVENTS)
      expect(await hook(words, { hook_event_name: "turn_start" }), words).toMatchObject({ exitCode: 0 });
    for (const name of ["session_start", "turn_start", "turn_end"])
      expect(await hook("", { hook_event_name: name }), name).toMatchObject({ exitCode: 0 });
    expect(existsSync(canary)).toBe(false);
  });

  const turn = (cwd: string, name: string, env: Record<string, string> = {}) =>
    askSnapveil(["hook", "snapshot"], {
      env: { ...world.env, ...env },
      cwd,
      input: JSON.stringify({ session_id: "s", cwd, hook_event_name: name }),
    });

  test("and nothing is recorded, which is said, where git takes another repository", async () => {
    await runBash("git init -q . && git init -q ../other && echo one > f && mkdir bin", {
      env: world.env,
      cwd: world.cwd,
    });
    // Stands for a git that reads some file of `.git` in another way than we do.
    const git = (await runBash("command -v git", { env: world.env, cwd: world.cwd })).stdout.trim();
    const other =
      `case "$*" in *--show-toplevel*) cd ${join(world.cwd, "../other")}; ` +
      "set -- rev-parse --absolute-git-dir --git-common-dir --show-toplevel;; esac";
    writeFileSync(join(world.cwd, "bin/git"), `#!/bin/sh\n${other}\nexec ${git} "$@"\n`, { mode: 0o755 });
    const env = { PATH: `${join(world.cwd, "bin")}:${world.env["PATH"]}` };
    const { stdout } = await turn(world.cwd, "turn_start", env);
    expect(stdout).toContain("git finds another repository");
    expect(existsSync(join(world.env["SNAPVEIL_DATA_DIR"]!, "snapshot"))).toBe(false);
    const said = await askSnapveil(["status", "--json"], { env: { ...world.env, ...env }, cwd: world.cwd });
    expect(said.stdout).toContain("git finds another repository");
  });

  test("and the folder around .git is recorded where core.worktree names another", async () => {
    const setup = `git init -q . && mkdir ../other && git config core.worktree "$PWD/../other" && echo one > f`;
    await runBash(setup, { env: world.env, cwd: world.cwd });
    await turn(world.cwd, "turn_start");
    await runBash("echo two > f", { env: world.env, cwd: world.cwd });
    await turn(world.cwd, "turn_end");
    const undone = await askSnapveil(["undo", "--yes"], { env: world.env, cwd: world.cwd });
    expect(undone, undone.stderr).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(world.cwd, "f"), "utf8")).toBe("one\n");
    expect(readdirSync(join(world.cwd, "../other"))).toEqual([]);
  });

  test("and an ordinary one with a filter is still told of", async () => {
    await runBash(`${PRELUDE}; ${REPOSITORY} && filter >> .git/config`, {
      env: { ...world.env, CANARY: join(world.tmp, "canary") },
      cwd: world.cwd,
    });
    const { stdout } = await askSnapveil(["hook", "add_git_status"], {
      env: world.env,
      cwd: world.cwd,
      input: JSON.stringify({ session_id: "s", cwd: world.cwd, hook_event_name: "turn_start" }),
    });
    expect(stdout).toContain(" M f");
  });
});
