/** Where an agent keeps its sessions. */
export interface TranscriptPlace {
  readonly agent: string;
  /** A variable of the environment that moves the folder. */
  readonly variable?: string;
  /** The folder, from the user's home. */
  readonly folder: string;
  /** Files, and folders with all that is below them; a `*` at the end stands for any ending of the name. */
  readonly entries: readonly string[];
}

/** The agents whose places are known. What is not there is passed over. */
export const TRANSCRIPT_PLACES: readonly TranscriptPlace[] = [
  {
    agent: "claude-code",
    variable: "CLAUDE_CONFIG_DIR",
    folder: ".claude",
    entries: ["projects", "file-history", "history.jsonl"],
  },
  {
    agent: "codex",
    variable: "CODEX_HOME",
    folder: ".codex",
    entries: ["sessions", "archived_sessions", "history.jsonl", "thread_history*"],
  },
  { agent: "gemini", folder: ".gemini", entries: ["tmp"] },
  { agent: "qwen", folder: ".qwen", entries: ["projects", "tmp"] },
  { agent: "copilot", folder: ".copilot", entries: ["session-state", "history-session-state", "session-store*"] },
  { agent: "docker-agent", folder: ".cagent", entries: ["session*"] },
  { agent: "opencode", folder: ".local/share/opencode", entries: ["opencode.db*", "storage"] },
  { agent: "kimi", folder: ".kimi", entries: ["sessions"] },
  { agent: "vibe", folder: ".vibe", entries: ["logs"] },
  { agent: "pi", folder: ".pi/agent", entries: ["sessions"] },
  { agent: "goose", folder: ".local/share/goose", entries: ["sessions"] },
  { agent: "droid", folder: ".factory", entries: ["sessions"] },
  { agent: "cursor", folder: ".cursor", entries: ["chats", "projects"] },
  { agent: "amp", folder: ".local/share/amp", entries: ["threads"] },
  { agent: "auggie", folder: ".augment", entries: ["sessions"] },
  { agent: "openhands", folder: ".openhands", entries: ["conversations", "sessions"] },
  { agent: "grok", folder: ".grok", entries: ["sessions"] },
];
