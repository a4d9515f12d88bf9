import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { redo } from "../../shadow-repo/restore/redo.ts";
import { restore } from "../../shadow-repo/restore/restore.ts";
import { undo } from "../../shadow-repo/restore/undo.ts";
import { inProcess, liveIn, throughTheBinary, type Driver } from "./support/driver.ts";
import { copyOf, differences } from "./support/files.ts";
import { changed, fingerprint } from "./support/fingerprint.ts";
import { tortureWorld, type TortureWorld } from "./support/torture-world.ts";

/** `$EVIL` is a program that leaves `$CANARY`; `$OUTSIDE` a folder that nothing may touch. */
function hostileWorld(setup: string): TortureWorld {
  const world = tortureWorld("true");
  const outside = join(world.top, "outside");
  world.write(join(outside, "precious"), "precious\n");
  const evil = world.write(join(world.top, "evil"), `#!/bin/sh\necho "$0 $*" >> ${canaryOf(world)}\ncat\n`, 0o755);
  // Setting up may itself run what was set: only what comes afterwards counts.
  world.sh(`${setup}\nrm -f ${canaryOf(world)}`, { EVIL: evil, CANARY: canaryOf(world), OUTSIDE: outside });
  return world;
}

function canaryOf({ top }: TortureWorld): string {
  return join(top, "canary");
}

/** Three kinds of line ends, an ident, a NUL, an executable, a link, below a folder too. */
const FILES =
  "printf 'one\\r\\ntwo\\n' > crlf.txt; printf '$Id$ $Format:%%H$\\n' > ident.txt; printf 'a\\0b' > bin.dat; " +
  "printf '#!/bin/sh\\n' > run; chmod +x run; ln -s crlf.txt link; mkdir -p d/e; printf deep > d/e/f; " +
  "printf latin > \"$(printf 'n\\351')\"";
const REPOSITORY = `git init -q -b main .; ${FILES}; git add -A 2>/dev/null; git commit -qm first`;
/** What the agent does; nothing in it asks git. */
const WORK =
  "printf 'one\\r\\nthree\\n' > crlf.txt; rm ident.txt; printf 'new\\r\\n' > new.txt; mv bin.dat moved.dat; " +
  "chmod -x run; rm link; printf nolink > link; rm -r d; printf file > d";

/**
 * A session on a hostile repository: everything that snapveil does with it. Afterwards nothing was run, nothing outside
 * of the worktree changed, the repository's own files are what they were to the byte and the nanosecond.
 */
async function plays(world: TortureWorld, driver: Driver = inProcess(world), work: string = WORK): Promise<void> {
  const gitDir = join(world.root, ".git");
  const guarded = [gitDir, join(world.top, "outside"), join(world.top, "elsewhere"), join(world.home, ".gitconfig")];
  const look = () => guarded.flatMap(fingerprint);
  const before = copyOf(world.root);
  const guardedBefore = look();
  await driver.hook("session_start", {});
  await driver.hook("turn_start", {});
  await driver.hook("pre_tool_use", { toolUseId: "t", toolName: "shell" });
  world.sh(work);
  await driver.hook("post_tool_use", { toolUseId: "t", toolName: "shell" });
  await driver.hook("turn_end", {});
  const after = copyOf(world.root);
  expect(liveIn(world).map(({ scope }) => scope)).toEqual(["tool", "turn"]);
  expect(await driver.command({ do: "undo" }, world.root)).toMatchObject({
    restored: true,
    skipped: [],
    conflicts: [],
  });
  expect(differences(copyOf(world.root), before), "undo").toEqual([]);
  expect(await driver.command({ do: "redo" }, world.root)).toMatchObject({
    restored: true,
    skipped: [],
    conflicts: [],
  });
  expect(differences(copyOf(world.root), after), "redo").toEqual([]);
  const [first] = liveIn(world);
  await driver.command({ do: "restore", checkpoint: first!.id, after: false }, world.root);
  expect(differences(copyOf(world.root), before), "restore").toEqual([]);
  await driver.hook("session_end", {});
  expect(world.fsck()).toBe("");
  expect(
    existsSync(canaryOf(world)) ? readFileSync(canaryOf(world), "utf8") : "",
    "nothing of the repository's was run",
  ).toBe("");
  expect(changed(guardedBefore, look()), "nothing outside of the worktree changed").toEqual([]);
}

describe("nothing that a repository says is run, and every byte comes back", () => {
  const cases: readonly (readonly [name: string, setup: string, work?: string])[] = [
    [
      "clean and smudge filters",
      `${REPOSITORY}; git config filter.x.clean "$EVIL c"; git config filter.x.smudge "$EVIL s"; ` +
        "git config filter.x.required true; echo '* filter=x' > .gitattributes",
    ],
    [
      "a process filter",
      `${REPOSITORY}; git config filter.x.process "$EVIL p"; echo '* filter=x' > .git/info/attributes`,
    ],
    [
      "filters of a repository that was committed with them",
      `git init -q .; git config filter.x.clean "tr a-z A-Z"; git config filter.x.smudge "tr A-Z a-z"; echo ` +
        `'*.txt filter=x' > .gitattributes; ${FILES}; git add -A; git commit -qm first; ` +
        `git config filter.x.clean "$EVIL c"; git config filter.x.smudge "$EVIL s"`,
    ],
    [
      "large files kept elsewhere (LFS)",
      `${REPOSITORY}; git config filter.lfs.clean "$EVIL %f"; git config filter.lfs.smudge "$EVIL %f"; git ` +
        `config filter.lfs.process "$EVIL"; echo '*.dat filter=lfs diff=lfs merge=lfs -text' > .gitattributes; ` +
        "printf 'version https://git-lfs.github.com/spec/v1\\n' > bin.dat",
    ],
    ["fsmonitor", `${REPOSITORY}; git config core.fsmonitor "$EVIL"; git config core.fsmonitorHookVersion 2`],
    [
      "the untracked cache and fsmonitor in the index",
      `${REPOSITORY}; git config core.untrackedCache true; git status >/dev/null; git update-index ` +
        `--untracked-cache; git config core.fsmonitor "$EVIL"; git update-index --fsmonitor || true`,
    ],
    [
      "hooks",
      `${REPOSITORY}; for h in post-checkout pre-commit post-index-change reference-transaction post-rewrite ` +
        `pre-auto-gc sendemail-validate post-merge; do cp "$EVIL" .git/hooks/$h; done`,
    ],
    [
      "hooksPath",
      `${REPOSITORY}; mkdir .husky; for h in post-checkout post-index-change reference-transaction ` +
        `pre-auto-gc; do cp "$EVIL" .husky/$h; done; git config core.hooksPath .husky`,
    ],
    [
      "textconv and external diffs",
      `${REPOSITORY}; git config diff.external "$EVIL"; git config diff.x.textconv "$EVIL"; git config ` +
        `diff.x.command "$EVIL"; git config diff.x.cachetextconv true; echo '* diff=x' > .gitattributes`,
    ],
    ["merge drivers", `${REPOSITORY}; git config merge.x.driver "$EVIL %O %A %B"; echo '* merge=x' > .gitattributes`],
    [
      "include.path",
      `${REPOSITORY}; printf '[core]\\n\\tfsmonitor = %s\\n\\thooksPath = %s\\n\\tattributesFile = %s\\n' ` +
        `"$EVIL" "$OUTSIDE" "$OUTSIDE/precious" > evil.inc; git config include.path ../evil.inc`,
    ],
    [
      "includeIf",
      `${REPOSITORY}; printf '[core]\\n\\tfsmonitor = %s\\n\\tautocrlf = true\\n[filter "x"]\\n\\tclean = ` +
        `%s\\n' "$EVIL" "$EVIL" > evil.inc; echo '* filter=x' > .gitattributes; ` +
        "git config includeIf.gitdir:/.path ../evil.inc; git config includeIf.onbranch:main.path ../evil.inc",
    ],
    [
      "submodule.*.update",
      `${REPOSITORY}; printf '[submodule "s"]\\n\\tpath = s\\n\\turl = ./s\\n\\tupdate = !%s\\n' "$EVIL" > ` +
        `.gitmodules; git config submodule.s.update "!$EVIL"; git config submodule.recurse true; mkdir s; ` +
        `git -C s init -q; git -C s commit -q --allow-empty -m s; git -C s config core.fsmonitor "$EVIL"`,
    ],
    ["core.worktree that leads outside", `${REPOSITORY}; git config core.worktree "$OUTSIDE"`],
    [
      "a worktree configuration",
      `${REPOSITORY}; git config extensions.worktreeConfig true; git config --worktree core.fsmonitor "$EVIL"; ` +
        `git config --worktree core.hooksPath "$OUTSIDE"`,
    ],
    [
      "alternates that point elsewhere",
      `${REPOSITORY}; mkdir -p "$TOP/elsewhere/objects"; ` +
        `printf '%s\\n%s\\n' "$TOP/elsewhere/objects" /nowhere > .git/objects/info/alternates`,
    ],
    [
      "objects that are all in an alternate",
      `mkdir "$TOP/elsewhere"; git init -q "$TOP/elsewhere"; (cd "$TOP/elsewhere"; ${FILES}; git add -A; ` +
        `git commit -qm first); git clone -q --shared "$TOP/elsewhere" .`,
    ],
    [
      "replaced objects",
      `${REPOSITORY}; git replace "$(git rev-parse :crlf.txt)" "$(printf forged | git hash-object -w ` +
        `--stdin)"; git replace "$(git rev-parse HEAD^{tree})" "$(git mktree </dev/null)"`,
    ],
    [
      "programs in every setting that names one",
      `${REPOSITORY}; for k in core.pager core.editor core.sshCommand core.askPass core.gitProxy gpg.program ` +
        "gpg.ssh.program credential.helper sequence.editor uploadpack.packObjectsHook pager.ls-files " +
        "pager.diff-tree interactive.diffFilter core.alternateRefsCommand diff.tool trailer.x.command " +
        `alias.ls-files alias.update-index alias.write-tree; do git config $k "!$EVIL"; done`,
    ],
    [
      "attributes that change bytes",
      `${REPOSITORY}; printf '*.txt ident eol=crlf text\\n*.dat working-tree-encoding=UTF-16 text\\nrun ` +
        "eol=crlf text export-subst\\n* text=auto\\n' > .gitattributes; git config core.autocrlf true; " +
        "git config core.safecrlf true; git config core.eol crlf",
    ],
    [
      "attributes that changed bytes when it was committed",
      "git init -q .; git config core.autocrlf input; printf '*.txt ident text\\n*.u16 " +
        `working-tree-encoding=UTF-16LE text\\n' > .gitattributes; ${FILES}; printf 'h\\0i\\0' > x.u16; git add ` +
        "-A 2>/dev/null || git add -A; git commit -qm first; rm crlf.txt ident.txt; git checkout -q -- .; " +
        "printf 'one\\r\\ntwo\\n' > crlf.txt",
    ],
    [
      "an attributes file that is a symlink",
      `${REPOSITORY}; printf '* filter=x\\n' > "$OUTSIDE/attributes"; git config filter.x.clean "$EVIL"; ` +
        `ln -s "$OUTSIDE/attributes" .gitattributes; ln -s "$OUTSIDE/attributes" .gitignore`,
    ],
    [
      "settings of another file system",
      `${REPOSITORY}; printf r > README; git add README; git config core.fileMode false; git config ` +
        "core.symlinks false; git config core.ignoreCase true; git config core.checkStat minimal; " +
        "git config core.trustctime false",
      `${WORK}; printf lower > readme; printf upper > CRLF.txt`,
    ],
    [
      "precomposed and protected names",
      `${REPOSITORY}; git config core.precomposeUnicode true; git config core.protectNTFS true; git config ` +
        `core.protectHFS true; printf a > "$(printf 'e\\314\\201')"; printf b > "$(printf '\\303\\251')"; ` +
        "printf c > 'git~1'; printf d > 'a:b'; printf e > 'back\\slash'",
    ],
    [
      "sizes and packs set to the extreme",
      `${REPOSITORY}; git config core.bigFileThreshold 1; git config pack.packSizeLimit 1m; git config ` +
        "pack.threads 99; git config index.threads 99; git config core.compression 9; git config " +
        "core.looseCompression 9; git config feature.manyFiles true; git config gc.auto 1; " +
        "git config maintenance.auto true",
    ],
    [
      "a partial clone whose remote is a program",
      `${REPOSITORY}; git config remote.origin.url "ext::$EVIL %S"; git config remote.origin.promisor true; ` +
        "git config remote.origin.partialclonefilter blob:none; git config extensions.partialClone origin; " +
        "git config protocol.ext.allow always; rm -f .git/objects/*/*",
    ],
    [
      "a damaged repository",
      `${REPOSITORY}; for f in .git/objects/??/*; do chmod u+w $f; echo damaged > $f; done; ` +
        "rm -f .git/HEAD.lock; : > .git/index.lock; : > .git/config.lock",
    ],
    ["a damaged index", `${REPOSITORY}; head -c 100 .git/index > i; mv i .git/index`],
    ["a configuration that is no configuration", `${REPOSITORY}; printf '[core\\n\\0\\377 = "\\n' > .git/config`],
  ];
  test.each(cases.map(([name, setup, work = WORK]) => [name, setup, work] as const))(
    "%s",
    async (_name, setup, work) => {
      const world = hostileWorld(setup);
      await plays(world, inProcess(world), work);
    },
  );

  test("the user's own configuration", async () => {
    const world = hostileWorld(REPOSITORY);
    world.sh(
      `git config --global core.fsmonitor "$EVIL"; git config --global core.hooksPath "$OUTSIDE"; git config ` +
        `--global core.autocrlf true; git config --global filter.x.clean "$EVIL"; mkdir -p $HOME/.config/git; ` +
        "echo '* filter=x' > $HOME/.config/git/attributes; git config --global core.attributesFile " +
        `$HOME/.config/git/attributes; git config --global diff.external "$EVIL"; ` +
        `git config --global safe.directory '*'; git config --global core.quotePath true; rm -f "$CANARY"`,
      {
        EVIL: join(world.top, "evil"),
        OUTSIDE: join(world.top, "outside"),
        CANARY: canaryOf(world),
      },
    );
    await plays(world);
  });

  test("variables of git's in the environment, through the program", async () => {
    const world = hostileWorld(
      `${REPOSITORY}; git init -q "$TOP/elsewhere"; mkdir "$TOP/bin"; ` +
        `for p in git-ls-files git-update-index git-diff-tree git-write-tree; do cp "$EVIL" "$TOP/bin/$p"; done`,
    );
    const evil = join(world.top, "evil");
    const elsewhere = join(world.top, "elsewhere");
    Object.assign(world.env, {
      GIT_DIR: join(elsewhere, ".git"),
      GIT_WORK_TREE: elsewhere,
      GIT_INDEX_FILE: join(elsewhere, ".git/index"),
      GIT_OBJECT_DIRECTORY: join(elsewhere, ".git/objects"),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: join(elsewhere, ".git/objects"),
      GIT_COMMON_DIR: join(elsewhere, ".git"),
      GIT_NAMESPACE: "other",
      GIT_CONFIG_COUNT: "2",
      GIT_CONFIG_KEY_0: "core.fsmonitor",
      GIT_CONFIG_VALUE_0: evil,
      GIT_CONFIG_KEY_1: "core.hooksPath",
      GIT_CONFIG_VALUE_1: join(world.top, "bin"),
      GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${evil}'`,
      GIT_EXEC_PATH: join(world.top, "bin"),
      GIT_TEMPLATE_DIR: join(world.top, "bin"),
      GIT_EXTERNAL_DIFF: evil,
      GIT_PAGER: evil,
      GIT_EDITOR: evil,
      GIT_ASKPASS: evil,
      GIT_SSH_COMMAND: evil,
      GIT_TRACE: join(world.top, "outside/trace"),
      GIT_TRACE2_EVENT: join(world.top, "outside/trace2"),
      GIT_CEILING_DIRECTORIES: world.top,
      GIT_DEFAULT_HASH: "sha256",
      GIT_ATTR_SOURCE: "HEAD",
      GIT_ICASE_PATHSPECS: "1",
      GIT_QUARANTINE_PATH: elsewhere,
      NODE_DEBUG: "",
    });
    const own = Object.fromEntries(
      Object.entries(world.env).filter(([name]) => !name.startsWith("GIT_") || name === "GIT_CONFIG_NOSYSTEM"),
    );
    await plays(
      {
        ...world,
        sh: (script) => world.sh(`for v in \${!GIT_*}; do unset $v; done; ${script}`, own),
        fsck: () => tortureFsck(world, own),
      },
      throughTheBinary(world),
    );
  });

  test("a program named git in the repository, with the current folder on PATH", async () => {
    const world = hostileWorld(
      `${REPOSITORY}; for p in git sh node env; do cp "$EVIL" $p; done; mkdir bin; cp "$EVIL" bin/git`,
    );
    Object.assign(world.env, { PATH: `.::bin:./bin:${world.env["PATH"] ?? ""}:.` });
    const plain = { ...world.env, PATH: process.env["PATH"] ?? "" };
    await plays(
      { ...world, sh: (script) => world.sh(script, plain), fsck: () => tortureFsck(world, plain) },
      throughTheBinary(world),
    );
  });

  test("a repository of another owner", async (context) => {
    if (process.getuid?.() !== 0) return skip(context, "only root can give files away");
    const world = hostileWorld(`${REPOSITORY}; git config core.fsmonitor "$EVIL"`);
    for (const path of [
      world.root,
      join(world.root, ".git"),
      join(world.root, ".git/config"),
      join(world.root, ".git/index"),
    ])
      chownSync(path, 12_345, 12_345);
    await plays(world);
  });
});

function tortureFsck(world: TortureWorld, env: Readonly<Record<string, string>>): string {
  return world.sh(
    'for v in ${!GIT_*}; do unset $v; done; git --git-dir="$SHADOW" fsck --full --no-dangling --no-progress ' +
      '2>&1 | grep -v "^notice\\|^warning" || true',
    env,
  );
}

describe("repositories of every shape are recorded, and left as they are", () => {
  const shapes: readonly (readonly [name: string, setup: string])[] = [
    ["unborn", `git init -q .; ${FILES}`],
    ["unborn, all staged", `git init -q .; ${FILES}; git add -A 2>/dev/null`],
    ["detached", `${REPOSITORY}; git checkout -q --detach`],
    [
      "counting in SHA-256",
      `git init -q --object-format=sha256 .; ${FILES}; git add -A 2>/dev/null; git commit -qm first`,
    ],
    [
      "shallow",
      `git init -q "$TOP/elsewhere"; (cd "$TOP/elsewhere"; ${FILES}; git add -A; git commit -qm 1; ` +
        `git commit -q --allow-empty -m 2); git clone -q --depth 1 "file://$TOP/elsewhere" .`,
    ],
    [
      "partial, without its contents",
      `git init -q "$TOP/elsewhere"; (cd "$TOP/elsewhere"; ${FILES}; git add -A; git commit -qm 1; git config ` +
        `uploadpack.allowFilter true); git clone -q --filter=blob:none "file://$TOP/elsewhere" .; ` +
        `git config remote.origin.url "$TOP/nowhere"; rm -f .git/objects/pack/*.promisor; touch d/e/f`,
    ],
    [
      "sparse, by folders",
      `${REPOSITORY}; mkdir -p hidden/x; printf h > hidden/x/h; git add -A; git commit -qm h; ` +
        "git sparse-checkout set --cone d; git config advice.sparse false",
    ],
    [
      "sparse, by patterns, with a sparse index",
      `${REPOSITORY}; mkdir -p hidden/x; printf h > hidden/x/h; git add -A; git commit -qm h; ` +
        "git sparse-checkout set --cone --sparse-index d 2>/dev/null",
    ],
    [
      "with a skip-worktree entry that is there and one that is not",
      `${REPOSITORY}; printf s > s; printf t > t; git add -A; git commit -qm st; ` +
        "git update-index --skip-worktree s t crlf.txt; rm t; printf changed > s",
    ],
    [
      "with entries assumed unchanged",
      `${REPOSITORY}; git update-index --assume-unchanged crlf.txt run; printf assumed > crlf.txt`,
    ],
    [
      "with a split index",
      `${REPOSITORY}; git config core.splitIndex true; git update-index --split-index; printf x > x; git add x`,
    ],
    ["with an index of version 4", `${REPOSITORY}; git update-index --index-version 4`],
    [
      "with announced files and a conflict",
      `${REPOSITORY}; git checkout -qb other; printf theirs > crlf.txt; git commit -qam o; git checkout -q ` +
        "main; printf ours > crlf.txt; git commit -qam m; git merge other >/dev/null 2>&1 || true; " +
        "printf n > announced; git add -N announced",
    ],
    ["with everything packed", `${REPOSITORY}; git gc -q --prune=now; git pack-refs --all`],
    [
      "with a commit graph, bitmaps and a multi-pack index",
      `${REPOSITORY}; git repack -adbq; git multi-pack-index write 2>/dev/null; ` +
        "git commit-graph write --reachable 2>/dev/null",
    ],
    [
      "with a .git that is a symlink",
      `${REPOSITORY}; mkdir "$TOP/elsewhere"; mv .git "$TOP/elsewhere/real.git"; ln -s "$TOP/elsewhere/real.git" .git`,
    ],
    [
      "with a .git file that points outside",
      `mkdir "$TOP/elsewhere"; git init -q --separate-git-dir "$TOP/elsewhere/real.git" .; ${FILES}; ` +
        "git add -A; git commit -qm 1",
    ],
    [
      "a linked worktree",
      `git init -q "$TOP/elsewhere"; git -C "$TOP/elsewhere" commit -q --allow-empty -m 1; rmdir "$PWD"; ` +
        `git -C "$TOP/elsewhere" worktree add -q "$PWD"; cd "$PWD"; ${FILES}; git add -A; git commit -qm 2`,
    ],
    [
      "a submodule's own worktree",
      `git init -q "$TOP/lib"; (cd "$TOP/lib"; ${FILES}; git add -A; git commit -qm 1); git init -q ` +
        `"$TOP/elsewhere"; cd "$TOP/elsewhere"; git submodule add -q "$TOP/lib" sub 2>/dev/null; git commit -qm ` +
        `s; git config -f .git/modules/sub/config core.worktree "$TOP/project"; cd "$TOP"; rmdir project; ` +
        `mv elsewhere/sub project; printf 'gitdir: %s\\n' "$TOP/elsewhere/.git/modules/sub" > project/.git`,
    ],
    [
      "with submodules and nested repositories",
      `git init -q "$TOP/lib"; (cd "$TOP/lib"; printf l > l; git add l; git commit -qm l); ${REPOSITORY}; git ` +
        `submodule add -q "$TOP/lib" sub; git commit -qm sub; git init -q nested; printf n > nested/n; ` +
        "git init -q unborn; git -C nested add n; git -C nested commit -qm n",
    ],
    [
      "with a worktree inside the worktree",
      `${REPOSITORY}; git worktree add -q inside 2>/dev/null; printf changed > inside/crlf.txt`,
    ],
    [
      "with names that git itself reserves",
      `${REPOSITORY}; mkdir -p '.git ' g '.gitx' 'GIT~1x'; printf 1 > '.git /x'; printf 2 > .gitx/config; ` +
        "printf 3 > g/.gitkeep; printf 4 > .gitmodules; printf 5 > .mailmap; printf 6 > HEAD; mkdir refs; " +
        "printf 7 > refs/heads; printf 8 > config",
    ],
  ];
  test.each(shapes)("%s", async (_name, setup) => plays(hostileWorld(setup)));

  test("a bare repository is none, nor is the inside of .git", async () => {
    const world = hostileWorld("git init -q --bare .");
    for (const event of ["session_start", "turn_start", "turn_end"] as const) await world.hook(event);
    const other = hostileWorld(REPOSITORY);
    for (const event of ["session_start", "turn_start", "turn_end"] as const)
      await other.hook(event, { cwd: join(other.root, ".git") });
    const shadows = [world, other].map(({ data }) => existsSync(join(data, "snapshot")));
    expect(shadows).toEqual([false, false]);
  });

  test("what belongs to a nested repository is never touched", async () => {
    const world = hostileWorld(
      `${REPOSITORY}; git init -q nested; printf n > nested/n; git init -q unborn; printf u > unborn/u`,
    );
    await world.turn("printf changed > nested/n; printf changed > unborn/u; printf changed > run; rm -rf d");
    const nested = [join(world.root, "nested"), join(world.root, "unborn")];
    const before = nested.flatMap(fingerprint);
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, skipped: [] });
    expect(changed(before, nested.flatMap(fingerprint))).toEqual([]);
    expect(readFileSync(join(world.root, "d/e/f"), "utf8")).toBe("deep");
  });
});

describe("nothing is written through a symlink", () => {
  const lures: readonly (readonly [name: string, lure: string])[] = [
    ["a folder that became a link to the outside", "rm -rf d; ln -s $TOP/outside d"],
    ["a folder far above that did", "rm -rf d; mkdir d; ln -s $TOP/outside d/e"],
    [
      "a file that became a link to a file outside",
      "rm -f crlf.txt run; ln -s $TOP/outside/precious crlf.txt; ln -s $TOP/outside/new run",
    ],
    ["a link that hangs", "rm -rf d crlf.txt; ln -s $TOP/outside/nowhere d; ln -s $TOP/outside/nowhere crlf.txt"],
    ["a link to itself", "rm -rf d crlf.txt; ln -s d d; ln -s crlf.txt crlf.txt"],
    ["a hard link to the outside", "rm -f crlf.txt; ln $TOP/outside/precious crlf.txt"],
  ];
  test.each(lures)("%s", async (_name, lure) => {
    const world = hostileWorld(
      `${REPOSITORY}; mkdir -p $OUTSIDE/e; printf precious > $OUTSIDE/e/f; printf precious > $OUTSIDE/f`,
    );
    const before = copyOf(world.root);
    await world.turn("printf changed > crlf.txt; printf changed > d/e/f; printf changed > run");
    world.sh(lure);
    const outside = fingerprint(join(world.top, "outside"));
    const lured = copyOf(world.root);
    const result = await undo(world.io, world.root);
    expect(changed(outside, fingerprint(join(world.top, "outside")))).toEqual([]);
    const left = new Set(result.skipped.map(({ path }) => path));
    for (const path of ["crlf.txt", "d/e/f", "run"])
      if (!left.has(path)) expect(copyOf(world.root).get(path), path).toBe(before.get(path));
    await redo(world.io, world.root);
    expect(changed(outside, fingerprint(join(world.top, "outside")))).toEqual([]);
    expect(differences(copyOf(world.root), lured)).toEqual([]);
  });

  test("links that lead outside are recorded as links, and what they lead to is not", async () => {
    const world = hostileWorld(
      `${REPOSITORY}; ln -s $OUTSIDE all; ln -s /etc/passwd users; ln -s ../outside/precious one`,
    );
    const before = copyOf(world.root);
    await world.turn("rm all users one; mkdir all; printf x > all/precious");
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, skipped: [] });
    expect(differences(copyOf(world.root), before)).toEqual([]);
    expect(
      world.sh(
        'for o in $(git --git-dir="$SHADOW" cat-file --batch-all-objects --batch-check="%(objectname)"); ' +
          'do git --git-dir="$SHADOW" cat-file -p $o | grep -c precious; done | grep -vc "^0$" || true',
      ),
    ).not.toContain("root:");
  });

  test("a name of ours that was laid as a link is not followed", async () => {
    const world = hostileWorld(REPOSITORY);
    await world.turn("printf changed > crlf.txt");
    for (let n = 1; n < 4; n += 1)
      symlinkSync(join(world.top, "outside/precious"), join(world.root, `.snapveil-00000000-${n}.tmp`));
    await undo(world.io, world.root);
    expect(readFileSync(join(world.top, "outside/precious"), "utf8")).toBe("precious\n");
  });
});

describe("what is recorded no longer needs the source", () => {
  test("after gc, rewritten history and deleted branches every checkpoint still comes back", async () => {
    const world = hostileWorld(
      `${REPOSITORY}; for n in $(seq 40); do seq $n $((n * 30)) > f$n; done; git add -A; git commit -qm more`,
    );
    await world.hook("session_start");
    const states = [copyOf(world.root)];
    for (const work of [
      "seq 9 > f1; git commit -qam a",
      "git checkout -qb side; rm f2; git commit -qam b",
      "git mv f3 g3; git commit -qm c",
    ]) {
      await world.turn(work);
      states.push(copyOf(world.root));
    }
    const ids = liveIn(world).map(({ id }) => id);
    world.sh(
      "git checkout -q --orphan fresh; git rm -rfq --cached .; rm -f f*; git add -A; git commit -qm fresh; git " +
        "branch -D main side; git reflog expire --expire=now --all; rm -f .git/ORIG_HEAD .git/FETCH_HEAD; " +
        "git gc -q --prune=now; git prune --expire=now",
    );
    for (const [at, id] of ids.entries()) {
      await restore(world.io, world.root, { checkpoint: id });
      expect(differences(copyOf(world.root), states[at]!)).toEqual([]);
      await restore(world.io, world.root, { checkpoint: id, after: true });
      expect(differences(copyOf(world.root), states[at + 1]!)).toEqual([]);
    }
    expect(world.fsck()).toBe("");
    expect(existsSync(join(world.shadow(), "objects/info/alternates"))).toBe(false);
  });

  test("and with the whole of .git/objects gone", async () => {
    const world = hostileWorld(
      `${REPOSITORY}; for n in $(seq 40); do seq $n $((n * 30)) > f$n; done; git add -A; git commit -qm more`,
    );
    const before = copyOf(world.root);
    await world.turn("rm -f f*");
    rmSync(join(world.root, ".git/objects"), { recursive: true });
    mkdirSync(join(world.root, ".git/objects"));
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, skipped: [] });
    expect(differences(copyOf(world.root), before)).toEqual([]);
  });

  test("however often it is captured, undone and redone, the source stays as it is to the nanosecond", async () => {
    const world = hostileWorld(
      `${REPOSITORY}; git gc -q; printf staged > staged; git add staged; printf loose > loose; git add loose; ` +
        "printf unstaged > loose",
    );
    const before = fingerprint(join(world.root, ".git"));
    for (let n = 0; n < 8; n += 1) {
      await world.turn(`printf ${n} > crlf.txt; printf ${n} > n${n}; rm -f n${n - 2}; printf ${n} > staged`);
      await undo(world.io, world.root);
      await redo(world.io, world.root);
    }
    await world.hook("session_end");
    expect(changed(before, fingerprint(join(world.root, ".git")))).toEqual([]);
  });
});

function skip(context: { skip(reason: string): void }, reason: string): void {
  process.stderr.write(`left out: ${reason}\n`);
  context.skip(reason);
}
