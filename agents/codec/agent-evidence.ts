import type { JsonObject } from "../../kit/json.ts";
import type { DialectName } from "./dialect-name.ts";

/** Where the knowledge about an agent comes from. */
export interface Evidence {
  /**
   * `recorded live`: the released program was run and its behaviour recorded. `source`: read in its source or in what
   * it ships. `documentation`: its makers say so. `second hand`: somebody else found it out.
   */
  readonly mark: "recorded live" | "source" | "documentation" | "second hand";
  readonly release?: string;
  /** For the matrix, where the dialect speaks of "this agent". */
  readonly title?: string;
  /** What no table of the dialect can say. */
  readonly notes?: readonly string[];
  /** A payload under which an event carries the most, where that depends on the payload. */
  readonly probe?: JsonObject;
}

const DISK = "What was taken out of a tool's output stays in the agent's own files on disk.";
const HISTORY = "The model still sees the call that it wrote itself, secret included; only the tool is spared.";

/** Every dialect's evidence, in words of ours. */
export const EVIDENCE: Readonly<Record<DialectName, Evidence>> = {
  "docker-agent": {
    mark: "source",
    release: "1.123 to 1.142",
    notes: [
      "Before 1.137 a secret in the arguments of a call is refused and not taken out, since calls that are approved automatically take no rewrite.",
      "Calls that compact the conversation are not shown to hooks.",
      "Before 1.137 it shortens an output above 50 KiB or 2,000 lines itself, and what a hook took out of that is lost.",
      "Its newest releases take no answer above 1 MiB: there a longer conversation with a secret is refused, and a longer output loses its middle.",
    ],
  },
  "claude-code": {
    mark: "recorded live",
    release: "2.1.330",
    notes: [
      "The output of a failed tool reaches the model whatever a hook says; `strict` ends the turn before that.",
      "Files named by @ in a prompt pass by every hook.",
      HISTORY,
    ],
  },
  codex: {
    mark: "recorded live",
    release: "0.169.0",
    notes: [
      "A rewrite of arguments would approve the call as well.",
      "A hook runs only after /hooks was used to trust it, and again after each change of its line.",
      DISK,
      HISTORY,
    ],
  },
  "gemini-cli": {
    mark: "recorded live",
    release: "0.61.0",
    notes: [
      "Of messages only the texts are shown to a hook; what a tool printed earlier is not among them.",
      "A replaced output looks like an error to the model.",
      HISTORY,
    ],
  },
  "qwen-code": {
    mark: "recorded live",
    release: "0.24.4",
    notes: ["The output of a failed tool is replaced after its batch, together with that of all its calls."],
  },
  "copilot-cli": {
    mark: "recorded live",
    release: "1.0.102",
    notes: [
      "Of messages only the prompt can be rewritten.",
      "Calls that fail before they run cannot be changed.",
      DISK,
    ],
  },
  "vscode-copilot": { mark: "source", release: "2026-03", notes: ["It also runs what is registered for Claude Code."] },
  cursor: {
    mark: "documentation",
    release: "2026.09",
    probe: { tool_name: "MCP:any" },
    notes: [
      "Output is rewritten for MCP tools only; of other tools, reading a file can be refused.",
      "It also runs what is registered for Claude Code.",
    ],
  },
  openhands: { mark: "source", release: "1.43.1" },
  cline: {
    mark: "recorded live",
    release: "3.0.65",
    notes: ["A refusal ends the whole run, not just the call.", HISTORY],
  },
  "cline-vscode": { mark: "source", release: "4.1.13" },
  "kimi-code": {
    mark: "recorded live",
    release: "2.1.0",
    notes: [
      "The event after a tool was missing in some runs, so a checkpoint of a tool can be missing; that of the turn has everything.",
      DISK,
    ],
  },
  "kimi-cli": { mark: "documentation", release: "2026-07" },
  kiro: {
    mark: "source",
    release: "2026-04",
    notes: ["No session is named: all of a worktree's checkpoints count as one session's."],
  },
  "kiro-v3": { mark: "second hand", release: "3.0", notes: ["Only `--agent` tells it from others."] },
  vibe: {
    mark: "source",
    release: "2026-07",
    notes: ["Context comes after a tool only.", "No event tells of a turn's beginning.", DISK],
  },
  crush: {
    mark: "source",
    release: "2026-08",
    notes: [
      "Its only event is the one before a tool, and not for sub-agents; text for a turn comes once in a session.",
    ],
  },
  hermes: { mark: "source" },
  auggie: { mark: "source", release: "0.36.0" },
  droid: {
    mark: "second hand",
    release: "0.223",
    notes: [
      "A rewrite of arguments is known only beside an approval of the call; one of the prompt is not documented.",
    ],
  },
  grok: {
    mark: "second hand",
    release: "1.0.40",
    notes: [
      "Output that was cut short before the hook cannot be rewritten.",
      "It also runs what is registered for Claude Code and Cursor.",
      DISK,
    ],
  },
  windsurf: {
    mark: "documentation",
    notes: [
      "Commands come without their output.",
      "Only commands and files name a folder, so a turn cannot be recorded.",
    ],
  },
  goose: {
    mark: "second hand",
    release: "1.51",
    notes: [
      "A tool's output is never shown to a hook.",
      "Only events of tools name a folder, so a turn cannot be recorded.",
    ],
  },
  letta: { mark: "source", release: "0.32.18", notes: ["All of a worktree's checkpoints count as one session's."] },
  starchild: { mark: "documentation", notes: ["To a tool's output only a warning can be added."] },
  antigravity: {
    mark: "second hand",
    release: "1.1.2",
    probe: { invocationNum: 0 },
    notes: [
      "A tool's output is never shown to a hook.",
      "Its rewrite of arguments nobody has seen work, so it is not used.",
    ],
  },
  junie: { mark: "second hand", notes: ["It has no event after a tool."] },
  devin: { mark: "second hand", notes: ["Nothing but exit code 2 before a tool is known."] },
  codebuddy: { mark: "second hand", notes: ["Taken to be as Claude Code."] },
  qoder: { mark: "second hand", notes: ["Taken to be as Claude Code."] },
  opencode: {
    mark: "recorded live",
    release: "1.18.33",
    notes: [
      "It has no command hooks: a plugin of ours, `shims/opencode.ts`, starts the program for each event.",
      "Text at the start of a session comes with its first prompt.",
      "Where it has plugins and no network, its own start takes a minute longer.",
      DISK,
    ],
  },
  pi: {
    mark: "recorded live",
    release: "0.73.1",
    notes: [
      "It has no command hooks: an extension of ours, `shims/pi.ts`, starts the program for each event.",
      "Text at the start of a session comes with its first prompt.",
      "The model's own thoughts are not looked at.",
    ],
  },
  kilo: { mark: "second hand", notes: ["It takes OpenCode's plugins."] },
  agentjail: {
    mark: "documentation",
    title: "agentjail-hook's protocol",
    notes: ["Names neither a session nor a folder."],
  },
  generic: { mark: "documentation", title: "Generic protocol (`event`)" },
  "claude-like": {
    mark: "second hand",
    title: "Others like Claude Code",
    notes: ["An agent that is not recognised gets a denial or nothing."],
  },
};
