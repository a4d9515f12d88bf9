import type { Io } from "../../kit/io.ts";
import { isObject, type Json } from "../../kit/json.ts";
import { readRegularFile } from "../../kit/files.ts";
import { oneOf } from "../../kit/word-pattern.ts";
import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../../agents/codec/outcome.ts";
import type { Call } from "../call.ts";
import { parseShell } from "../../shell/doors/script.ts";
import { findMarkers } from "../../redactors/doors/marker.ts";
import { refused } from "../refusal.ts";
import { shellArguments } from "../../call/shell-arguments.ts";
import { resolvedPath } from "../../call/tool-kind.ts";
import type { Writing } from "../../call/writing.ts";
import { judgeWriting, plainMarkers, type Fault } from "./judge-writing.ts";
import { parseShellWritings } from "./parse-shell-writings.ts";
import { parseToolWritings } from "./parse-tool-writings.ts";
import { parseWritings } from "./parse-writings.ts";
import { callView } from "../../call/call-view.ts";

/** The most bytes of a file that is read; a larger file counts as unreadable. */
const LARGEST = 8 * 1024 * 1024;

const WHAT: Record<Fault, string> = {
  marker: "snapveil: This call would write the placeholder %s into %s",
  anchor: "snapveil: This call looks for the placeholder %s in %s, and it is not there",
};

const TODO: Record<Fault, string> = {
  marker:
    "It stands for a secret that snapveil hid from you: where it came from the real value stands, and writing the " +
    "placeholder would destroy it. Leave the line as it is: change only the lines around it, with an edit that does " +
    "not contain the placeholder. If the value itself has to change or is needed elsewhere, refer to it by a " +
    "variable or a file, or ask the user.",
  anchor:
    "It stands for a secret that snapveil hid from you. Use a smaller piece of text as the anchor, without the " +
    "placeholder, and leave the line that holds it as it is.",
};

const TODO_OF_PERSON =
  "The placeholder stands for a value that was kept from the model, and would have taken its place there. If the " +
  'placeholder is meant, write it yourself, or allow the file in your settings: "allow": ["its/path"].';

/**
 * Denies a call that would write one of snapveil's markers over a secret in a file, since the model knows only the
 * marker. The call passes if the file itself contains the marker at the same place, or if the call only reads.
 */
export function guardWriteBack(event: CallEvent, { io }: Pick<Call, "io">): Outcome {
  for (const writing of writingsOf(event, io.env)) {
    const path = resolvedPath(writing.file, event.cwd, io.env);
    const disk = path === undefined ? undefined : textOnDisk(path);
    const plain = {
      ...writing,
      text: plainMarkers(writing.text),
      ...(writing.old !== undefined && { old: plainMarkers(writing.old) }),
    };
    const fault = judgeWriting(plain, disk && plainMarkers(disk));
    if (fault) return refusalOf(fault, plain);
  }
  return nothing;
}

/**
 * Whether a redacted call would store a marker, rather than only ask or send a request with it. Such a call must not be
 * redacted: the secret would be lost without anybody noticing.
 */
export function keepsMarker(event: CallEvent, clean: Json, { io }: Pick<Call, "io">): boolean {
  if (callView(event).kind === "shell" && shapeOf(clean) !== shapeOf(event.toolInput ?? null)) return true;
  return writingsOf({ ...event, toolInput: clean }, io.env).length > 0;
}

/**
 * The structure of the commands in a call's arguments. If a marker changes the structure, the redacted call runs
 * another command.
 */
function shapeOf(input: Json): string {
  const pipelines = shellArguments(input).scripts.map((script) => parseShell(script));
  return JSON.stringify(pipelines, (_key, value: unknown) => (typeof value === "string" ? "" : value));
}

/** The writes of a tool call: the texts that it would write, to files or anywhere else. */
function writingsOf(event: CallEvent, env: Io["env"]): Writing[] {
  const { toolName = "", toolInput } = event;
  if (toolInput === undefined) return [];
  const { kind, words, shell } = callView(event);
  if (kind === "tool") return parseToolWritings(toolName, toolInput);
  if (kind === "write") return [...parseWritings(toolInput), ...patchesOf(toolInput)];
  if (words.some((word) => LANGUAGES.test(word))) return textsOf([JSON.stringify(toolInput)]);
  const { scripts, given } = shell;
  const exported = new Set(Object.keys(env));
  return [...scripts.flatMap((script) => parseShellWritings(plainMarkers(script), exported)), ...textsOf(given)];
}

/** Names of tools that run code in a language other than a shell's. */
const LANGUAGES = oneOf(`
  python3? py ipython jupyter notebook repl kernel node deno bun js javascript typescript ruby perl php lua r sql
  code
`);

function textsOf(texts: readonly string[]): Writing[] {
  return texts
    .map(plainMarkers)
    .filter((text) => findMarkers(text).length > 0)
    .map((text) => ({ text, adds: true }));
}

/** The writes of a patch that a tool such as `apply_patch` gets as its command. */
function patchesOf(input: Json): Writing[] {
  const command = isObject(input) ? input["command"] : undefined;
  const texts = (Array.isArray(command) ? command : [command]).filter(
    (text): text is string => typeof text === "string" && text.includes("*** "),
  );
  return texts.flatMap((text) =>
    /^\s*\*\*\* Begin Patch/.test(text) ? parseWritings({ patch: text }) : parseShellWritings(text),
  );
}

/** The whole text of a file; `undefined` if it does not exist, cannot be read, or is too large. */
export function textOnDisk(path: string): string | undefined {
  try {
    const { bytes, whole } = readRegularFile(path, LARGEST);
    return whole ? bytes.toString("utf8") : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The refusal of a write. It may quote the marker, which is snapveil's own text, and the file's name, which comes from
 * the model: neither reveals a secret to the model.
 */
function refusalOf(fault: Fault, { file, text, old }: Writing): Outcome {
  const marker = /\[REDACTED(?::[a-z0-9-]+)?\]/.exec(fault === "anchor" ? (old ?? "") : text)?.[0] ?? "[REDACTED]";
  const place =
    file === undefined || file.length > 200 || /[\x00-\x1f]/.test(file) ? "a file, a setting or another program" : file;
  return refused("deny", {
    what: WHAT[fault].replace("%s", () => marker).replace("%s", () => place),
    logged: [{ kind: "placeholder", where: `in ${place}` }],
    todo: TODO[fault],
    todoOfPerson: TODO_OF_PERSON,
  });
}
