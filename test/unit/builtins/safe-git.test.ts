import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { safeGit } from "../../../builtins/safe-git.ts";
import type { Io } from "../../../kit/io.ts";
import { silentIo } from "../../support/silent-io.ts";
import { temporaryWorld, type TemporaryWorld } from "../../support/temporary-world.ts";

let world: TemporaryWorld;
let io: Io;
let later = 0;
beforeEach(() => {
  world = temporaryWorld();
  world.sh("git init -q . && mkdir -p sub/below && touch sub/below/file && git add . && git commit -qm one");
  const real = world.sh("command -v git").trim();
  const log = join(world.tmp, "calls");
  const counting = `#!/bin/sh\necho "$*" >> "${log}"\nexec "${real}" "$@"\n`;
  const bin = world.write(join(world.tmp, "bin/git"), counting, 0o755).replace(/\/git$/, "");
  const env = { ...world.env, PATH: `${bin}:${world.env["PATH"]!}`, SNAPVEIL_DATA_DIR: world.data };
  later = 0;
  // A file that was made just now counts as young.
  io = { ...silentIo(world.cwd, env), now: () => new Date(Date.now() + 60_000 + later) };
});
afterEach(() => world.remove());

/** What a hook asks git before it lets it work in a folder. */
function asked(folder = ".", own: Partial<Io> = {}): string[] {
  const log = join(world.tmp, "calls");
  rmSync(log, { force: true });
  const git = safeGit({ ...io, ...own }, world.at(folder), { needsWorktree: true, patience: 5000 });
  git?.run(["status", "--short"]);
  const calls = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
  return calls.flatMap(
    (call) => /\b(rev-parse|config|status)\b(?= -| --|$)/.exec(call.replace(/-c \S+/g, ""))?.[1] ?? [],
  );
}

const ALL = ["rev-parse", "config", "status"];
const KNOWN = ["status"];

describe("what git says of a repository", () => {
  test("is asked once for several hooks, for each folder", () => {
    expect(asked()).toEqual(ALL);
    expect(asked()).toEqual(KNOWN);
    expect(asked("sub/below")).toEqual(ALL);
    expect(asked("sub/below")).toEqual(KNOWN);
    expect(asked()).toEqual(KNOWN);
  });

  test.each([
    ["a setting of the repository", "git config filter.evil.clean 'touch ran'"],
    [
      "one that keeps size and time",
      "cp -p .git/config c; sed -i s/false/False/ c; touch -r .git/config c; mv c .git/config",
    ],
    [
      "one written in place, with the old time",
      "cp -p .git/config c; sed s/false/False/ c > .git/config; touch -r c .git/config",
    ],
    ["settings of this worktree alone", "printf '[core]\\n' > .git/config.worktree"],
    ["the user's settings", "git config --global filter.mine.clean cat"],
    ["the user's other file of settings", "mkdir -p ~/.config/git && printf '[core]\\n' > ~/.config/git/config"],
    ["the branch", "git checkout -qb other"],
    ["a repository in the place of this one", "mv .git ../old && git init -q ."],
    ["a copy of this one in its place", "cp -a .git ../new && rm -rf .git && mv ../new .git"],
    ["a pointer in the place of the folder", "mv .git ../kept && echo 'gitdir: ../kept' > .git"],
    ["a shared folder", "cp -a .git ../shared && echo ../../shared > .git/commondir"],
  ])("is asked again after a change of %s", (_, change) => {
    asked();
    expect(asked()).toEqual(KNOWN);
    world.sh(change);
    expect(asked()).toEqual(ALL);
  });

  test("is asked again where a folder on the way up may be a repository by now", () => {
    asked("sub/below");
    expect(asked("sub/below")).toEqual(KNOWN);
    world.sh("touch sub/HEAD");
    expect(asked("sub/below")).toEqual(ALL);
    expect(asked("sub/below")).toEqual(ALL);
  });

  test("is asked again by a hook in another environment", () => {
    asked();
    expect(asked(".", { env: { ...io.env, XDG_CONFIG_HOME: world.tmp } })).toEqual(ALL);
  });

  test.each([
    ["a file of settings was changed just now", () => (later = -60_000)],
    ["one file of settings includes another", () => world.sh("git config include.path more")],
    ["it may include another", () => world.sh("git config includeIf.onbranch:other.path more")],
    ["nothing can be kept", () => world.write(join(world.data, "git-answers"), "")],
  ])("is asked each time where %s", (_, prepare) => {
    prepare();
    expect(asked()).toEqual(ALL);
    expect(asked()).toEqual(ALL);
  });

  test("is asked again after ten minutes, and where the clock was set back", () => {
    asked();
    later = 12 * 60_000;
    expect(asked()).toEqual(ALL);
    asked();
    const [file] = kept();
    const ahead = Date.now() / 1000 + 3600;
    utimesSync(file!, ahead, ahead);
    expect(asked()).toEqual(ALL);
  });

  test("is kept for the owner's eyes alone, and believed from no other file", () => {
    asked();
    const [file] = kept();
    expect(statSync(file!).mode & 0o777).toBe(0o600);
    chmodSync(file!, 0o644);
    expect(asked()).toEqual(ALL);
    expect(asked()).toEqual(KNOWN);
    world.write(file!, '{"files":[],"signature":"');
    expect(asked()).toEqual(ALL);
  });

  test("is asked each time where nothing can be kept, and a young repository is no trouble there", () => {
    const file = world.write(join(world.tmp, "file"), "");
    const env = { ...io.env, SNAPVEIL_DATA_DIR: file };
    for (const now of [io.now, () => new Date()]) expect(asked(".", { env, now })).toEqual(ALL);
  });

  test("keeps a filter off, also one that it is not asked about again", () => {
    world.sh("git config filter.evil.clean 'touch ran; cat' && echo '* filter=evil' > .gitattributes");
    const touchAll = () => world.sh("find . -name file -exec sh -c 'echo more >> {}' \\;");
    touchAll();
    expect(asked()).toEqual(ALL);
    touchAll();
    expect(asked()).toEqual(KNOWN);
    expect(existsSync(world.at("ran"))).toBe(false);
  });
});

describe("a setting of the repository neither starts a program nor changes an output", () => {
  /** A commit that seems to be signed. */
  const SIGN =
    "git cat-file commit HEAD > ../c; sed -i '/^committer/a gpgsig -----BEGIN PGP SIGNATURE-----\\n \\n x\\n ' ../c; " +
    "echo ' -----END PGP SIGNATURE-----' > ../e; sed -i '/^ x$/r ../e' ../c; " +
    "git update-ref HEAD $(git hash-object -t commit -w ../c)";

  test.each([
    ["core.fsmonitor", "git config core.fsmonitor '../program #'", ["status"]],
    [
      "core.hooksPath",
      "mkdir hooks; cp ../program hooks/post-index-change; git config core.hooksPath hooks",
      ["update-index", "--refresh"],
    ],
    ["log.showSignature", `${SIGN}; git config log.showSignature true; git config gpg.program ../program`, ["log"]],
    ["color.ui", "echo x > sub/below/file; git config color.ui always", ["diff"]],
    ["color.status", "touch new; git config color.status always", ["status", "--short"]],
    ["core.quotePath", "touch é; git config core.quotePath true", ["status", "--short"]],
    ["log.mailmap", "echo 'Other <o@x.test> <tester@example.test>' > .mailmap", ["log"]],
    [
      "status.submoduleSummary",
      "git init -q ../lib; git -C ../lib commit -qm 1 --allow-empty; git submodule -q add ../lib lib; " +
        "git -C lib commit -qm 2 --allow-empty; git config status.submoduleSummary true",
      ["status"],
    ],
  ])("%s", (_name, prepare, words) => {
    world.write("../program", "#!/bin/sh\ntouch ../ran ran\ncat\n", 0o755);
    world.sh(prepare);
    const age = (days: number) =>
      world.sh(`find sub -name file -exec touch -d '${days} days ago' {} +; rm -f ran ../ran`);
    const look = (said: string) => [said, existsSync(world.at("ran")) || existsSync(world.at("../ran"))] as const;
    age(1);
    const unsafe = look(world.sh(`git --no-pager ${words.join(" ")} < /dev/null 2>&1`));
    age(2);
    const git = safeGit(io, world.cwd, { needsWorktree: true, patience: 60_000 })!;
    const safe = look(git.run(words).stdout.toString("utf8"));
    expect(safe, "the setting has no effect").not.toEqual(unsafe);
    expect(safe[1]).toBe(false);
    expect(safe[0]).not.toMatch(/\u001b|\\303|Other|Submodule/);
  });
});

function kept(): string[] {
  const folder = join(world.data, "git-answers");
  return readdirSync(folder).map((name) => join(folder, name));
}
