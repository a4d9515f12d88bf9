import { lstatSync, readdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";

import { homeOf, type Io } from "../../kit/io.ts";
import { nameFrom, type AuditPlace, type Content } from "../source.ts";
import { filesBelow, readFile } from "./files-below.ts";

/** The folder of an agent's sessions. */
interface TranscriptPlace {
  readonly agent: string;
  /** A variable of the environment that moves the folder. */
  readonly variable?: string;
  /** The folder, from the user's home. */
  readonly folder: string;
  /** Files, and folders with all that is below them; a `*` at the end stands for any ending of the name. */
  readonly entries: readonly string[];
}

/** The agents whose folders are known. A missing folder is passed over. */
const TRANSCRIPT_PLACES: readonly TranscriptPlace[] = [
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
  { agent: "docker-agent", variable: "DOCKER_AGENT_DATA_DIR", folder: ".cagent", entries: ["session*"] },
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

/** The session files of the agents on this machine. No comment in them allows anything. */
export async function* transcripts({ io, unread }: AuditPlace): AsyncGenerator<Content> {
  const home = homeOf(io.env);
  for (const place of TRANSCRIPT_PLACES) {
    for (const entry of entriesOf(io, home, place)) {
      for (const file of filesAt(entry, unread)) {
        const name = home === undefined ? file : tilde(home, file);
        try {
          yield await readFile(file, { origin: "transcript", name, tracked: false, agent: place.agent });
        } catch (error) {
          const why = (error as NodeJS.ErrnoException).code ?? "unreadable";
          if (why !== "ENOENT") unread({ name, why }); // else its session was put away meanwhile
        }
      }
    }
  }
}

function entriesOf({ env }: Io, home: string | undefined, { variable, folder, entries }: TranscriptPlace): string[] {
  const moved = variable === undefined ? undefined : env[variable];
  const base = moved !== undefined && isAbsolute(moved) ? moved : home && join(home, folder);
  if (!base) return [];
  const names = namesIn(base);
  return entries.flatMap((entry) => {
    const matches = entry.endsWith("*")
      ? names.filter((name) => name.startsWith(entry.slice(0, -1)))
      : names.filter((name) => name === entry);
    return matches.map((name) => join(base, name));
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // this agent is not here
  }
}

function filesAt(path: string, unread: AuditPlace["unread"]): Iterable<string> {
  const stats = lstatSync(path);
  if (stats.isDirectory()) return filesBelow(path, unread);
  return stats.isFile() ? [path] : [];
}

function tilde(home: string, file: string): string {
  const name = nameFrom(home, file);
  return name === file ? file : `~/${name}`;
}
