import { statSync } from "node:fs";

import type { Outcome } from "../agents/codec/outcome.ts";
import type { Io } from "../kit/io.ts";
import { printable } from "../kit/text.ts";
import { DEFAULT_SETTINGS, userSettingsFile, type Settings } from "../worktree/doors/settings.ts";

/** The agent's final treatment of an event. */
export interface ExplainedVerdict {
  readonly kind: "passes" | "asked" | "refused" | "cleaned" | "allowed";
  /** The verdict in a sentence. */
  readonly sentence: string;
}

/** The part of the outcome that the agent carries out; `undefined` if no builtin ran. */
type Taken = Pick<Outcome, "verdict" | "rewrite"> | undefined;

/** Answers the event again with changed settings or a single builtin. */
export interface Again {
  withSettings(change: (settings: Settings) => Settings): Promise<Taken>;
  /** Whether the guard of secret files alone would object, even if the agent cannot rewrite outputs. */
  readsSecret(): Promise<boolean>;
}

export interface Judged {
  readonly title: string;
  readonly taken: Taken;
  readonly settings: Settings | undefined;
  /** The reason why hooks do nothing, as the beginning of a sentence; `undefined` if hooks work. */
  readonly disabled: string | undefined;
  /** Whether a builtin found something, whatever the agent does with the answer. */
  readonly isFound: boolean;
}

/**
 * The most `allow` lines of the settings that are tried one by one. If the settings have more such lines, only the
 * settings file is named.
 */
const MOST_LINES = 40;

export async function explainVerdict(
  io: Io,
  { title, taken, settings, disabled, isFound }: Judged,
  again: Again,
): Promise<ExplainedVerdict> {
  if (disabled !== undefined) return { kind: "passes", sentence: `Passes: ${disabled}.` };
  const own = heldBack(title, taken);
  if (own) return own;
  if (taken?.verdict?.kind !== "allow" && (await again.readsSecret()))
    return {
      kind: "cleaned",
      sentence: `Output will be cleaned: ${title} goes on, and the model gets the output without its secrets.`,
    };
  const file = userSettingsFile(io);
  const isApproved = taken?.verdict?.kind === "allow";
  const by =
    file === undefined || !settings
      ? undefined
      : ((await allowedSince(file, title, settings, again)) ?? (isApproved ? lastChange(file) : undefined));
  if (by !== undefined) return { kind: "allowed", sentence: `Allowed by your settings of ${printable(file!)}${by}.` };
  return { kind: "passes", sentence: `${isFound ? "Found, but not held back" : "Passes"}: ${title} goes on.` };
}

/**
 * The verdict on an event that is refused or rewritten, or about which the person is asked; `undefined` if the event
 * goes on unchanged.
 */
function heldBack(title: string, taken: Taken): ExplainedVerdict | undefined {
  const { verdict, rewrite } = taken ?? {};
  if (verdict?.kind === "ask") return { kind: "asked", sentence: `Asked: ${title} asks the person before it goes on.` };
  if (verdict && verdict.kind !== "allow")
    return { kind: "refused", sentence: `Refused: ${title} does not do it, and is told why.` };
  if (rewrite?.toolResponse !== undefined)
    return { kind: "cleaned", sentence: `Output will be cleaned: ${title} takes it without its secrets.` };
  const [part] = Object.keys(rewrite ?? {}) as (keyof typeof PARTS)[];
  return part && { kind: "cleaned", sentence: `Cleaned: ${title} goes on with other ${PARTS[part]}, without secrets.` };
}

const PARTS = { toolInput: "arguments", messages: "messages", prompt: "text of the prompt", toolResponse: "output" };

/**
 * ` since DATE`, if the event passes only because of the user's settings; `undefined` if it passes with the defaults,
 * too.
 */
async function allowedSince(
  file: string,
  title: string,
  settings: Settings,
  again: Again,
): Promise<string | undefined> {
  const isHeld = async (change: (settings: Settings) => Settings) =>
    heldBack(title, await again.withSettings(change)) !== undefined;
  if (!(await isHeld(() => DEFAULT_SETTINGS))) return undefined;
  const lines = allowances(settings);
  for (const { line, without } of lines.length <= MOST_LINES ? lines : [])
    if (await isHeld(without)) {
      const day = /\b\d{4}-\d\d-\d\d\b/.exec(line)?.[0];
      if (day !== undefined) return ` since ${day}`;
      break;
    }
  return lastChange(file);
}

/** The date of a file's last change, as an upper bound for the age of a line in it; empty if the file is missing. */
function lastChange(file: string): string {
  const changed = statSync(file, { throwIfNoEntry: false })?.mtime;
  return changed ? ` since ${changed.toISOString().slice(0, 10)} or before` : "";
}

interface Allowance {
  readonly line: string;
  without(settings: Settings): Settings;
}

/** Each `allow` line of the settings, with a function that removes it. */
function allowances({ redaction, destructive, secretFiles }: Settings): Allowance[] {
  const others = (list: readonly string[], line: string) => list.filter((one) => one !== line);
  const of = (list: readonly string[], without: (settings: Settings, line: string) => Settings): Allowance[] =>
    list.map((line) => ({ line, without: (settings) => without(settings, line) }));
  return [
    ...of(redaction.allow, (settings, line) => ({
      ...settings,
      redaction: { ...settings.redaction, allow: others(settings.redaction.allow, line) },
    })),
    ...of(destructive.allow, (settings, line) => ({
      ...settings,
      destructive: { ...settings.destructive, allow: others(settings.destructive.allow, line) },
    })),
    ...of(secretFiles.allow, (settings, line) => ({
      ...settings,
      secretFiles: { ...settings.secretFiles, allow: others(settings.secretFiles.allow, line) },
    })),
  ];
}
