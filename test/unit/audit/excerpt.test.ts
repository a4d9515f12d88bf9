import { describe, expect, test } from "vitest";

import { toExcerpt } from "../../../audit/scan/excerpt.ts";
import type { Finding } from "../../../redactors/finding.ts";

/** Findings stand between braces: `{github-pat:secret}`. */
function parse(marked: string): { text: string; findings: Finding[] } {
  let text = "";
  const findings: Finding[] = [];
  for (const part of marked.split(/(\{[a-z-]+:[^}]*\})/)) {
    const [, kind, value] = /^\{([a-z-]+):([^}]*)\}$/s.exec(part) ?? [];
    if (kind !== undefined && value !== undefined)
      findings.push({ rule: kind, kind, span: [text.length, text.length + value.length], confidence: "high" });
    text += value ?? part;
  }
  return { text, findings };
}

describe("toExcerpt", () => {
  test.each([
    ["{a:secret}", "[REDACTED:a]"],
    ["before\n  key = {a:secret};\nbehind", "key = [REDACTED:a];"],
    ["x = {a:one}, y = {b:two}", "x = [REDACTED:a], y = [REDACTED:b]"],
    ["{b:other} {a:one\ntwo\nthree} end\nnext", "[REDACTED:b] [REDACTED:a] end"],
    [`${"w".repeat(100)}{a:secret}${"v".repeat(100)}`, `…${"w".repeat(48)}[REDACTED:a]${"v".repeat(24)}…`],
    [`{b:${"w".repeat(100)}}{a:secret}{c:${"v".repeat(100)}}`, "…[REDACTED:b][REDACTED:a][REDACTED:c]"],
    ["{a:secret}\n", "[REDACTED:a]"],
  ])("%j", (marked, excerpt) => {
    const { text, findings } = parse(marked);
    const index = findings.findIndex(({ kind }) => kind === "a");
    expect(toExcerpt(text, findings, index)).toBe(excerpt);
  });
});
