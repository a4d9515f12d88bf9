import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { gitEnvironment } from "../kit/git-environment.ts";
import { runProcess } from "../kit/run-process.ts";
import { NPMRC, PROSE, WORDS, DIFFERENCE, ALMOST, OUTPUT, VARIABLES, OWN_RULES } from "./rehearsal-texts.ts";

/** One run of the program. */
interface Step {
  readonly argv: readonly string[];
  /** The event, which is written to standard input. */
  readonly event: object;
  /** Called before the run. */
  readonly before?: () => void;
}

/** The changes of a turn: more new files than git stores as loose objects, and an edited file. */
function work(cwd: string): void {
  mkdirSync(join(cwd, "notes"));
  for (let n = 0; n < 80; n += 1) writeFileSync(join(cwd, "notes", `${n}.txt`), `${n}\n`);
  writeFileSync(join(cwd, "AGENTS.md"), "Run the tests, all of them.\n");
}

/**
 * The sessions that are run: `usual` events in the dialects that most users have; `rare` events, such as secrets, other
 * agents, own settings, and commands for persons.
 */
export function rehearsal(folder: string, cwd: string): { readonly usual: Step[]; readonly rare: Step[] } {
  mkdirSync(cwd);
  writeFileSync(join(cwd, "AGENTS.md"), "Run the tests.\n");
  writeFileSync(join(folder, ".npmrc"), NPMRC);
  // The folder becomes a repository. Without a repository the steps would do less, and `undo` could change a worktree
  // around the folder.
  const git = (...args: string[]) =>
    runProcess("git", args, { cwd, env: gitEnvironment({ PATH: process.env["PATH"], HOME: folder }) });
  const hasGit = git("init", "-q").status === 0;
  git("add", "-A"); // the first capture then finds files that git has already hashed
  const { docker, send } = senders(cwd);
  const claude = (event: object) =>
    send("claude-code", { transcript_path: join(folder, "none.jsonl"), permission_mode: "default", ...event });
  return {
    usual: [...turnOfDockerAgent(cwd, docker), ...turnOfClaudeCode(claude)],
    rare: [
      ...withSecrets(docker, claude),
      docker({ hook_event_name: "before_llm_call", iteration: 6 }, "max_iterations", "5"),
      docker({ hook_event_name: "turn_start" }, "add_git_diff"),
      docker({ hook_event_name: "session_end" }),
      ...callsOfOthers(cwd, send),
      ...withSettings(folder, docker),
      ...(hasGit ? [["checkpoints"], ["undo", "--yes"]].map((argv) => ({ argv, event: {} })) : []),
    ],
  };
}

/**
 * Functions that create a run with an event of any agent, or of docker-agent with further words on the command line.
 */
function senders(cwd: string) {
  const send = (agent: string, event: object, ...words: string[]): Step => ({
    argv: ["hook", "--agent", agent, ...words],
    event: { session_id: "rehearsal", cwd, ...event },
  });
  return { send, docker: (event: object, ...words: string[]) => send("docker-agent", event, ...words) };
}

type Senders = ReturnType<typeof senders>;

const CALL = { tool_name: "shell", tool_use_id: "call-1", tool_input: { command: "cat README.md" } };
const outputOf = (text: string) => ({ hook_event_name: "tool_response_transform", ...CALL, tool_response: text });
const BASH = { tool_name: "Bash", tool_use_id: "call-2", tool_input: { command: "cat README.md" } };

function turnOfDockerAgent(cwd: string, docker: Senders["docker"]): Step[] {
  return [
    docker({ hook_event_name: "session_start" }),
    docker({ hook_event_name: "turn_start" }),
    docker({ hook_event_name: "tool_input_transform", ...CALL }),
    docker({ hook_event_name: "pre_tool_use", ...CALL }),
    ...[PROSE, WORDS, DIFFERENCE].map((text) => docker(outputOf(text))),
    docker({ hook_event_name: "post_tool_use", ...CALL, tool_response: PROSE }),
    docker({
      hook_event_name: "before_llm_call",
      messages: Array.from({ length: 200 }, (_, n) => ({ role: "user", content: `${n}. ${WORDS.repeat(4)}` })),
    }),
    { ...docker({ hook_event_name: "turn_end" }), before: () => work(cwd) },
    docker({ hook_event_name: "turn_start" }),
    docker({ hook_event_name: "turn_end" }),
  ];
}

function turnOfClaudeCode(claude: (event: object) => Step): Step[] {
  return [
    claude({ hook_event_name: "SessionStart", source: "startup" }),
    claude({ hook_event_name: "UserPromptSubmit", prompt: "Run the tests." }),
    claude({ hook_event_name: "PreToolUse", ...BASH }),
    claude({ hook_event_name: "PostToolUse", ...BASH, tool_response: printed(WORDS) }),
    claude({ hook_event_name: "Stop", stop_hook_active: false }),
  ];
}

const printed = (stdout: string) => ({ stdout, stderr: "", interrupted: false, isImage: false });

/** Texts with a secret, and texts that look similar. */
function withSecrets(docker: Senders["docker"], claude: (event: object) => Step): Step[] {
  return [
    ...[ALMOST, OUTPUT].map((text) => docker(outputOf(text))),
    docker({
      ...outputOf(`${VARIABLES.REHEARSAL_API_KEY}\n`),
      tool_input: { command: 'echo "$REHEARSAL_API_KEY"' },
    }),
    docker({ hook_event_name: "before_llm_call", messages: [{ role: "user", content: OUTPUT }] }),
    claude({ hook_event_name: "PostToolUse", ...BASH, tool_response: printed(OUTPUT) }),
  ];
}

function callsOfOthers(cwd: string, send: Senders["send"]): Step[] {
  return [
    send("codex", { hook_event_name: "PreToolUse", turn_id: "turn-1", ...BASH }),
    send("gemini-cli", { hook_event_name: "BeforeTool", ...BASH, tool_name: "run_shell_command" }),
    send("cursor", { hook_event_name: "beforeShellExecution", workspace_roots: [cwd], ...BASH.tool_input }),
    send("openhands", { event_type: "PreToolUse", ...BASH }),
    // No agent's dialect claims this payload, so the hook tries every dialect.
    { argv: ["hook"], event: { hook_event_name: "PreToolUse", session_id: "rehearsal", cwd, ...BASH } },
  ];
}

/** Runs with a marker in a file, and with the user's own settings. */
function withSettings(folder: string, docker: Senders["docker"]): Step[] {
  const settings = (file: string, text: string) => () => {
    mkdirSync(join(folder, ".config/snapveil"), { recursive: true });
    writeFileSync(join(folder, ".config/snapveil", file), text);
  };
  return [
    docker({
      hook_event_name: "pre_tool_use",
      tool_name: "write_file",
      tool_input: { path: "a.env", content: "KEY=[REDACTED]\n" },
    }),
    {
      ...docker({ hook_event_name: "turn_start" }),
      before: settings("config.yaml", "builtins:\n  turn_start: [add_date]\n"),
    },
    {
      ...docker(outputOf(OUTPUT)),
      before: settings("config.jsonc", OWN_RULES),
    },
    { ...docker({ hook_event_name: "turn_start" }), before: settings("config.jsonc", "{}\n") },
  ];
}
