import { readFileSync } from "node:fs";
import { join } from "node:path";

import { PROSE } from "./session-events.ts";

const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

/** Makes the variables of settings that run only these builtins at an event. */
type SettingsAt = (
  event: string,
  builtins: readonly (string | readonly string[])[],
) => Readonly<Record<string, string>>;

/** A row: its name, the words after `hook`, the event, the upper bound of the CPU ratio, and additional variables. */
export type HookCase = readonly [
  name: string,
  words: readonly string[],
  event: object,
  goal?: number | undefined,
  env?: Readonly<Record<string, string>>,
];

const output = (text: string) => ({
  hook_event_name: "tool_response_transform",
  tool_name: "shell",
  tool_response: text,
});
const messages = (count: number, content: (at: number) => string) => ({
  hook_event_name: "before_llm_call",
  messages: Array.from({ length: count }, (_, at) => ({ role: at % 2 ? "assistant" : "user", content: content(at) })),
});
/** Messages with a secret in the middle one. */
const talk = (count: number) => messages(count, (at) => PROSE.repeat(10) + (at === count >> 1 ? TOKEN : ""));
/**
 * A conversation in which many rules start to match and none finds a secret. The warm-up round has already stored the
 * digests of the messages.
 */
const telling = messages(
  1000,
  (at) =>
    `Step ${at}: the token limit is 4096; see https://example.test/docs?id=${at} and password policy.\n` +
    PROSE.repeat(9),
);
/**
 * The beginning of some files of this project. Many lines contain words that precede a secret in other texts, but the
 * files hold no secret.
 */
const ofProject = (...files: string[]) =>
  files
    .map((file) => readFileSync(join(import.meta.dirname, "..", file), "utf8"))
    .join("\n")
    .slice(0, 10_000);

/** The texts that agents print most: a diff, a log, and a reply of a service in JSON. */
const SOURCE = ofProject("tools/bench/snapshot-bench.ts", "tools/bench/harness.ts").slice(0, 8_000);
const DIFF = SOURCE.split("\n")
  .map((line, at) => `${" +-"[at % 3]}${line}`)
  .join("\n");
const LOG = Array.from(
  { length: 120 },
  (_, at) =>
    `2026-11-26T10:00:${10 + (at % 50)}.123Z INFO  [http] GET /api/items/${at} 200 in ${at} ms (req-${at * 7919})`,
).join("\n");
const ANSWER = JSON.stringify(
  Array.from({ length: 60 }, (_, at) => ({ id: at, name: `item-${at}`, sha: "9fceb02d0ae598e95dc970b7", tokens: at })),
);

const REDACT = ["redact_secrets"];
const TURN = ["add_date", "add_git_status", ["add_prompt_files", "AGENTS.md"]];
const GUARDS = [["block_destructive", "catastrophic", "deny"], "scan_commit", "block_secret_files"];
const call = { hook_event_name: "pre_tool_use", tool_name: "shell", tool_input: { cmd: "npm test" } };
const turn = { hook_event_name: "turn_start" };
const session = { hook_event_name: "session_start" };
const long = PROSE.repeat(100);
/** Secrets of the user in environment variables. */
const ownSecrets = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [`SERVICE_${at}_TOKEN`, `Zq${at}8vQ9mB7xT2pLw8RcY${at}`]),
);

/** The rows of the table. */
export const hookCases = (settingsAt: SettingsAt): readonly HookCase[] => [
  ["add_date", ["add_date"], turn, 1.25],
  ["max_iterations", ["max_iterations", "5"], { hook_event_name: "before_llm_call", iteration: 4 }, 1.25],
  ["add_user_info", ["add_user_info"], session, 1.25],
  ["add_prompt_files", ["add_prompt_files", "AGENTS.md"], turn, 1.6],
  ["add_directory_listing", ["add_directory_listing"], session, 1.6],
  ["add_environment_info", ["add_environment_info"], session, 1.6],
  ["redact, 10 KB of prose, nothing in it", REDACT, output(long), 1.5],
  ["redact, 8 KB of source", REDACT, output(SOURCE), 2],
  ["redact, a difference of 8 KB", REDACT, output(DIFF), 2],
  ["redact, a log of 8 KB", REDACT, output(LOG), 2],
  ["redact, an answer in JSON", REDACT, output(ANSWER), 2],
  ["redact, 10 KB of documents", REDACT, output(ofProject("docs/shadow-repo.md", "CONTRIBUTING.md"))],
  ["redact, 10 KB, one secret", REDACT, output(`${PROSE.repeat(50)}${TOKEN}\n${PROSE.repeat(50)}`), 1.95],
  ["redact, 10 KB, ten known values", REDACT, output(long), undefined, ownSecrets],
  ["redact, 100 messages, 100 KB", REDACT, talk(100), 2.2],
  ["redact, 1,000 messages, 1 MB", REDACT, talk(1000), 3],
  ["redact, 1,000 messages as before, full of telling words", REDACT, { ...telling, session_id: "remembered" }, 3],
  ["add_git_status", ["add_git_status"], turn, 2.2],
  ["add_git_diff", ["add_git_diff"], turn, 2.2],
  ["add_recent_commits", ["add_recent_commits"], session, 2.2],
  ["date + status + prompt files, one process", [], turn, undefined, settingsAt("turn_start", TURN)],
  ["before `npm test`: the guards", [], call, undefined, settingsAt("pre_tool_use", GUARDS)],
  ["before `npm test`: redaction", REDACT, call],
  ["before `npm test`: both", [], call, undefined, settingsAt("pre_tool_use", [...GUARDS, ...REDACT])],
  ["before `npm test`: the whole default profile", [], { ...call, tool_use_id: "t" }, 2.6],
];
