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

/** A value with fewer characters is shown by its length alone: four visible characters would be too large a part. */
const SHORT = 16;
/**
 * A secret that the user listed in the settings is shown by its length alone if it has fewer characters than this. Most
 * listed secrets are passwords, which are also used elsewhere.
 */
const SHORT_OWN = 24;
const OWN = "known-value";
/** The most secrets of one event that are described. */
const MOST = 20;
/** The most characters of a file's name in a sentence. */
const LONGEST_NAME = 120;

/**
 * Counts the secrets in a part of an event, and describes each one's kind, place and excerpt. The result also has the
 * setting that would let the secrets pass.
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
      // The lines are only computed when a caller reads them, since the hash takes 3 ms to load.
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

/** The lines of the setting `allow` that would let secrets pass: a fingerprint for each value. */
export function linesFor(values: Iterable<string>, io: Pick<Io, "env" | "platform" | "pid">): string[] {
  const salt = keptSalt(io);
  return [...values].slice(0, MOST).map((value) => lineFor(value, salt));
}

/**
 * The part of a secret that the model and the log may see: its first and last two characters and its length; of a short
 * secret only the length.
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
 * The place of a secret: `content, line 3 of src/a.ts`; in a prompt `line 2, word 5`. `""` if there is only one
 * possible place.
 */
function placeOf(
  { path, span }: JsonFinding,
  text: string | undefined,
  counted: RedactionPlace,
  file: string | undefined,
): string {
  const lines = text?.slice(0, span[0]).split("\n") ?? [];
  const line = text?.includes("\n") ? `line ${lines.length}` : "";
  // For a prompt the number of the word is added, since the user has to find the secret in the text that they typed.
  const word = counted === "prompt" ? `word ${(lines.at(-1)?.match(/\S+(?=\s)/g)?.length ?? 0) + 1}` : "";
  const parts = [fieldOf(path, counted === "messages" ? "message" : "item"), line, word].filter((part) => part !== "");
  return [parts.join(", "), file === undefined ? "" : `of ${file}`].filter((part) => part !== "").join(" ");
}

/**
 * The keys that lead to a secret in the event's JSON. A key may be any text, even a secret, so `plainName` makes it
 * safe to show.
 */
function fieldOf(path: JsonFinding["path"], counter: string): string {
  return path.map((step) => (typeof step === "number" ? `${counter} ${step + 1}` : plainName(step))).join(" ");
}
