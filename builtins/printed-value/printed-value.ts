import { isObject, parseJson, type Json } from "../../kit/json.ts";
import { oneOf } from "../../kit/word-pattern.ts";
import type { HookEvent } from "../../agents/codec/hook-event.ts";
import type { Detector } from "../../redactors/doors/finding.ts";
import { findInField } from "../../redactors/doors/judge.ts";
import { exactDetector } from "../../redactors/doors/known-values.ts";
import { namesInCommand } from "./names-in-command.ts";
import { namesInPath } from "./names-in-path.ts";
import { callView } from "../../call/call-view.ts";

/** The keys of a tool's output that hold printed text. Other keys may hold identifiers that look like secrets. */
const PRINTED = oneOf(
  `
    stdout stderr output aggregated_?output formatted_?output contents? text result file data llmContent parts
    output_for_prompt text_?result_?for_?llm
  `,
  "i",
);

/** The most lines of an output; a longer output is not just a value. */
const MOST_LINES = 100;
const MOST_CHARACTERS = 64 * 1024;

/** The most words of an output that are judged; an output with a value that is printed alone has fewer. */
const MOST_WORDS = 200;

/**
 * The beginning of a public key or certificate, whose lines look like secrets. Private keys have a rule of their own.
 */
const PUBLIC = /-----BEGIN [A-Z ]{0,24}(?:CERTIFICATE|PUBLIC KEY)/;

/** A public address of a contract or an account on a blockchain. */
const ADDRESS = /^"?0x[0-9a-f]{40}"?$/i;

/**
 * A line of one word, perhaps behind a line number or a label of the agent: `1→`, `00001| `, `Output: `, `<content>1:
 * `.
 */
const WORD = new RegExp(
  [
    /^\s*(?:<[a-z]{1,12}>)?/,
    /(?:\d{1,6}(?:→|\t|: ?|\. | ?\| ?)\s*)?/,
    /(?:(?:output|stdout|stderr|result|content):\s*)?/,
    /(\S{8,4096})\s*$/,
  ]
    .map(({ source }) => source)
    .join(""),
  "i",
);

/**
 * A detector for a secret that a call printed alone, if the call's words name it: `cat config/master.key`, `echo
 * $DB_PASSWORD`, `pass show mail`. The output itself does not name the secret, so each line of one word is judged as a
 * value with that name. `undefined` if no line is a secret.
 */
export function printedValue(event: HookEvent<"tool_response_transform">): Detector | undefined {
  const { toolResponse } = event;
  const { kind, isRead, files, shell } = callView(event);
  const names =
    kind === "shell"
      ? [...shell.scripts, ...shell.given].flatMap(namesInCommand)
      : isRead
        ? files.flatMap(namesInPath)
        : [];
  if (names.length === 0) return undefined;
  const found = new Map<string, string>();
  for (const word of wordsIn(toolResponse ?? null).slice(0, MOST_WORDS)) {
    for (const name of names) {
      const finding = findInField(name, word, false);
      if (finding && finding.span[1] - finding.span[0] >= 8) found.set(word.slice(...finding.span), finding.kind);
    }
  }
  return found.size === 0 ? undefined : exactDetector([...found.keys()], [...found.values()][0]!);
}

/** The name at the beginning of a line that names its value itself; only the value is judged. */
const NAMED = /^[A-Za-z_][\w.-]{0,79}(?:=(?=[^=])|:(?=[^:/]))/;

function wordsIn(value: Json, depth = 0): string[] {
  if (depth > 6) return [];
  if (typeof value === "string") {
    if (value.length > MOST_CHARACTERS || PUBLIC.test(value)) return [];
    // An MCP server may put JSON into the text of its output.
    const inner = /^\s*[{[]/.test(value) ? parseJson(value) : undefined;
    if (inner !== undefined) return wordsIn(inner, depth + 1);
    const lines = value.split("\n");
    return lines.length > MOST_LINES
      ? []
      : lines.flatMap((line) => WORD.exec(line)?.[1]?.replace(NAMED, "") ?? []).filter((word) => !ADDRESS.test(word));
  }
  if (Array.isArray(value)) return value.slice(0, MOST_LINES).flatMap((item) => wordsIn(item, depth + 1));
  return isObject(value)
    ? Object.entries(value).flatMap(([key, item]) => (PRINTED.test(key) ? wordsIn(item, depth + 1) : []))
    : [];
}
