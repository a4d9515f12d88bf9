import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";

import { measure, type BenchCommand } from "./measure.ts";

/**
 * Captures and restores against `git status --porcelain` of the same tree, in one paired run of whole processes.
 * `bench-snapshot [ROUNDS] [FILES…]`: 10,000 files unless said otherwise. Prints tables and judges nothing.
 */
const [rounds = 10, ...sizes] = process.argv.slice(2).map(Number);
const program = join(import.meta.dirname, "../dist/snapveil.cjs");
const top = mkdtempSync(join(tmpdir(), "snapveil-bench-"));
try {
  process.stdout.write(`${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown processor"}, Node ${process.versions.node}, ${text("git", ["--version"])}, ${rounds} rounds\n`);
  for (const files of sizes.length > 0 ? sizes : [10_000]) bench(files);
} finally {
  rmSync(top, { recursive: true, force: true });
}

function bench(files: number): void {
  const root = join(top, String(files));
  makeTree(root, files);
  const env = { PATH: process.env["PATH"] ?? "", HOME: top, SNAPVEIL_DATA_DIR: join(top, `data-${files}`), GIT_CONFIG_NOSYSTEM: "1", ROOT: root, REPLAY: join(top, `replay-${files}.git`), NODE: process.execPath, PROGRAM: program };
  const event = (name: string) => {
    const file = join(top, `${name}-${files}.json`);
    writeFileSync(file, JSON.stringify({ session_id: "s", cwd: root, hook_event_name: name }));
    return file;
  };
  const sh = (name: string, script: string, stdin?: string): BenchCommand => ({ name, argv: ["/bin/sh", "-ec", script], cwd: root, env, ...(stdin !== undefined && { stdin }) });
  const hook = (name: string) => `"$NODE" "$PROGRAM" hook snapshot < "${event(name)}"`;
  /** Changes some files, others each time. */
  const edit = (count: number) => `N=$(cat ../n 2>/dev/null || echo 0); echo $((N+1)) > ../n; i=0; while [ $i -lt ${count} ]; do f=$(( (N*${count}+i)*7919 % ${files} )); printf x >> d$((f/400))/s$((f/40%10))/f$f.txt; i=$((i+1)); done`;
  const replay = "export GIT_DIR=\"$REPLAY\" GIT_WORK_TREE=\"$ROOT\"";
  // What docker-agent runs for one capture, read from its source: six processes where nothing changed, nine where something did.
  const docker = `(${replay}; git rev-parse --show-toplevel; git rev-parse --is-inside-work-tree; git rev-parse --git-path info/exclude; git diff-files --name-only -z -- . > ../c; git ls-files --others --exclude-standard -z --full-name -- . > ../o; if [ -s ../c ] || [ -s ../o ]; then cat ../c ../o > ../p; git --git-dir="$ROOT/.git" check-ignore --no-index --stdin -z < ../p || true; git add --all --sparse --pathspec-from-file=../p --pathspec-file-nul; fi; git write-tree) > /dev/null`;

  spawnSync("/bin/sh", ["-ec", `${hook("session_start")}; git init -q --bare "$REPLAY"; ${replay}; git add -A; git write-tree`], { cwd: root, env, stdio: "ignore" });
  const status = sh("git status --porcelain", "git status --porcelain > ../status");
  // Each table is a run of its own: what one command edits would be work for the next.
  const first = [
    sh("git add -A; git write-tree, empty repository", "rm -rf ../add.git; git init -q --bare ../add.git; export GIT_DIR=$PWD/../add.git GIT_WORK_TREE=$PWD; git add -A; git write-tree > ../tree"),
    sh("first capture", `rm -rf ../first; SNAPVEIL_DATA_DIR=$PWD/../first; ${hook("session_start")}`),
  ];
  print(`${files} files, the first capture`, first, Math.min(rounds, 3));
  process.stdout.write(`\nOn disk after the first capture: ${text("du", ["-sk", join(top, "first")])} KiB, the source's .git: ${text("du", ["-sk", join(root, ".git")])} KiB\n`);
  print(`${files} files, nothing changed`, [status, { ...status, name: "node -e 0", argv: [process.execPath, "-e", "0"] }, sh("capture", hook("turn_start")), sh("docker-agent's commands", docker)], rounds);
  for (const [name, script] of [
    ["capture, 1 file changed", `${edit(1)}; ${hook("turn_start")}`],
    ["docker-agent's commands, 1 file changed", `${edit(1)}; ${docker}`],
    ["capture, 100 files changed", `${edit(100)}; ${hook("turn_start")}`],
    ["docker-agent's commands, 100 files changed", `${edit(100)}; ${docker}`],
    ["both hooks of a turn, 1 file changed", `${hook("turn_start")}; ${edit(1)}; ${hook("turn_end")}`],
    ["both hooks of a turn, 100 files changed", `${hook("turn_start")}; ${edit(100)}; ${hook("turn_end")}`],
    ["both hooks of a turn, 100 files changed, and undo", `${hook("turn_start")}; ${edit(100)}; ${hook("turn_end")}; "$NODE" "$PROGRAM" undo --yes > ../undo`],
    ["only the edits of 100 files", edit(100)],
  ] as const) {
    print(`${files} files`, [status, sh(name, script)], rounds);
  }
}

/** Ratios are to the first one. */
function print(title: string, cases: readonly BenchCommand[], count: number): void {
  const summaries = measure(cases, count);
  process.stdout.write(`\n| ${title} | CPU ms | × ${cases[0]!.name} |\n|---|---:|---:|\n`);
  for (const { name, cpuMs, ratio } of summaries) process.stdout.write(`| ${name} | ${cpuMs.toFixed(0)} | ${ratio.toFixed(2)} |\n`);
}

/** Text files of 5 to 80 lines, 40 a folder, committed and packed. */
function makeTree(root: string, files: number): void {
  let seed = 7;
  const random = (below: number) => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) % below;
  for (let n = 0; n < files; n += 1) {
    const folder = join(root, `d${Math.floor(n / 400)}`, `s${Math.floor(n / 40) % 10}`);
    if (n % 40 === 0) mkdirSync(folder, { recursive: true });
    const lines = Array.from({ length: 5 + random(75) }, () => Array.from({ length: 8 }, () => `w${random(3000)}`).join(" "));
    writeFileSync(join(folder, `f${n}.txt`), `${lines.join("\n")}\n`);
  }
  const git = "git init -q -b main . && git add -A && git -c user.name=n -c user.email=e@example.test commit -qm tree && git repack -adq && git prune-packed && sleep 1.1 && touch .git/index";
  spawnSync("/bin/sh", ["-ec", git], { cwd: root, env: { PATH: process.env["PATH"] ?? "", HOME: top, GIT_CONFIG_NOSYSTEM: "1" }, stdio: "inherit" });
}

function text(command: string, args: readonly string[]): string {
  return spawnSync(command, [...args], { encoding: "utf8" }).stdout.trim().split("\t")[0] ?? "";
}
