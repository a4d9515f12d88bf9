import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { BenchCommand } from "./measure.ts";

/** A case of the hook bench with the CPU ratio to `node -e 0` that it should stay below. */
export interface HookCase extends BenchCommand {
  readonly goal?: number;
}

const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
/** 100 bytes of what agents send: prose, code, paths, a hash, a number. */
const PROSE =
  "Run npm test in packages/core, then look at line 42 of src/index.ts (commit 9fceb02d0ae598e95dc970b7).\n";

/** The project that the context builtins look at: 200 files under git, a few of them changed. */
export function hookCases(folder: string): HookCase[] {
  const project = makeProject(folder);
  const binary = join(import.meta.dirname, "../dist/snapveil.cjs");
  const env = environment(folder);
  const node = (name: string, argv: readonly string[], event?: object, goal?: number): HookCase => ({
    name,
    argv: [process.execPath, ...argv],
    cwd: project,
    env,
    ...(event && { stdin: payload(folder, name, { session_id: "bench", cwd: project, ...event }) }),
    ...(goal !== undefined && { goal }),
  });
  const hook = (name: string, goal: number | undefined, words: readonly string[], event: object) =>
    node(name, [binary, "hook", "--agent", "docker-agent", ...words], event, goal);
  const output = (text: string) => ({
    hook_event_name: "tool_response_transform",
    tool_name: "shell",
    tool_response: text,
  });
  const messages = (count: number) => ({
    hook_event_name: "before_llm_call",
    messages: Array.from({ length: count }, (_, index) => ({
      role: index % 2 ? "assistant" : "user",
      content: PROSE.repeat(10) + (index === count >> 1 ? TOKEN : ""),
    })),
  });
  return [
    node("node -e 0", ["-e", "0"]),
    hook("add_date", 1.2, ["add_date"], { hook_event_name: "turn_start" }),
    hook("max_iterations", 1.2, ["max_iterations", "5"], { hook_event_name: "before_llm_call", iteration: 6 }),
    hook("add_prompt_files", 1.3, ["add_prompt_files", "AGENTS.md"], { hook_event_name: "turn_start" }),
    hook("add_directory_listing", 1.3, ["add_directory_listing"], { hook_event_name: "session_start" }),
    hook("add_user_info", 1.2, ["add_user_info"], { hook_event_name: "session_start" }),
    hook("add_environment_info", 1.2, ["add_environment_info"], { hook_event_name: "session_start" }),
    hook("redact, 10 KB, nothing in it", 1.35, ["redact_secrets"], output(PROSE.repeat(100))),
    hook(
      "redact, 10 KB, one secret",
      1.65,
      ["redact_secrets"],
      output(`${PROSE.repeat(50)}${TOKEN}\n${PROSE.repeat(50)}`),
    ),
    hook("redact, 100 messages, 100 KB", 1.85, ["redact_secrets"], messages(100)),
    hook("redact, 1,000 messages, 1 MB", 2.6, ["redact_secrets"], messages(1000)),
    hook(
      "redact, 10 KB of source code",
      undefined,
      ["redact_secrets"],
      output(ofProject("bench/snapshot-bench.ts", "bench/snapshot-cases.ts")),
    ),
    hook(
      "redact, 10 KB of documents",
      undefined,
      ["redact_secrets"],
      output(ofProject("docs/shadow-repo.md", "CONTRIBUTING.md")),
    ),
    {
      ...hook("redact, 10 KB, ten known values", 1.65, ["redact_secrets"], output(PROSE.repeat(100))),
      env: { ...env, ...knownSecrets() },
    },
    hook("redact, 1,000 messages as before, full of telling words", 2.6, ["redact_secrets"], {
      ...telling(1000),
      session_id: "remembered",
    }),
    hook("add_git_status", 2, ["add_git_status"], { hook_event_name: "turn_start" }),
    hook("add_git_diff", 2, ["add_git_diff"], { hook_event_name: "turn_start" }),
    hook("add_recent_commits", 2, ["add_recent_commits"], { hook_event_name: "session_start" }),
    {
      ...hook("date + status + prompt files, one process", 2, [], { hook_event_name: "turn_start" }),
      env: { ...env, SNAPVEIL_CONFIG: threeBuiltins(folder) },
    },
  ];
}

/** With what every shell hands down: names that sound like a secret's are among them. */
function environment(folder: string): Record<string, string> {
  return {
    PWD: join(folder, "project"),
    SHELL: "/bin/bash",
    USER: "bench",
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    SSH_AUTH_SOCK: "/tmp/ssh-bench/agent.1",
    DBUS_SESSION_BUS_ADDRESS: "unix:path=/run/user/1000/bus",
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    SNAPVEIL_DATA_DIR: join(folder, "state"),
    GIT_CONFIG_NOSYSTEM: "1",
  };
}

/** What agents read: words that begin a secret elsewhere stand in every second line, and there is none. */
function ofProject(...files: string[]): string {
  return files
    .map((file) => readFileSync(join(import.meta.dirname, "..", file), "utf8"))
    .join("\n")
    .slice(0, 10_000);
}

/** Secrets of the user's own, as the environment has them. */
function knownSecrets(): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [`SERVICE_${at}_TOKEN`, `Zq${at}8vQ9mB7xT2pLw8RcY${at}`]),
  );
}

/** A conversation in which rules begin everywhere and find nothing: its digests are known from the round before. */
function telling(count: number): object {
  const text = (n: number) =>
    `Step ${n}: the token limit is 4096; see https://example.test/docs?id=${n} and password policy.\n` +
    `${PROSE.repeat(9)}`;
  return {
    hook_event_name: "before_llm_call",
    messages: Array.from({ length: count }, (_, n) => ({ role: n % 2 ? "assistant" : "user", content: text(n) })),
  };
}

function makeProject(folder: string): string {
  const project = join(folder, "project");
  mkdirSync(join(project, "src"), { recursive: true });
  for (let number = 0; number < 200; number += 1)
    writeFileSync(join(project, `src/file-${number}.ts`), `export const value${number} = ${number};\n`);
  writeFileSync(join(project, "AGENTS.md"), "Run the tests before you say that you are done.\n");
  const git = (...args: string[]) =>
    spawnSync("git", ["-c", "user.name=Bench", "-c", "user.email=bench@example.test", ...args], { cwd: project });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "Two hundred files");
  writeFileSync(join(project, "src/file-7.ts"), "export const value7 = 8;\n");
  return project;
}

/** Settings that name three builtins for a turn; the snapshot of the default profile has its own bench. */
function threeBuiltins(folder: string): string {
  const file = join(folder, "three.jsonc");
  writeFileSync(
    file,
    JSON.stringify({ builtins: { turn_start: ["add_date", "add_git_status", ["add_prompt_files", "AGENTS.md"]] } }),
  );
  return file;
}

function payload(folder: string, name: string, event: object): string {
  const file = join(folder, `${name.replace(/\W+/g, "-")}.json`);
  writeFileSync(file, JSON.stringify(event));
  return file;
}
