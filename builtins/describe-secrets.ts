import type { ObjectedItem, Objection, Rewrite } from "../agents/codec/outcome.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Io } from "../kit/io.ts";
import type { Json } from "../kit/json.ts";
import { plainName, printable } from "../kit/text.ts";
import { keptSalt, lineFor } from "../redactors/doors/allow.ts";
import type { Search } from "../redactors/doors/find-secrets.ts";
import type { JsonFinding } from "../redactors/doors/finding.ts";
import type { Call } from "./call.ts";
import { redactName } from "./redact-quoted.ts";
import { fileOf } from "../call/tool-kind.ts";
import { countRedactions, type RedactionPlace } from "./redaction-counts.ts";

/** Values shorter than this show nothing of themselves but their length: four letters of twelve are too much. */
const SHORT = 16;
/**
 * Characters below which a secret of the person's own shows nothing but its length: most are passwords, and passwords
 * are used in more than one place.
 */
const SHORT_OWN = 24;
const OWN = "known-value";
/** Secrets of one event that are told apart. */
const MOST = 20;
/** Characters of a file's name that a sentence holds. */
const LONGEST_NAME = 120;

/**
 * Counts the secrets in a part of an event, and says their kind, their place and the setting that would let them pass.
 */
export async function describeSecrets(
  { toolInput, cwd }: Pick<HookEvent, "toolInput" | "cwd">,
  call: Pick<Call, "io" | "settings">,
  value: Json,
  { findings, taken }: Pick<Search<Json>, "findings" | "taken">,
  counted: RedactionPlace,
): Promise<Objection> {
  countRedactions(call.io, counted, findings);
  const file = fileOf(toolInput);
  const shown = file !== undefined && file.length <= LONGEST_NAME ? await redactName(file, call, cwd) : undefined;
  const found = findings.slice(0, MOST).map((finding): ObjectedItem => {
    const text = textAt(value, finding.path);
    const place = placeOf(finding, text, counted, shown);
    return {
      kind: finding.kind,
      ...(text !== undefined && { excerpt: excerptOf(text.slice(...finding.span), finding.kind) }),
      ...(place !== "" && { where: `in ${place}` }),
    };
  });
  return {
    found,
    part: PARTS[counted],
    pass: {
      setting: ["allow"],
      // Made when they are asked for: the hash takes 3 ms to load.
      get lines() {
        return linesFor(taken, call.io);
      },
    },
  };
}

const PARTS = {
  arguments: "toolInput",
  messages: "messages",
  output: "toolResponse",
  prompt: "prompt",
} as const satisfies Record<RedactionPlace, keyof Rewrite>;

/** The line that lets each secret pass: its fingerprint. */
export function linesFor(values: Iterable<string>, io: Pick<Io, "env" | "platform" | "pid">): string[] {
  const salt = keptSalt(io);
  return [...values].slice(0, MOST).map((value) => lineFor(value, salt));
}

/**
 * The part of a secret that may be shown: its first and last two characters and its length; for a short secret the
 * length alone. It goes to the model and into the log.
 */
export function excerptOf(value: string, kind: string): string {
  const letters = Array.from(value);
  const length = `(${letters.length} characters)`;
  if (letters.length < (kind === OWN ? SHORT_OWN : SHORT)) return length;
  return `${printable(`${letters.slice(0, 2).join("")}…${letters.slice(-2).join("")}`)} ${length}`;
}

function textAt(value: Json, path: JsonFinding["path"]): string | undefined {
  let at: unknown = value;
  for (const step of path) at = (at as Record<string | number, unknown> | null | undefined)?.[step];
  return typeof at === "string" ? at : undefined;
}

/**
 * The place of a secret: `content, line 3 of src/a.ts`, in a prompt `line 2, word 5`; "" if there is one place only.
 */
function placeOf(
  { path, span }: JsonFinding,
  text: string | undefined,
  counted: RedactionPlace,
  file: string | undefined,
): string {
  const lines = text?.slice(0, span[0]).split("\n") ?? [];
  const line = text?.includes("\n") ? `line ${lines.length}` : "";
  // A person looks for the secret in their own typed text.
  const word = counted === "prompt" ? `word ${(lines.at(-1)?.match(/\S+(?=\s)/g)?.length ?? 0) + 1}` : "";
  const parts = [fieldOf(path, counted === "messages" ? "message" : "item"), line, word].filter((part) => part !== "");
  return [parts.join(", "), file === undefined ? "" : `of ${file}`].filter((part) => part !== "").join(" ");
}

/** The keys that lead to a secret; a key can be any text, a secret too. */
function fieldOf(path: JsonFinding["path"], counter: string): string {
  return path.map((step) => (typeof step === "number" ? `${counter} ${step + 1}` : plainName(step))).join(" ");
}
