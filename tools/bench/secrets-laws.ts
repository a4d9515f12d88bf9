import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { cutWindows } from "../../audit/scan/pieces.ts";
import { guardWriteBack } from "../../builtins/write-back/guard-write-back.ts";
import type { Json } from "../../kit/json.ts";
import type { HookEvent } from "../../agents/codec/hook-event.ts";
import { listAnchors } from "../../redactors/anchor-pattern.ts";
import { RULES } from "../../redactors/rules/rules.ts";
import { redactJson, redactText } from "../../redactors/with-detector.ts";
import { randomFrom } from "../../test/support/chance.ts";
import { HARD_PARTS } from "../../test/support/hard-parts.ts";
import { MARKER_COMMANDS, MARKER_WRITERS, withMarker } from "../../test/support/marker-writings.ts";
import { sampleOf } from "../../test/unit/redactors/sample.ts";

/** A property of the redactor: how often it was checked, and how often it did not hold. */
export interface Law {
  readonly what: string;
  readonly runs: number;
  readonly failures: number;
}

const WORDS = listAnchors();
/** Formats of tokens that are found even next to letters or digits. */
const TOKENS = RULES.filter(([, , , edge]) => edge === undefined);

/** Checks each law on `runs` texts. The same seed always gives the same texts. */
export async function laws(runs: number, seed: number): Promise<Law[]> {
  const random = randomFrom(seed);
  const tried = new Map<string, { runs: number; failures: number }>();
  const hold = (what: string, holds: boolean) => {
    const law = tried.get(what) ?? { runs: 0, failures: 0 };
    law.runs += 1;
    if (!holds) law.failures += 1;
    tried.set(what, law);
  };
  for (let run = 0; run < runs; run++) {
    const { text, token } = madeUp(random);
    const style = run % 2 === 0 ? "plain" : "typed";
    const once = redactText(text, style).text;
    hold("redacting twice is redacting once", redactText(once, style).text === once);
    hold("no token is left", !redactText(`see ${token} there\n${text}`, "plain").text.includes(token));
    const json = JSON.stringify({ a: text, password: text, b: [JSON.stringify({ c: text })] });
    hold("JSON stays JSON of the same keys, twice encoded too", hasKeys(redactText(json, style).text));
    const value: Json = { parts: [text, { text: once }] };
    const redacted = redactJson(value, style);
    if (redacted.findings.length === 0)
      hold("what held nothing comes back as the same reference", redacted.value === value);
    if (run % 10 !== 0) continue;
    const bytes = Buffer.from(`before\nkey ${token} there\nbehind`);
    for (let at = 1; at < bytes.length; at++) {
      let joined = "";
      for await (const piece of cutWindows([bytes.subarray(0, at), bytes.subarray(at)])) joined += piece.text;
      const isLeft = redactText(joined, "plain").text.includes(token);
      hold("a token split between two chunks, at every offset, is found", !isLeft);
    }
  }
  return [...tried].map(([what, law]) => ({ what, ...law }));
}

function madeUp(random: (below: number) => number): { readonly text: string; readonly token: string } {
  const tokenOf = (): string => {
    const [, prefixes, shape] = TOKENS[random(TOKENS.length)]!;
    const words = prefixes.split(" ");
    return words[random(words.length)]!.replaceAll("␣", " ") + sampleOf(shape, random);
  };
  const part = (): string =>
    random(5) === 0
      ? tokenOf()
      : random(6) === 0
        ? WORDS[random(WORDS.length)]!
        : HARD_PARTS[random(HARD_PARTS.length)]!;
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

/**
 * Checks the guard of markers: `runs` is the number of calls and commands that would write a marker into a file,
 * `failures` the number of those that the guard does not deny.
 */
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
