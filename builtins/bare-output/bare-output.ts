import { isObject, type Json } from "../../kit/json.ts";
import type { HookEvent } from "../../protocol/hook-event.ts";
import type { Detector } from "../../redactors/finding.ts";
import { judgeKeyed } from "../../redactors/judge-keyed.ts";
import { exactDetector } from "../../redactors/known-values/exact-detector.ts";
import { fileOf, isReader, toolKind } from "../tool-kind.ts";
import { scriptsOf } from "./may-print-secret.ts";
import { namesInCommand, namesInPath } from "./names-in-command.ts";

/** Under these names, and in the parts of a list, stands what a tool printed; elsewhere stand identifiers that look like keys. */
const PRINTED = /^(?:stdout|output|aggregated_?output|content|text|result|file|data)$/i;

/** A longer answer is no value by itself. */
const MOST_LINES = 100;
const MOST_CHARACTERS = 64 * 1024;

/** A line that is one word, as it is or behind its number or what an agent writes before it. */
const WORD = /^\s*(?:\d{1,3}(?:→|\t|: ?)\s*)?(?:Output:\s*)?(\S{8,4096})\s*$/;

/**
 * Finds what a call printed bare, where the call's own words say what it is: `cat config/master.key`, `echo $DB_PASSWORD`,
 * `pass show mail`. Nothing in such an answer names the secret. Each line that is one word is judged as if it stood behind
 * that name. `undefined` where there is none.
 */
export function bareOutput({ toolName, toolCategory, toolInput, toolResponse }: HookEvent<"tool_response_transform">): Detector | undefined {
  const names = toolKind(toolName, toolCategory, toolInput) === "shell" ? scriptsOf(toolInput).flatMap((script) => namesInCommand(script)) : isReader(toolName ?? "") ? namesInPath(fileOf(toolInput) ?? "") : [];
  if (names.length === 0) return undefined;
  const found = new Map<string, string>();
  for (const word of wordsIn(toolResponse ?? null)) {
    for (const name of names) {
      const finding = judgeKeyed(name, word, false);
      if (finding && finding.span[1] - finding.span[0] >= 8) found.set(word.slice(...finding.span), finding.kind);
    }
  }
  return found.size === 0 ? undefined : exactDetector([...found.keys()], [...found.values()][0]!);
}

function wordsIn(value: Json, depth = 0): string[] {
  if (typeof value === "string") {
    if (value.length > MOST_CHARACTERS) return [];
    const lines = value.split("\n");
    return lines.length > MOST_LINES ? [] : lines.flatMap((line) => WORD.exec(line)?.[1] ?? []);
  }
  if (depth > 4) return [];
  if (Array.isArray(value)) return value.slice(0, MOST_LINES).flatMap((item) => wordsIn(item, depth + 1));
  return isObject(value) ? Object.entries(value).flatMap(([key, item]) => (PRINTED.test(key) ? wordsIn(item, depth + 1) : [])) : [];
}
