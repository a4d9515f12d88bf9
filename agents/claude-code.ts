import { asString, isObject, type JsonObject } from "../kit/json.ts";
import { CLAUDE_ANSWER, decisionBlock, permissionAsked } from "./codec/answer.ts";
import { claudeFields, fields, inputsOf, isClaudeShaped, objectsOf, transcriptOf } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END, unreadableByCode } from "./codec/define-agent.ts";
import type { Capabilities } from "./codec/dialect.ts";
import { CALL_IN_HISTORY, FAILS_OPEN, type Environment } from "./codec/agent.ts";
import type { ReadFile } from "./codec/self-told.ts";
import { AROUND_TOOL, claudeProject, samplePair, type Samples } from "./codec/samples.ts";
import type { EventFields } from "./codec/hook-event.ts";

/**
 * Claude Code: event names in PascalCase; answers in `hookSpecificOutput`, which must name its event. A refusal of Stop
 * makes the agent continue, and a refusal after a tool only adds a message, so neither has `refusal`.
 */
export default defineAgent({
  name: "claude-code",
  title: "Claude Code",
  traces: {
    programs: ["claude", "claude-code"],
    variables: ["CLAUDECODE", "CLAUDE_CODE_CHILD_SESSION", "CLAUDE_PID", "AI_AGENT"],
  },
  evidence: {
    mark: "recorded live",
    failing: { ...FAILS_OPEN, crash: "depends", late: "depends" },
    vanished: "off",
    release: "2.1.332",
    notes: [
      "The output of a failed tool reaches the model whatever a hook says; `strict` ends the turn before that.",
      "Files named by @ in a prompt are shown to no command hook; a prompt that names one with a secret is refused.",
      "The mod of our plugin takes secrets out of prompts, of these outputs and of these files: see docs/install.md.",
      "From 2.1.332 on it reads AGENTS.md itself where there is no CLAUDE.md; then the default profile leaves it out.",
      "Of several hooks that rewrite a call, the arguments of the one that ends last count: beside another hook, a " +
        "call is refused and not rewritten.",
      CALL_IN_HISTORY,
      'From 2.1.295 on, `onFailure: "block"`, which `install` writes at events that guard, refuses the call or the ' +
        "prompt if the hook's program is missing, fails, is killed or is late, or if a server does not answer.",
      "In spite of it an answer that cannot be parsed counts as none, and so does any failure at `PostToolUse`, " +
        "`PostToolUseFailure`, `SessionStart`, `UserPromptExpansion` and `Stop`.",
      "It reads its settings anew while it runs. `ConfigChange` lets a hook keep the old ones: see " +
        "docs/builtins.md#keep_hooks.",
    ],
  },
  owns: (raw) =>
    isClaudeShaped(raw) &&
    (transcriptOf(raw).includes("/.claude/projects/") || (transcriptOf(raw) !== "" && isClaudesOwn(raw))),
  resembles: (raw) => isClaudeShaped(raw) && isClaudesOwn(raw),
  // Claude Code tells its model the git status and the commits as they were at the session's start.
  tells: ["folder", "platform", "date", "status", "commits", "CLAUDE.md"],
  readInstead,
  events: {
    SessionStart: { is: ["session_start"], context: true, notice: true },
    SessionEnd: { is: ["session_end"], notice: true },
    UserPromptSubmit: { is: PROMPT, refusal: true, context: true, notice: true, putsMentions: true },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, context: true, notice: true, rewrite: ["toolInput"] },
    // A command of a slash command or a skill that a shell runs before the model sees the text. Claude Code does not
    // run a command that a hook rewrites, so a command with a secret is refused. At this event a hook cannot ask the
    // person.
    PreSkillShellCommand: { is: BEFORE_TOOL, refusal: true },
    PermissionRequest: { is: ["permission_request"], refusal: true, approves: true, notice: true, lost: "ignore" },
    PostToolUse: { is: AFTER_TOOL, context: true, notice: true, rewrite: ["toolResponse"], tellsOf: "success" },
    PostToolUseFailure: { is: AFTER_TOOL, context: true, notice: true, tellsOf: "failure" },
    // Holds all results of a round before the model sees them. A secret in these results comes from a failed tool, and
    // PostToolUseFailure has warned the user of it. With the setting `strict` the secret stops the turn (see `adjust`).
    PostToolBatch: {
      is: ["tool_response_transform"],
      refusal: true,
      context: true,
      notice: true,
      lost: "ignore",
      tellsOf: "failure",
      countsRound: "next",
    },
    Stop: { is: TURN_END, notice: true, resumes: true },
    // An error of the API ended the turn. Claude Code ignores a hook's answer to this event.
    StopFailure: { is: ["turn_end"] },
    SubagentStop: { is: ["subagent_stop"], notice: true },
    // The person's wishes for a summary go to the model like a prompt. Claude Code adds a hook's output to these
    // wishes, and the model of the conversation does not see the output.
    PreCompact: {
      is: ["pre_compact", "user_followup_submit"],
      refusal: true,
      context: true,
      unheard: true,
      notice: true,
    },
    UserPromptExpansion: {
      is: ["user_followup_submit"],
      refusal: true,
      context: true,
      notice: true,
      putsMentions: true,
    },
    Notification: { is: ["notification"], notice: true },
    // A settings file changed on disk. A refusal makes Claude Code keep the old settings, including hooks; it shows no
    // text.
    ConfigChange: { is: ["config_change"], refusal: true },
  },
  traits: { showsRun: true, readsHooksAnew: true },
  read: (raw, wireName) => ({
    ...claudeFields(raw, wireName),
    // Claude Code writes this prompt itself when a background command has ended.
    ...(asString(raw["prompt"])?.startsWith("<task-notification>") && { typed: "" }),
    ...(wireName === "PreCompact" && fields(raw, { prompt: "custom_instructions" })),
    ...(wireName === "UserPromptExpansion" && {
      prompt: [raw["prompt"], raw["command_args"]].map(asString).join("\n").trim(),
    }),
    ...(wireName === "ConfigChange" && fields(raw, { changedFile: "file_path" })),
    ...(wireName === "PostToolUse" && { isShownAgain: true as const }),
    ...(wireName === "PostToolBatch" && batchOf(raw)),
  }),
  takesMod: true,
  adjust(capabilities, wireName, _raw, { strict, hasMod }) {
    // The mod redacts a failed tool's output, and the batch that holds it, before the model sees it.
    if (hasMod) return wireName === "PostToolUseFailure" ? { ...capabilities, lost: "ignore" } : capabilities;
    return wireName === "PostToolBatch" && strict ? withoutLost(capabilities) : capabilities;
  },
  answer: {
    ...CLAUDE_ANSWER,
    // Claude Code reads the JSON of a hook that exits with code 2; if the JSON cannot be read, the exit code alone
    // refuses (both seen live).
    alsoExits: ["PreToolUse", "PermissionRequest", "UserPromptSubmit", "UserPromptExpansion"],
    refusal: {
      ...CLAUDE_ANSWER.refusal,
      PreSkillShellCommand: CLAUDE_ANSWER.refusal.PreToolUse,
      PostToolBatch: (stopReason) => ({ continue: false, stopReason }),
      // Without `suppressOriginalPrompt` inside `hookSpecificOutput` Claude Code would show the refused prompt with its
      // secret.
      UserPromptSubmit: (reason) => ({
        ...decisionBlock(reason),
        "hookSpecificOutput.suppressOriginalPrompt": true,
      }),
    },
    ask: { PreToolUse: permissionAsked },
    toolResponse: "hookSpecificOutput.updatedToolOutput",
    printed: ["PreCompact"],
  },
  encodeUnreadable: unreadableByCode,
  samples: claudeSamples(".claude"),
});

/** Release 2.1.332 reads AGENTS.md in a project without a CLAUDE.md. Whether older releases do was not tested. */
function readInstead({ AI_AGENT = "" }: Environment): ReadFile | undefined {
  const [, ...release] = /^claude-code_(\d+)-(\d+)-(\d+)/.exec(AI_AGENT) ?? [];
  const [major = 0, minor = 0, patch = 0] = release.map(Number);
  const isNew = major > 2 || (major === 2 && (minor > 1 || (minor === 1 && patch >= 332)));
  return isNew ? { name: "AGENTS.md", unless: ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"] } : undefined;
}

/** Whether a payload has fields that, as far as known, only Claude Code sends. */
function isClaudesOwn(raw: JsonObject): boolean {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(asString(raw["prompt_id"]) ?? "") || isObject(raw["effort"]);
}

function batchOf(raw: JsonObject): EventFields {
  const calls = objectsOf(raw["tool_calls"]);
  return {
    toolInput: inputsOf(calls),
    toolResponse: calls.map((call) => call["tool_response"] ?? null),
    toolUseIds: calls.map((call) => asString(call["tool_use_id"]) ?? ""),
  };
}

function withoutLost({ lost: _lost, ...capabilities }: Capabilities): Capabilities {
  return capabilities;
}

/**
 * Sample payloads of Claude Code and agents that send the same. @param folder the agent's folder of sessions, below the
 * home folder
 */
export function claudeSamples(folder: string): Samples {
  return {
    ...samplePair(
      AROUND_TOOL,
      "Bash",
      ({ home, session }) => ({
        transcript_path: `${home}/${folder}/projects/p/${session}.jsonl`,
        prompt_id: session,
        permission_mode: "default",
        effort: { level: "medium" },
        tool_use_id: "toolu_1",
      }),
      ({ output }) => ({
        tool_response: { stdout: output, stderr: "", interrupted: false, isImage: false, noOutputExpected: false },
        duration_ms: 12,
      }),
    ),
    env: claudeProject,
  };
}
