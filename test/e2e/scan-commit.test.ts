import { expect, test } from "vitest";

import scanCommit from "../../builtins/scan-commit.ts";
import type { HookEvent } from "../../agents/codec/hook-event.ts";
import type { Outcome } from "../../agents/codec/outcome.ts";
import type { Json } from "../../kit/json.ts";
import type { Io } from "../../kit/io.ts";
import type { RedactionSettings } from "../../worktree/settings.ts";
import { DEFAULT_SETTINGS } from "../../worktree/default-settings.ts";
import { GITHUB, SLACK } from "../support/made-up.ts";
import { silentIo } from "../support/silent-io.ts";
import { worldPutBack } from "../support/temporary-world.ts";

/** A repository with one commit that holds an old secret, and another repository as its remote. */
const world = worldPutBack((made) => {
  made.sh(`
  git init -q --bare ../remote.git && git init -q . && git remote add origin ../remote.git
  printf 'first\\nold = "${SLACK}"\\n' > old.js && echo clean > clean.txt && mkdir sub && echo s > sub/s.txt
  printf '*.ignored\\n' > .gitignore && git add . && git commit -qm one && git push -q -u origin main`);
});
const LEAK = `printf 'a\\nconst token = "${GITHUB}";\\n'`;
const STAGED = `${LEAK} > leak.js && git add leak.js`;
const CHANGED = `${LEAK} > clean.txt`;
const NEW = `${LEAK} > leak.js`;
const PACKED = `${LEAK} > ../y.env && tar cf ../y.tar -C .. y.env`;
const SUBMODULE = `
  git init -q ../lib && git -C ../lib commit -q --allow-empty -m one
  git -c protocol.file.allow=always submodule --quiet add ../lib lib && git commit -qm lib && ${LEAK} > lib/leak.js
`;
const COMMITTED = `${STAGED} && git commit -qm leak`;

async function judge(command: string | Json, how: { io?: Partial<Io>; redaction?: Partial<RedactionSettings> } = {}) {
  const event = {
    name: "pre_tool_use",
    wireName: "PreToolUse",
    toolName: "Bash",
    toolInput: typeof command === "string" ? { command } : command,
    cwd: world.cwd,
  } as unknown as HookEvent<"pre_tool_use">;
  const settings = { ...DEFAULT_SETTINGS, redaction: { ...DEFAULT_SETTINGS.redaction, ...how.redaction } };
  const io = { ...silentIo(world.cwd, world.env), ...how.io };
  return scanCommit(event, { args: [], io, settings, origin: "user" });
}

/** The places and kinds that the text for the model names. */
function said({ verdict }: Outcome): string {
  const places = [
    ...(verdict?.reason.matchAll(
      /([\w-]+) \S\S…\S\S \(\d+ characters\) in (.+?)(?: (\(commit \w+\)))?(?:\.(?= |$)|$)/gm,
    ) ?? []),
  ].map(([, kind, where, commit]) => [where, kind, commit].filter(Boolean).join(" "));
  return verdict ? `${verdict.kind} ${places.join("; ")}` : "";
}

const LEAKED = "deny leak.js:2 github-token";
const IN_MAIN = "deny leak.js:2 github-token (commit {{main}})";
const IN_CLEAN = "deny clean.txt:2 github-token";

test.each<[setup: string, command: string | Json, expected: string | RegExp]>([
  // A file that commits, and a recipe of one.
  [`${STAGED} && echo 'git commit -qm x' > c.sh`, "sh c.sh", LEAKED],
  [`${STAGED} && printf 'ship:\\n\\tgit commit -qm x\\n' > Makefile`, "make ship", LEAKED],
  [`${STAGED} && echo '{"scripts":{"ship":"git commit -qm x"}}' > package.json`, "npm run ship", LEAKED],
  [`${STAGED} && echo '{"scripts":{"ship":"git commit -qm x"}}' > package.json`, "npm run other", ""],
  // What is staged.
  [STAGED, "git commit -m x", LEAKED],
  [STAGED, "git commit --no-verify -m x", LEAKED],
  [STAGED, "git commit --amend --no-edit", LEAKED],
  [STAGED, "sudo -u me env A=1 git commit -m x", LEAKED],
  [STAGED, "cd sub && git commit -m x", LEAKED],
  [STAGED, "npm test && git commit -m 'a (b)' || true", LEAKED],
  [STAGED, "bash -c 'git commit -m x'", LEAKED],
  [STAGED, "/usr/bin/git -c user.name=x --no-pager commit -m x", LEAKED],
  [STAGED, 'G=git; "$G" commit -m x', LEAKED],
  [STAGED, 'G="git -c user.name=x"; $G commit -m x', LEAKED],
  [STAGED, `cd / && git -C "{{CWD}}" commit -m x`, LEAKED],
  [STAGED, "cd /; git --git-dir={{CWD}}/.git --work-tree {{CWD}} commit -m x", LEAKED],
  [STAGED, "GIT_DIR={{CWD}}/.git git commit -m x", LEAKED],
  [STAGED, 'cd "$(git rev-parse --show-toplevel)" && git commit -F - <<E\nx\nE', LEAKED],
  [STAGED, "(cd /tmp && ls); git commit -m x", LEAKED],
  [STAGED, "if true; then git commit -m x; fi", LEAKED],
  [STAGED, "timeout 5 git commit -m x | tail -1", LEAKED],
  [STAGED, "echo `git commit -m x`", LEAKED],
  [STAGED, "git commit -im x clean.txt", LEAKED],
  [STAGED, { command: ["bash", "-lc", "git commit -m x"], workdir: "sub" }, LEAKED],
  [STAGED, { command: "git commit -m x", dir_path: "sub" }, LEAKED],
  [STAGED, "git stash", "deny leak.js:2 github-token"],
  [STAGED, "git rebase --continue", LEAKED],
  [STAGED, "git revert --continue", LEAKED],
  [STAGED, "git merge --continue", LEAKED],
  [STAGED, "git cherry-pick --continue", LEAKED],
  [STAGED, "git am --continue", LEAKED],
  [STAGED, "git -C sub -C .. commit -m x", LEAKED],
  [STAGED, "git write-tree", LEAKED],
  [STAGED, "git commit-tree -p HEAD -m x 4b825dc", LEAKED],
  [STAGED, "mkdir ../n && git init ../n && git -C ../n add . && git -C ../n commit -m x; git commit -m x", LEAKED],
  // What lies in the worktree.
  [CHANGED, "git commit -am x", IN_CLEAN],
  [CHANGED, "git commit -a -m x", IN_CLEAN],
  [CHANGED, "git commit -m x clean.txt", IN_CLEAN],
  [CHANGED, "git commit -m x -- '*.txt'", IN_CLEAN],
  [CHANGED, "cd sub; git commit -m x ../clean.txt", IN_CLEAN],
  [CHANGED, "git commit -pm x", IN_CLEAN],
  [`git config diff.relative true; ${CHANGED}`, "cd sub && git commit -am x", IN_CLEAN],
  [`echo clean.txt > ../list && ${CHANGED}`, "git commit -m x --pathspec-from-file=../list", IN_CLEAN],
  [CHANGED, "git add -u && git commit -m x", IN_CLEAN],
  [CHANGED, "git add clean.txt; git commit -m x", IN_CLEAN],
  [CHANGED, "git stash push -m wip", IN_CLEAN],
  [CHANGED, "git stash save later", IN_CLEAN],
  [CHANGED, "git stash -- clean.txt", IN_CLEAN],
  [NEW, "git add leak.js && git commit -m x", LEAKED],
  [NEW, "git add -A && git commit -m x && git push", LEAKED],
  [NEW, "git add . && git commit -m x", LEAKED],
  [NEW, "git add '*.js' && git commit -m x", LEAKED],
  [NEW, "git add $FILES && git commit -m x", LEAKED],
  [NEW, "ls *.js | xargs git add && git commit -m x", LEAKED],
  [NEW, "git add leak.js && git commit -m x leak.js", LEAKED],
  [`echo leak.js > ../list && ${NEW}`, "git add --pathspec-from-file ../list && git commit -m x", LEAKED],
  [NEW, "git stage leak.js && git commit -m x", LEAKED],
  [NEW, "git add leak.js && git stash", LEAKED],
  [NEW, "git stash -u", LEAKED],
  [`${LEAK} > x.ignored`, "git add -f x.ignored && git commit -m x", "deny x.ignored:2 github-token"],
  [`${LEAK} > x.ignored`, "git stash --all", "deny x.ignored:2 github-token"],
  [`${LEAK} > $'\\xff.js'`, "git add -A && git commit -m x", "deny \\ufffd.js:2 github-token"],
  ["rm -rf .git; git init -q .", "git add -A && git commit -m x", "deny old.js:2 slack-token"],
  ["rm -rf .git; git init -q . && git add old.js", "git commit -m x", "deny old.js:2 slack-token"],
  [`${LEAK} >> old.js && git add .`, "git commit -m x", "deny old.js:4 github-token"],
  [PACKED, "tar xf ../y.tar && git add -A && git commit -m x", /^deny y\.tar:\d+ github-token$/],
  [PACKED, "tar -x --file=../y.tar -C sub; git add sub && git commit -m x", /^deny sub\/y\.tar:\d+ github-token$/],
  [PACKED, "tar xf ../y.tar -C .. && git add -A && git commit -m x", ""],
  [PACKED, "tar tf ../y.tar && git add -A && git commit -m x", ""],
  [SUBMODULE, "git submodule foreach 'git add -A && git commit -m x'", LEAKED],
  [SUBMODULE, "cd sub && git submodule foreach --recursive 'git add -A && git commit -m x'", LEAKED],
  [SUBMODULE, "git submodule foreach 'git add -A && git status'", ""],
  // What is sent.
  [COMMITTED, "git push", "deny leak.js:2 github-token (commit {{HEAD}})"],
  [COMMITTED, "git push --force origin HEAD:refs/heads/other", "deny leak.js:2 github-token (commit {{HEAD}})"],
  [COMMITTED, "git checkout -b x && git push -u origin x", "deny leak.js:2 github-token (commit {{HEAD}})"],
  [COMMITTED, "git push origin +main", "deny leak.js:2 github-token (commit {{HEAD}})"],
  [COMMITTED, "git subtree push --prefix=sub origin x", "deny leak.js:2 github-token (commit {{HEAD}})"],
  [`${COMMITTED} && git checkout -q -b b HEAD~`, "git push --mirror", IN_MAIN],
  [`${COMMITTED} && git checkout -q -b b HEAD~`, "git push origin :", IN_MAIN],
  [`${COMMITTED} && git checkout -q -b b HEAD~`, "git push origin 'refs/heads/*'", IN_MAIN],
  [`${COMMITTED} && git checkout -q -b b HEAD~ && git config remote.origin.mirror true`, "git push", IN_MAIN],
  ["git init -q --bare ../other.git", "git -C ../remote.git push ../other.git main", /old\.js:2 slack-token/],
  [`${COMMITTED} && git checkout -q -b b HEAD~`, "git push --all", "deny leak.js:2 github-token (commit {{main}})"],
  [
    `${COMMITTED} && git tag v1 && git reset -q --hard HEAD~`,
    "git push --tags",
    "deny leak.js:2 github-token (commit {{v1}})",
  ],
  [
    `${COMMITTED} && git rm -q leak.js && git commit -qm gone`,
    "git push origin main",
    "deny leak.js:2 github-token (commit {{HEAD~}})",
  ],
  [`git commit -q --allow-empty -m 'use ${GITHUB}'`, "git push", "deny the message of {{HEAD}}, line 1 github-token"],
  ["git remote add public ../other.git", "git push public main", "deny old.js:2 slack-token (commit {{HEAD}})"],
  [`${COMMITTED} && git checkout -q -b b HEAD~ && git config push.default matching`, "git push", IN_MAIN],
  [`${COMMITTED} && git checkout -q -b b HEAD~`, "git merge main && git push origin b", IN_MAIN],
  [`git tag -a v1 -m 'use ${GITHUB}'`, "git push --follow-tags", "deny the message of {{v1}}, line 1 github-token"],
  [`git notes add -m 'use ${GITHUB}'`, "git push origin 'refs/notes/*'", /^deny \w{40}:1 github-token \(commit \w+\)$/],
  // What git's settings mean.
  [`git config alias.ci commit; ${STAGED}`, "git ci -m x", LEAKED],
  [`git config alias.wip '!git add -A && git commit -m'; ${NEW}`, "git wip x", LEAKED],
  [STAGED, "git config alias.c 'commit -v' && git c -m x", LEAKED],
  [STAGED, "git -c alias.c=commit c -m x", LEAKED],
  // What the call brings along.
  [`${LEAK} > ../k.js`, "cp ../k.js sub/k.js && git add sub && git commit -m x", "deny sub/k.js:2 github-token"],
  [`${LEAK} > ../k.js`, "mv ../*.js . && git add -A && git commit -m x", "deny k.js:2 github-token"],
  [`${LEAK} > ../k.js`, "cp ../k.js . && git add '*.js' && git commit -m x", "deny k.js:2 github-token"],
  [`${LEAK} > ../k.js`, "cat ../k.js | tee -a clean.txt && git commit -am x", IN_CLEAN],
  [`${LEAK} > a.ignored`, "cat a.ignored > b.js && git add b.js && git commit -m x", "deny b.js:2 github-token"],
  [`mkdir ../d && ${LEAK} > ../d/k.js`, "cp -r ../d . && git add d && git commit -m x", "deny d/k.js:2 github-token"],
  [`printf 'use ${GITHUB}' > ../m`, "git commit --allow-empty -F ../m", "deny ../m:1 github-token"],
  [`printf 'use ${GITHUB}' > ../m`, "git commit --allow-empty -qF ../m", "deny ../m:1 github-token"],
  [`printf 'use ${GITHUB}' > ../m`, "cat ../m | git commit --allow-empty -F -", "deny ../m:1 github-token"],
  [`printf 'use ${GITHUB}' > ../m`, "git commit --allow-empty -F - < ../m", "deny ../m:1 github-token"],
  [`printf 'use ${GITHUB}' > ../m`, 'git commit --allow-empty -m "$(cat ../m)"', "deny ../m:1 github-token"],
  [`printf 'use ${GITHUB}' > ../m`, "git merge --no-ff -F ../m main", "deny ../m:1 github-token"],
  [`printf 'use ${GITHUB}' > ../m`, "gh pr create --title x -F ../m", "deny ../m:1 github-token"],
  [`printf 'use ${GITHUB}' > ../m`, 'glab mr create -t x -d "$(cat ../m)"', "deny ../m:1 github-token"],
  [`printf 'use ${GITHUB}' > ../m`, "gh -R me/it issue create -t x -F ../m", "deny ../m:1 github-token"],
  [`printf 'use ${GITHUB}' > ../m`, "gh release create v1 --notes-file ../m", "deny ../m:1 github-token"],
  [`printf 'use ${GITHUB}' > ../m`, 'gh gist create -d "$(cat ../m)" clean.txt', "deny ../m:1 github-token"],
  [`printf 'use ${GITHUB}' > ../m`, 'glab snippet create -t "$(cat ../m)"', "deny ../m:1 github-token"],
  [`printf 'use ${GITHUB}' > ../m`, 'git commit --allow-empty -m "$(date)"; cat ../m', ""],
  [`printf 'use ${GITHUB}' > ../m`, "gh pr view 1", ""],
  [
    `git commit -q --allow-empty -m 'use ${GITHUB}' && git tag x && git reset -q --hard HEAD~1`,
    "git commit --allow-empty -C x",
    "deny the message of {{x}}, line 1 github-token",
  ],
  [
    `git commit -q --allow-empty -m 'use ${GITHUB}' && git tag x && git reset -q --hard HEAD~1`,
    "git commit --allow-empty --reedit-message=x",
    "deny the message of {{x}}, line 1 github-token",
  ],
  [NEW, "git update-index --add leak.js && git commit -m x", LEAKED],
  [`${CHANGED} && git stash -q`, "git stash pop && git commit -am x", IN_CLEAN],
  [`${CHANGED} && git stash -q`, "git stash branch b && git commit -am x", IN_CLEAN],
  [`${NEW} && git stash -qu`, "git stash apply; git add -A; git commit -m x", LEAKED],
  [`${COMMITTED} && git checkout -q -b b HEAD~`, "git cherry-pick main", IN_MAIN],
  [`${COMMITTED} && git checkout -q -b b HEAD~`, "git cherry-pick -n main && git commit -m x", IN_MAIN],
  [
    `${COMMITTED} && git commit -q --allow-empty -m two && git checkout -q -b b HEAD~2`,
    "git cherry-pick b..main",
    "deny leak.js:2 github-token (commit {{main~}})",
  ],
  [
    `${COMMITTED} && git format-patch -q -1 -o .. && git reset -q --hard HEAD~`,
    "git am ../0001-leak.patch",
    /0001-leak/,
  ],
  [
    `${STAGED} && git diff --cached > ../p && git reset -q --hard`,
    "git apply --index ../p && git commit -m x",
    /\.\.\/p:\d/,
  ],
  [
    `mkdir ../n && ${LEAK} > ../n/a.js`,
    "git init ../n && git -C ../n add . && git -C ../n commit -m x",
    "deny a.js:2 github-token",
  ],
  [
    `mkdir ../n && ${LEAK} > ../n/a.js`,
    "cd ../n; git init; git add '*.js'; git commit -m x",
    "deny a.js:2 github-token",
  ],
  [
    `printf 'use ${GITHUB}' > ../m`,
    "git init ../n && git -C ../n commit --allow-empty -F {{CWD}}/../m",
    "deny ../m:1 github-token",
  ],
  [
    `git init -q --bare ../dot && ${NEW}`,
    "git --git-dir=../dot --work-tree=. add leak.js && git --git-dir=../dot --work-tree=. commit -m x",
    LEAKED,
  ],
  [
    `mkdir ../n && ${LEAK} > ../n/a.js`,
    "cd ../n && git init -b main && git add -A && git commit -m x",
    "deny a.js:2 github-token",
  ],
  [
    `${LEAK} > ../k.js`,
    "git clone -q ../remote.git ../c && cp ../k.js ../c && git -C ../c add -A && git -C ../c commit -m x",
    "deny k.js:2 github-token",
  ],
  [
    `${LEAK} > ../k.js`,
    "git worktree add ../w -b w && cp ../k.js ../w/ && cd ../w && git add . && git commit -m x",
    "deny k.js:2 github-token",
  ],
  [
    `${COMMITTED} && git push -q && git init -q --bare ../other.git`,
    "git push ../other.git main",
    /old\.js:2 slack-token/,
  ],
  [`printf 'use ${GITHUB}' > ../m`, "git tag -a v1 -F ../m && git push origin v1", "deny ../m:1 github-token"],
  [`${COMMITTED} && git checkout -q -b b HEAD~`, "git merge --squash main && git commit -m x", LEAKED],
  [`${COMMITTED} && git checkout -q -b b HEAD~`, "git merge --no-commit main && git commit -m x", LEAKED],
  [`${COMMITTED} && git checkout -q -b b HEAD~`, "git checkout main -- leak.js && git commit -m x", LEAKED],
  [`${COMMITTED} && git checkout -q -b b HEAD~`, "git restore -s main leak.js && git commit -am x", LEAKED],
  [`${CHANGED} && git diff > ../p && git checkout -q .`, "patch -p1 < ../p && git commit -am x", /\.\.\/p:\d/],
  [`${CHANGED} && git diff > ../p && git checkout -q .`, "patch clean.txt ../p && git commit -am x", /\.\.\/p:\d/],
  [STAGED, "git commit --fixup HEAD", LEAKED],
  [STAGED, "git update-ref refs/heads/main $(git commit-tree -p HEAD -m x $(git write-tree))", LEAKED],
  [STAGED, "cd / && export GIT_DIR={{CWD}}/.git GIT_WORK_TREE={{CWD}} && git commit -m x", LEAKED],
  // What hides.
  [
    `(printf 'x\\0%s' ${GITHUB}; head -c 3000000 /dev/zero) > image.bin && git add .`,
    "git commit -m x",
    "deny image.bin:2 github-token",
  ],
  [`ln -s ${GITHUB} link && git add link`, "git commit -m x", "deny link:1 github-token"],
  [NEW, 'g() { git "$@"; }; g add -A; g commit -m x', LEAKED],
  [STAGED, `python3 -c "import subprocess; subprocess.run(['git', 'commit', '-m', 'x'])"`, LEAKED],
])("%s: %j is refused", async (setup, command, expected) => {
  world.sh(setup);
  const filled = JSON.parse(JSON.stringify(command).replaceAll("{{CWD}}", world.cwd)) as Json;
  const wanted = (typeof expected === "string" ? expected : "").replace(/\{\{(.*?)\}\}/g, (_, name: string) =>
    world.sh(`git rev-parse ${name}`).slice(0, 10),
  );
  const outcome = await judge(filled);
  if (typeof expected === "string") expect(said(outcome)).toBe(wanted);
  else expect(said(outcome)).toMatch(expected);
  expect(JSON.stringify(outcome)).not.toContain(GITHUB);
});

test.each<[setup: string, command: string]>([
  ["echo more >> old.js && git add .", "git commit -m x"],
  ["sed -i 's/first/second/' old.js", "git commit -am x"],
  ["git mv old.js sub/new.js", "git commit -m x"],
  ["mv old.js sub/new.js", "git add -A && git commit -m 'move'"],
  ["echo more >> clean.txt", "git commit -am x && git push"],
  [NEW, "git commit -am x"],
  [NEW, "git add clean.txt && git commit -m x"],
  [NEW, "git add sub && git commit -m x"],
  [NEW, "cd sub && git add . && git commit -m x"],
  [NEW, "git add -n . && git commit -m x"],
  [NEW, "git stash"],
  [`${LEAK} > ../k.js`, "cp ../k.js k.ignored && git add -A && git commit -m x"],
  [`${LEAK} > ../k.js`, "cp ../k.js . && git add clean.txt && git commit -m x"],
  ["git config alias.st status", "git st"],
  [NEW, "git config user.name Me && git config user.email me@example.test && git config --get alias.x"],
  ["git tag -a v1 -m release && git notes add -m seen", "git push --tags && git push origin 'refs/notes/*'"],
  [
    `mkdir ../n && ${LEAK} > ../n/a.ignored && cp .gitignore ../n`,
    "git init ../n && git -C ../n add . && git -C ../n commit -m x",
  ],
  ["head -c 3000 /dev/urandom > image.bin && git add .", "git commit -m x"],
  [CHANGED, "git commit -m x"],
  [CHANGED, "git commit -m x -- sub"],
  [CHANGED, "git add -A sub && git commit -m 'add clean.txt'"],
  [`${LEAK} > x.ignored`, "git add -A && git commit -m x"],
  [STAGED, "git status; git diff --cached; git log -1"],
  [STAGED, "git commit --dry-run"],
  [STAGED, "git commit --help"],
  [STAGED, "echo 'git commit'"],
  [STAGED, "git log --grep commit"],
  [STAGED, "git restore --staged leak.js"],
  [STAGED, "git commit -m x -- clean.txt"],
  [STAGED, "git push"],
  [STAGED, "git stash list; git stash pop"],
  [STAGED, "git -C /tmp commit -m x"],
  [STAGED, "cat <<E\ngit commit -m x\nE"],
  [STAGED, "cd /tmp && git commit -m x"],
  [`${STAGED} && echo mended > leak.js`, "git add leak.js && git commit -m x"],
  [`${CHANGED} && git add clean.txt && echo clean > clean.txt`, "git commit -am x"],
  [COMMITTED, "git push --dry-run"],
  [`${CHANGED} && git diff > ../p && git checkout -q .`, "git apply ../p && git push"],
  [
    `${COMMITTED} && git push -q && git rm -q leak.js && git diff --cached > ../p && git reset -q --hard`,
    "git am ../p",
  ],
  [COMMITTED, "git push origin --delete main"],
  [COMMITTED, "git push origin :old"],
  [COMMITTED, "git push origin HEAD~:main"],
  [COMMITTED, "git stash show; git fetch; git pull"],
  [`${COMMITTED} && git push -q`, "git push"],
  [`${COMMITTED} && git push -q && echo b >> leak.js && git commit -qam b`, "git push origin main"],
  [`${COMMITTED} && git push -q`, "git push ../remote.git main"],
  [`${COMMITTED} && git checkout -q -b b HEAD~`, "git checkout main -- clean.txt && git commit -m x"],
  [NEW, "git checkout -b b && git commit --allow-empty -m x"],
  ["rm -rf .git", "git commit -m x; git push"],
  [
    "git checkout -qb side HEAD && echo 1 > s1 && git add . && git commit -qm s && git checkout -q main && " +
      "echo 2 > s2 && git add . && git commit -qm m && git merge -q side -m merge",
    "git push",
  ],
])("%s: %j goes on", async (setup, command) => {
  world.sh(setup, { TOKEN: GITHUB });
  expect(said(await judge(command))).toBe("");
});

test("what the user allows is committed, and what only the project allows where it is trusted", async () => {
  world.sh(STAGED);
  expect(said(await judge("git commit -m x", { redaction: { allow: ["leak.js"] } }))).toBe("");
  expect(said(await judge("git commit -m x", { redaction: { allow: ["kind:github-token"] } }))).toBe("");
  world.write(".snapveilignore", "# a made-up token\nleak.js\n");
  expect(said(await judge("git commit -m x"))).toBe(LEAKED);
  expect(said(await judge("git commit -m x", { redaction: { trustedProjects: [world.cwd] } }))).toBe("");
  world.sh(`rm .snapveilignore; printf 'token = "${GITHUB}" # gitleaks:allow\\n' > leak.js; git add leak.js`);
  expect(said(await judge("git commit -m x"))).toBe("deny leak.js:1 github-token");
  expect(said(await judge("git commit -m x", { redaction: { trustedProjects: "all" } }))).toBe("");
});

test("without the time to look, the person is asked", async () => {
  world.sh(STAGED);
  const { verdict } = await judge("git commit -m x", { io: { timeLeft: () => 1 } });
  expect(verdict).toMatchObject({ kind: "ask", reason: expect.stringContaining("too much to be searched") });
});

test("what the settings hide from the model of persons is no secret of a commit", async () => {
  world.sh(`echo 'mail: jane.roe@acme-shop.com' > contact.txt && git add contact.txt`);
  expect(said(await judge("git commit -m x", { redaction: { personal: ["email"] } }))).toBe("");
});

test("about a file that is too large to be searched the person is asked", async () => {
  world.sh(`truncate -s ${(64 << 20) + 1} large.sql`);
  const { verdict } = await judge("git add large.sql && git commit -m x");
  expect(verdict).toMatchObject({ kind: "ask", reason: expect.stringContaining("too much to be searched") });
});

test("at most twenty places are named, and no name can write into the terminal", async () => {
  world.sh(`for i in $(seq 25); do ${LEAK} > "l$i.js"; done; ${LEAK} > $'\\e[2J.js'; git add .`);
  const { reason = "" } = (await judge("git commit -m x")).verdict ?? {};
  expect(reason).toContain("and 6 more");
  expect(reason).not.toContain("\x1b");
  expect(reason.length).toBeLessThan(3000);
});

test("no filter, hook or difference program of the repository is started", async () => {
  const touch = `touch ${world.at("started")}`;
  world.sh(
    `${STAGED}\necho '* filter=x diff=x' > .gitattributes
    git config filter.x.clean '${touch}'; git config diff.x.command '${touch}'; git config core.fsmonitor '${touch}'
    git config diff.x.textconv '${touch}'; git config diff.external '${touch}'
    ${LEAK} > clean.txt; rm -f started`,
  );
  expect(said(await judge("git add -A && git commit -am x && git stash -u && git push"))).toContain("deny");
  expect(world.sh("ls")).not.toContain("started");
});
