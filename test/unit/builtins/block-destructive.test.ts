import { describe, expect, test } from "vitest";

import { MAY_DESTROY } from "../../../builtins/block-destructive.ts";
import { judgeScript } from "../../../builtins/block-destructive/judge-script.ts";
import type { ScriptVerdict } from "../../../builtins/block-destructive/script-verdict.ts";
import { RULES, rulesOf } from "../../../builtins/block-destructive/rules.ts";
import type { KnownFolders } from "../../../builtins/block-destructive/places.ts";
import { serverScript } from "../../../builtins/block-destructive/server-tools.ts";
import { CASES } from "./harm-cases/all-cases.ts";

const ROOT = "/home/dev/shop";
const AROUND: KnownFolders = {
  cwd: ROOT,
  home: "/home/dev",
  temporary: ["/tmp", "/var/tmp"],
  repository: { root: ROOT, gitDir: `${ROOT}/.git`, commonDir: `${ROOT}/.git` },
};

function rulesFor(script: string, folder: string | undefined = ROOT): string[] {
  const judged: ScriptVerdict = { findings: [], commands: [], remarks: new Set() };
  judgeScript(script, folder, { around: AROUND, io: { env: {} }, rulesOf }, judged);
  return judged.findings.map(({ rule }) => rule.name);
}

test("each rule has commands that it matches, and others", () => {
  expect(Object.keys(CASES).toSorted()).toEqual(RULES.map(({ name }) => name).toSorted());
});

describe.each(Object.entries(CASES))("the rule %s", (name, { hits, misses }) => {
  test.each(hits)("matches %s", (script) => expect(rulesFor(script)).toContain(name));
  test.each(misses)("does not match %s", (script) => expect(rulesFor(script)).not.toContain(name));
});

test.each([
  "runuser -u me -- rm -rf /",
  'runuser -l me -c "rm -rf /"',
  "systemd-run --user --scope -p A=1 rm -rf /",
  "unshare -r rm -rf /",
  'npm exec -c "rm -rf /"',
  'npx -c "rm -rf /"',
  "nix develop -c rm -rf /",
  'nix-shell --run "rm -rf /"',
  'git rebase -x "rm -rf /" HEAD~2',
  'git rebase --exec="rm -rf /"',
  'git difftool -yx "rm -rf /" HEAD~2',
  "git rebase -x'rm -rf /' HEAD~2",
  'git rebase -ix "rm -rf /" HEAD~2',
  'git submodule foreach --recursive "rm -rf /"',
  'git submodule foreach --quiet "rm -rf /"',
  'git submodule foreach --recursive "cd / && rm -rf *"',
  'git submodule --quiet foreach "rm -rf /"',
  "git bisect run rm -rf /",
  'git submodule foreach "rm -rf /"',
  'tmux new-session -d "rm -rf /"',
  'tmux send-keys "rm -rf /" Enter',
  "screen -dm rm -rf /",
  "awk 'BEGIN{system(\"rm -rf /\")}'",
  "xargs -a <(echo /) rm -rf",
  "tar --remove-files -cf /tmp/x.tar ~",
  "tar -C / --remove-files -cf /tmp/x.tar home",
  'vim -c "!rm -rf /" -c q',
  'ed -s <<< "!rm -rf /"',
  'expect -c "spawn rm -rf /"',
  'crontab - <<< "* * * * * rm -rf /"',
  "snapveil run -- rm -rf /",
  "snapveil run --every 2s -- rm -rf /",
  "snapveil run --every 2s sudo rm -rf /",
  "mise x -- rm -rf /",
  "zellij run -- rm -rf /",
  "limactl shell vm rm -rf /",
  "mosh host -- rm -rf /",
  "pnpm dlx rm -rf /",
  "hyperfine 'rm -rf /'",
  'npx concurrently "npm:dev" "rm -rf /"',
  "cargo watch -s 'rm -rf /'",
  "dotenv -e .env -- rm -rf /",
  // Programs that no row names.
  "chronic rm -rf /",
  "gosu root rm -rf /",
  "conda run -n x rm -rf /",
  "perf stat rm -rf /",
  "nodemon --exec 'rm -rf /'",
  "watcher -- rm -rf /",
  "ls | entr -s 'rm -rf /'",
  "some-starter --cmd='rm -rf /'",
  "some-starter sh -c 'rm -rf /'",
  "some-starter -c 'rm -rf /'",
  "some-starter -e 'rm -rf /'",
  "some-starter -s 'rm -rf /'",
  "some-starter -x 'rm -rf /'",
  "some-starter --run 'rm -rf /'",
  "some-starter --script 'rm -rf /'",
  "some-starter --shell='rm -rf /'",
  "some-starter --execute 'rm -rf /'",
  "some-starter --command 'rm -rf /'",
  "echo 'rm -rf /' > x.sh; some-starter --exec ./x.sh",
  "echo 'rm -rf /' > x.sh; some-starter --cmd=./x.sh",
  // Values that the script itself puts together.
  "x='rm -rf'; x+=' /'; $x",
  "printf -v c '%s -rf %s' rm /; $c",
  'set -- -rf /; rm "$@"',
  // A value without quotes is as many words as a shell makes of it.
  'C="rm -rf $HOME"; $C',
  'OPTS="-rf $HOME"; rm $OPTS',
  'R="rm -rf"; T=/; $R $T',
  'O="-rf /"; L=($O); rm "${L[@]}"',
  'ls | xargs $(echo "rm -rf /")',
  'IFS=,; O="-rf,/"; rm $O',
  "mapfile -C 'rm -rf /; :' -c 1 < a",
  'X=" sudo  rm "; $X -rf /',
  "read d <<< /; rm -rf $d",
  "for d in /; do rm -rf $d; done",
  "echo / | while read d; do rm -rf $d; done",
  "while read d; do rm -rf $d; done <<< /",
  'a=(rm -rf /); "${a[@]}"',
  'a=(rm); a+=(-rf /); "${a[@]}"',
  'f() { rm -rf "$1"; }; f /',
  "function f { rm -rf /; }; f",
  "rm -rf ${X:-/}",
  "x=/tmp/; rm -rf ${x%tmp/}",
  "x=tmp/; rm -rf ${x#tmp}",
  "x=a/a; rm -rf ${x//a/}",
  "x=RM; ${x,,} -rf /",
  "x=xrm; ${x:1} -rf /",
  "echo / | xargs rm -rf",
  "echo / | xargs -I% rm -rf %",
  "echo / | xargs -I {} rm -rf {}",
  "echo / | xargs --replace=@ rm -rf @",
  "parallel rm -rf ::: /",
  "parallel rm -rf {} ::: /",
  "echo / | parallel rm -rf",
  "fd . / -x rm -rf",
  "fd . / -X rm -rf",
  "cd / && rm -rf *",
  "env -C / rm -rf *",
  "(cd /; rm -rf *)",
  "pushd / && rm -rf *",
  "cd /; cd /tmp; cd -; rm -rf *",
  "pushd /; pushd /tmp; popd; rm -rf *",
  "eval 'rm' '-rf' /",
  "bash -euo pipefail -c 'rm -rf /'",
  "sh <<'E'\nrm -rf /\nE",
  "sh <<-E\n\trm -rf /\n\tE",
  "cat <<E | sh\nrm -rf /\nE",
  "trap 'rm -rf /' EXIT",
  `python3 -c "import shutil; shutil.rmtree('/')"`,
  `python3 -c "import shutil, os; shutil.rmtree(os.path.join('/', ''))"`,
  `python3 -c "import shutil, pathlib; shutil.rmtree(pathlib.Path('/').resolve())"`,
  `node -e "require('fs').rmSync('/', { recursive: true })"`,
  `ruby -e 'require "fileutils"; FileUtils.rm_rf("/")'`,
  `perl -e 'system("rm -rf /")'`,
  // Files that the call itself writes.
  "echo 'rm -rf /' > /tmp/x; PATH=/tmp:$PATH x",
  "echo 'rm -rf /' > a; cp a b; sh b",
  "echo 'rm -rf /' > a; mv a b; sh b",
  "echo 'rm -rf /' > a; cat a > b; sh b",
  "echo 'rm -rf /' > a; cat a | sh",
  "echo 'rm -rf /' > a; sh -s < a",
  "echo 'rm -rf /' > a; at now -f a",
  "echo 'rm -rf /' > a; at now < a",
  "echo 'rm -rf /' > a; source a",
  "cat > a.sh <<'EOF'\nset -e\nrm -rf /\nEOF\nbash a.sh",
  "echo 'rm -rf /' > x.sh && chmod +x x.sh && ./x.sh",
  "mkdir d && cd d && echo 'rm -rf /' > x.sh; sh -e ../d/x.sh",
  "tee r.sh <<< 'rm -rf /'; . ./r.sh",
  "echo 'rm -rf \"$1\"' > x.sh; bash x.sh /",
  "printf 'set -e\\n' > x.sh; echo 'rm -rf /' >> x.sh; sh x.sh",
  "echo 'rm -rf /' > x.sh; sh 0<x.sh",
  "echo 'rm -rf /' > x.sh; ssh-agent sh x.sh",
  "echo 'import os; os.system(\"rm -rf /\")' > d.py; uv run d.py",
  'echo \'require("child_process").execSync("rm -rf /")\' > d.mjs; deno run -A d.mjs',
  `x=${"${a:-".repeat(3)}rm${"}".repeat(3)}; $x -rf /`,
  "cat > d.py <<'EOF'\nimport os\nos.system('rm -rf /')\nEOF\npython3 d.py",
])("sees what is started by %s", (script) => expect(rulesFor(script)).toContain("rm-everything"));

test.each([
  ['git config alias.pf "push --force" && git pf origin main', "push-main"],
  ['git config alias.w "!git push -f" && git w origin main', "push-main"],
  ['psql -c"DROP DATABASE shop"', "drop-database"],
])("sees what %s means", (script, rule) => expect(rulesFor(script)).toContain(rule));

/** Commands of git alone that do harm. */
const OF_GIT = Object.values(CASES).flatMap(({ hits }) => hits.filter((script) => /^git [\w@~:/. -]+$/.test(script)));

test.each(OF_GIT)("sees nothing in %s, if git is to show its help", (script) =>
  expect(rulesFor(`${script} --help`)).toEqual([]),
);

test.each([
  "go test ./...",
  // git takes an alias of its own commands for nothing.
  "git config alias.status 'push -f origin main' && git status",
  "git -c alias.log='push -f origin main' log",
  "render env set A b",
  "echo 'rm -rf /' > x.sh",
  "echo 'rm -rf /' > x.sh; echo 'ls' > x.sh; sh x.sh",
  "ssh host 'echo rm > x.sh'; sh x.sh",
  "trap 'ls' EXIT",
  "echo 'rm -rf /' > x.sh; bash -n x.sh",
  "npm exec tsc -- -p .",
  "nix build",
  "git rebase main",
  "tmux ls",
  "screen -ls",
  "awk '{print $1}' a",
])("sees nothing in %s", (script) => expect(rulesFor(script)).toEqual([]));

describe("the gate before the rules", () => {
  const hits = RULES.flatMap(({ name, programs }) => (programs === "tool" ? [] : CASES[name]!.hits));
  test.each(hits)("lets %s through to them", (command) => {
    const passes = [command, command.replace(/["'\\]/g, "")].some((text) => MAY_DESTROY.test(text));
    expect(passes, "the rule's `words`").toBe(true);
  });

  test.each([
    "npm test",
    "ls -la",
    "open https://x.test",
    "git status",
    "git commit -m x",
    "node build.js",
    "grep -rn x src",
    "git init && npm init -y",
    "sudo apt-get update",
    "npx prisma migrate dev && npm run migrate:latest",
    "alembic upgrade head",
    "systemctl status nginx",
    "terraform plan",
    "kubectl get pods; kubectl scale deploy/web --replicas=3",
    "docker ps -a",
    "npm update",
    "set -a",
    "aws ec2 describe-instances",
    "cat /etc/passwd",
  ])("keeps %s from them", (command) => expect(MAY_DESTROY.test(command)).toBe(false));
});

test.each([
  [{ name: "shop" }, false],
  [{ name: "shop", dry_run: true }, true],
  [{ name: "shop", dryRun: false, validateOnly: true }, true],
  [{ name: "shop", dry_run: false, validateOnly: "true" }, false],
])("a deletion by a server's tool with %j is a rehearsal: %s", (input, isTried) => {
  expect(serverScript("mcp__aws__delete_bucket", input)!.includes("--dry-run")).toBe(isTried);
});
