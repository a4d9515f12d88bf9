import { BUILTINS, LEGS } from "../builtins/doors/table.ts";
import type { Io } from "../kit/io.ts";
import { EVENT_NAMES } from "../agents/codec/events.ts";
import { AGENT_NAMES, loadInstallers } from "../agents/registry.ts";
import { timeInWords } from "../terminal/in-words.ts";

/** A word that completes the command line, with a short description. */
export interface Candidate {
  readonly word: string;
  readonly meaning: string;
}

/** The most candidates that a source returns. */
const MOST = 200;

/** Name of an argument or option → its possible values. */
export const SOURCES = {
  id: checkpoints,
  refusal: refusals,
  session: sessions,
  agent: async () => AGENT_NAMES.map((word) => ({ word, meaning: "" })),
  agents: installable,
  event: async () => EVENT_NAMES.map((word) => ({ word, meaning: "" })),
  only: async () => LEGS.map((word) => ({ word, meaning: "" })),
  builtin: async () => BUILTINS.map(({ name }) => ({ word: name, meaning: "" })),
} satisfies Record<string, (io: Io) => Promise<Candidate[]>>;

export type SourceName = keyof typeof SOURCES;

/** The checkpoints, newest first. Only the journal is read: comparing trees would be too slow for a key press. */
async function checkpoints(io: Io): Promise<Candidate[]> {
  const live = await journal(io);
  return live.slice(0, MOST).map(({ id, createdAt, scope, toolName, note, session }) => ({
    word: id,
    meaning: [timeInWords(createdAt, io.now()), note ?? (scope === "tool" ? (toolName ?? scope) : scope), session ?? ""]
      .filter((part) => part !== "")
      .join(" · "),
  }));
}

async function refusals(io: Io): Promise<Candidate[]> {
  const { readRefusals } = await import("../builtins/doors/logs.ts");
  const newest = readRefusals(io).toReversed().slice(0, MOST);
  return newest.map(({ id = "", time, agent, tool, found = [] }) => ({
    word: id,
    meaning: [timeInWords(time, io.now()), agent, tool ?? "", ...new Set(found.map(({ kind }) => kind))]
      .filter((part) => part !== "")
      .join(" · "),
  }));
}

async function sessions(io: Io): Promise<Candidate[]> {
  const newest = new Map<string, string>();
  for (const { session, createdAt } of await journal(io))
    if (session !== null && !newest.has(session)) newest.set(session, createdAt);
  return [...newest].slice(0, MOST).map(([word, createdAt]) => ({ word, meaning: timeInWords(createdAt, io.now()) }));
}

async function journal(io: Io) {
  const { openHistory } = await import("../shadow-repo/doors/place.ts");
  const { liveCheckpoints } = await import("../shadow-repo/doors/checkpoint.ts");
  const { placeOf } = await import("../shadow-repo/doors/place.ts");
  return liveCheckpoints((await openHistory(io, placeOf(io, io.cwd), "look")).history).toReversed();
}

async function installable(): Promise<Candidate[]> {
  return (await loadInstallers()).map(({ agent }) => ({ word: agent, meaning: "" }));
}
