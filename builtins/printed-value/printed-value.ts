import { isObject, parseJson, type Json } from "../../kit/json.ts";
import { oneOf } from "../../kit/word-pattern.ts";
import type { HookEvent } from "../../agents/codec/hook-event.ts";
import type { Detector } from "../../redactors/doors/finding.ts";
import { findInField } from "../../redactors/doors/judge.ts";
import { exactDetector } from "../../redactors/doors/known-values.ts";
import { namesInCommand } from "./names-in-command.ts";
import { namesInPath } from "./names-in-path.ts";
import { callView } from "../../call/call-view.ts";

/**
 * The keys under which a tool's output stands, and the parts of a list; under other keys stand identifiers that look
 * like keys.
 */
const PRINTED = oneOf(
  `
    stdout stderr output aggregated_?output formatted_?output contents? text result file data llmContent parts
    output_for_prompt text_?result_?for_?llm
  `,
  "i",
);

/** Lines of an answer; a longer one is no value by itself. */
const MOST_LINES = 100;
const MOST_CHARACTERS = 64 * 1024;

/** Words of an answer; a value that is printed bare stands among fewer. */
const MOST_WORDS = 200;

/** The beginning of a value whose lines are words, and that anyone may see; a private key is found by its own frame. */
const PUBLIC = /-----BEGIN [A-Z ]{0,24}(?:CERTIFICATE|PUBLIC KEY)/;

/** The address of a contract or an account on a chain: a token there is known to all. */
const ADDRESS = /^"?0x[0-9a-f]{40}"?$/i;

/**
 * A line that is one word, as it is, or behind its number or a label of the agent: `1→`, `00001| `, `Output: `,
 * `<content>1: `.
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
 * Finds a secret that a call printed bare, if the call's own words name it: `cat config/master.key`, `echo
 * $DB_PASSWORD`, `pass show mail`. Nothing in such an answer names the secret. Each line that is one word is judged as
 * if it stood behind that name. `undefined` if there is no secret.
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

/** A line that names its value itself: the name stays. */
const NAMED = /^[A-Za-z_][\w.-]{0,79}(?:=(?=[^=])|:(?=[^:/]))/;

function wordsIn(value: Json, depth = 0): string[] {
  if (depth > 6) return [];
  if (typeof value === "string") {
    if (value.length > MOST_CHARACTERS || PUBLIC.test(value)) return [];
    // A server may wrap its answer into JSON in a text.
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
