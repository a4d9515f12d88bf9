import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { cutWindows } from "../audit/scan/pieces.ts";
import { guardWriteBack } from "../builtins/write-back/guard-write-back.ts";
import type { Json } from "../kit/json.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { listAnchors } from "../redactors/anchor-pattern.ts";
import { RULES } from "../redactors/rules/rules.ts";
import { redactJson } from "../redactors/redactor.ts";
import { redactText } from "../redactors/redactor.ts";
import { randomFrom } from "../test/support/chance.ts";
import { MARKER_COMMANDS, MARKER_WRITERS, withMarker } from "../test/support/marker-writings.ts";
import { sampleOf } from "../test/unit/redactors/sample.ts";

/** How often a law of the redactor was tried and did not hold. */
export interface Law {
  readonly what: string;
  readonly runs: number;
  readonly failures: number;
}

/** What texts are made of that are hard to redact: names, quotes, escapes, markers, halves of keys. */
const PARTS = [
  "password",
  "PASSWORD",
  "api_key: ",
  "token",
  "[REDACTED]",
  "[REDACTED:token]",
  "[REDACTED:",
  "://",
  "postgres://u:",
  "@host/",
  "curl -u ",
  "Authorization: Bearer ",
  "Cookie: a=",
  "\\n",
  '\\"',
  "\\\\",
  "\x1b[31m",
  "%3D",
  "&",
  "kind: Secret\ndata:\n  ",
  "<password>",
  "</password>",
  " is ",
  "hunter22",
  "Tr0ub4dor&3",
  "q8Zr2Lk0Vx7Tn4Bd9Ws1",
  "=",
  ":",
  ",",
  '"',
  "'",
  "`",
  "{",
  "}",
  "[",
  "]",
  "\n",
  " ",
  "é",
  "\u200b",
  "漢",
  ["-----BEGIN", " PRIVATE KEY-----"].join(""),
  ["-----END", " PRIVATE KEY-----"].join(""),
];
const WORDS = listAnchors();
/** Tokens that are found whatever they touch. */
const TOKENS = RULES.filter(([, , , edge]) => edge === undefined);

/** Each law on `runs` texts that are the same every time. */
export async function laws(runs: number, seed: number): Promise<Law[]> {
  const random = randomFrom(seed);
  const count = { idempotent: 0, left: 0, json: 0, same: 0, clean: 0, split: 0, splits: 0 };
  for (let run = 0; run < runs; run++) {
    const { text, token } = madeUp(random);
    const style = run % 2 === 0 ? "plain" : "typed";
    const once = redactText(text, style).text;
    if (redactText(once, style).text !== once) count.idempotent += 1;
    if (redactText(`see ${token} there\n${text}`, "plain").text.includes(token)) count.left += 1;
    const json = JSON.stringify({ a: text, password: text, b: [JSON.stringify({ c: text })] });
    if (!hasKeys(redactText(json, style).text)) count.json += 1;
    const value: Json = { parts: [text, { text: once }] };
    const redacted = redactJson(value, style);
    if (redacted.findings.length === 0) {
      count.clean += 1;
      if (redacted.value !== value) count.same += 1;
    }
    if (run % 10 === 0) {
      const bytes = Buffer.from(`before\nkey ${token} there\nbehind`);
      for (let at = 1; at < bytes.length; at++) {
        let joined = "";
        for await (const piece of cutWindows([bytes.subarray(0, at), bytes.subarray(at)])) joined += piece.text;
        count.splits += 1;
        if (redactText(joined, "plain").text.includes(token)) count.split += 1;
      }
    }
  }
  return [
    { what: "redacting twice is redacting once", runs, failures: count.idempotent },
    { what: "no token is left", runs, failures: count.left },
    { what: "JSON stays JSON of the same keys, twice encoded too", runs, failures: count.json },
    { what: "what held nothing comes back as the same reference", runs: count.clean, failures: count.same },
    { what: "a token split between two chunks, at every offset, is found", runs: count.splits, failures: count.split },
  ];
}

function madeUp(random: (below: number) => number): { readonly text: string; readonly token: string } {
  const tokenOf = (): string => {
    const [, prefixes, shape] = TOKENS[random(TOKENS.length)]!;
    const words = prefixes.split(" ");
    return words[random(words.length)]!.replaceAll("␣", " ") + sampleOf(shape, random);
  };
  const part = (): string =>
    random(5) === 0 ? tokenOf() : random(6) === 0 ? WORDS[random(WORDS.length)]! : PARTS[random(PARTS.length)]!;
  return { text: Array.from({ length: random(14) }, part).join(""), token: tokenOf() };
}

function hasKeys(text: string): boolean {
  try {
    const value = JSON.parse(text) as { b: string[] };
    return (
      Object.keys(value).join() === "a,password,b" && Object.keys(JSON.parse(value.b[0]!) as object).join() === "c"
    );
  } catch {
    return false;
  }
}

/** Of the calls of tools and the commands that would write a marker into a file, those that the guard does not deny. */
export function writeBackLaw(): Law {
  const cwd = mkdtempSync(join(tmpdir(), "snapveil-bench-guard-"));
  writeFileSync(join(cwd, "config.yaml"), "token: a real value\nport: 80\nname: app\n");
  const calls: [string, Json][] = ["[REDACTED]", "[REDACTED:github-token]"].flatMap((marker) => [
    ...MARKER_WRITERS.map(([tool, input]): [string, Json] => [tool, withMarker(input, marker)]),
    ...MARKER_COMMANDS.map((script): [string, Json] => ["Bash", { command: withMarker(script, marker) }]),
  ]);
  const missed = calls.filter(([toolName, toolInput]) => {
    const event = {
      name: "pre_tool_use",
      wireName: "pre_tool_use",
      dialect: "docker-agent",
      raw: {},
      cwd,
      toolName,
      toolInput,
    } as HookEvent<"pre_tool_use">;
    return guardWriteBack(event, { io: { env: {} } } as Parameters<typeof guardWriteBack>[1]).verdict?.kind !== "deny";
  });
  rmSync(cwd, { recursive: true });
  return {
    what: "calls that would write a marker into a file and are not denied",
    runs: calls.length,
    failures: missed.length,
  };
}
