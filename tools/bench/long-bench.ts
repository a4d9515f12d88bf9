import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";

import { table } from "../scripts/markdown.ts";
import { begin, roundsOr } from "./command-line.ts";
import { BINARY, benchPlace, measure, medianOf, payload, publish, verdict } from "./harness.ts";

begin({
  script: "bench:long",
  does: "Measures the CPU time of a hook with all guards for long shell commands.",
  plain: "[ROUNDS]",
  options: { "--write": "puts the table into docs/benchmarks.md" },
});

/**
 * The most CPU seconds that a hook with all guards may take for a long shell command. Guards should take linear time.
 */
const MOST_SECONDS = 1;

const many = (count: number, piece: (at: number) => string, between = "\n") =>
  Array.from({ length: count }, (_, at) => piece(at)).join(between);

/** Name → a long script. Each event puts `rm -rf` in front of it, so that all guards parse it. */
const SCRIPTS: Readonly<Record<string, string>> = {
  "10,000 pipes": many(10_000, () => "cat", " | "),
  "5,000 lines": many(5000, (at) => `echo line ${at} >> out${at % 7}.txt`),
  "a here-document of 64 KB": `cat > a.b64 <<'EOF'\n${many(863, () => "QUJDREVGR0hJSktMTU5PUFFSU1RVVldY".repeat(2))}\nEOF`,
  "a here-document of 200 KB": `cat > a.ts <<'EOF'\n${many(4000, (at) => `export const value${at} = f(${at}, "a text");`)}\nEOF`,
  "a word of 2 MB": `printf %s ${"a".repeat(2_000_000)} | wc -c`,
  "5,000 arms of a case": `case "$1" in\n${many(5000, (at) => `a${at}) echo ${at} ;;`)}\nesac`,
  "64 KB of Python": `python3 - <<'EOF'\n${many(1500, (at) => `x${at} = f(${at}, "text ${at}")  # note ${at}`)}\nEOF`,
};

const place = benchPlace();
const worktree = join(place.folder, "shop");
mkdirSync(worktree);
spawnSync("git", ["init", "-q", worktree], { env: place.env });

const NODE = "node -e 0";
const bare = { name: NODE, argv: [process.execPath, "-e", "0"], cwd: worktree, env: place.env };
const hooks = Object.entries(SCRIPTS).map(([name, script]) => ({
  name,
  argv: [process.execPath, BINARY, "hook", "--agent", "claude-code"],
  cwd: worktree,
  env: place.env,
  stdin: payload(place, name, {
    session_id: "bench",
    cwd: worktree,
    hook_event_name: "PreToolUse",
    permission_mode: "default",
    tool_name: "Bash",
    tool_use_id: "t",
    tool_input: { command: `rm -rf node_modules/.cache; ${script}` },
  }),
}));
const rounds = measure([bare, ...hooks], roundsOr(5), 1);
const start = medianOf(rounds, (round) => round(NODE).cpu_ms) / 1000;
const seconds = (name: string) => medianOf(rounds, (round) => round(name).cpu_ms) / 1000;
publish(
  "long",
  "",
  table(
    ["command", "CPU seconds:", `× ${NODE}:`, `below ${MOST_SECONDS}`],
    hooks.map(({ name }) => [
      name,
      seconds(name).toFixed(2),
      (seconds(name) / start).toFixed(1),
      verdict(seconds(name) < MOST_SECONDS),
    ]),
  ),
);
