import { describe, expect, test } from "vitest";

import { cutWindows, WINDOW } from "../../audit/scan/pieces.ts";
import { detector, redactJson, redactText } from "../../redactors/with-detector.ts";
import { FACTOR, randomFrom } from "../support/chance.ts";
import { vectorsOf } from "../support/vectors.ts";
import { sampleOf } from "../unit/redactors/sample.ts";

const SETS = [
  ...vectorsOf("agent-leaks"),
  ...vectorsOf("secretlint"),
  ...vectorsOf("gitleaks").filter((_, at) => at % 6 === 0),
  ...vectorsOf("hard-negatives"),
];
/** As `cat -n` shows it. */
const numbered = (text: string) =>
  text
    .split("\n")
    .map((line, at) => `     ${at + 1}\t${line}`)
    .join("\n");
const KEY = sampleOf("a38", randomFrom(4));
const BODY = sampleOf("a64", randomFrom(5));

/** Secrets that stand for the ways in which they are found: by prefix, by name, by structure, over lines. */
const SECRETS: readonly (readonly [name: string, text: string, secret: string])[] = [
  ["a token", `see ${["gh", "p_"].join("")}${KEY.slice(0, 36)} there`, KEY.slice(0, 36)],
  ["a named value", `"api_key": "${KEY}"`, KEY],
  ["a connection string", `postgres://app:${KEY.slice(0, 14)}@db:5432/x`, KEY.slice(0, 14)],
  [
    "a key over lines",
    `${["-----BEGIN RSA", " PRIVATE KEY-----"].join("")}\n` +
      `${BODY}\n` +
      `${BODY}\n` +
      `${["-----END RSA", " PRIVATE KEY-----"].join("")}`,
    BODY,
  ],
];

describe("the detector on the vectors", () => {
  test("redacting twice is redacting once, in both styles", () => {
    const moved = SETS.filter(({ text }) =>
      (["plain", "typed"] as const).some((style) => {
        const once = redactText(text, style).text;
        return redactText(once, style).text !== once;
      }),
    );
    expect(SETS.length).toBeGreaterThan(150);
    expect(moved.map(({ id }) => id)).toEqual([]);
  });

  test("what held no secret comes back as the same reference", () => {
    for (const { text } of SETS) {
      const value = { content: [text] };
      const { value: after, findings } = redactJson(value, "plain");
      if (findings.length === 0) expect(after).toBe(value);
      const redacted = redactText(text, "plain");
      if (redacted.findings.length === 0) expect(redacted.text).toBe(text);
    }
  });

  test("JSON stays JSON with the same keys, once and twice encoded", () => {
    for (const { text } of SETS) {
      const once = JSON.stringify({ before: 1, output: text, after: [text] });
      const twice = JSON.stringify({ inner: once, end: true });
      const first = JSON.parse(redactText(once, "plain").text) as object;
      expect(Object.keys(first)).toEqual(["before", "output", "after"]);
      const second = JSON.parse(redactText(twice, "typed").text) as { inner: string };
      expect(Object.keys(JSON.parse(second.inner) as object)).toEqual(["before", "output", "after"]);
    }
  });

  test("a secret that is found alone is found inside JSON, a list, a quotation and an indented block", () => {
    const settings: readonly ((text: string) => string)[] = [
      (text) => JSON.stringify({ output: text }),
      (text) => `some words before\n${text}\nand behind`,
      (text) => text.replaceAll(/^/gm, "    "),
      (text) => text.replaceAll("\n", "\r\n"),
      (text) => `12:04:11 INFO payload=${JSON.stringify({ output: text })}`,
      (text) => JSON.stringify({ output: numbered(`first\n${text}`) }),
    ];
    const found = SETS.filter(({ label, text, secrets = [] }) => {
      const after = redactText(text, "plain").text;
      return (
        label === "secret" &&
        secrets.length > 0 &&
        secrets.every((secret) => !after.includes(secret) && /^[\w+/=.-]{8,}$/.test(secret))
      );
    });
    for (const [index, setting] of settings.entries()) {
      const lost = found.filter(({ text, secrets = [] }) => {
        const after = redactText(setting(text), "plain").text;
        return secrets.some((secret) => after.includes(secret));
      });
      expect({ index, lost: lost.length <= found.length / 100 ? [] : lost.map(({ id }) => id) }).toEqual({
        index,
        lost: [],
      });
    }
  });
});

describe("the detector where a text is read in windows", () => {
  test.each(SECRETS)("finds %s wherever the border between two windows falls", async (_name, text, secret) => {
    const line = "nothing to see in this line of a long file\n";
    const filler = line.repeat(Math.ceil((WINDOW * 1.2) / line.length));
    const border = WINDOW - (24 << 10);
    const lost: number[] = [];
    // All places in the secret and some around it; the lines before it only shift it along.
    const step = Math.ceil((text.length > 80 ? 14 : 6) / FACTOR);
    for (let offset = -4; offset <= text.length + 4; offset += step) {
      const at = border - offset;
      const whole = Buffer.from(`${filler.slice(0, at - 1)}\n${text}\n${filler.slice(0, 60_000)}`);
      let cut = "";
      for await (const { text: piece, lead, trail } of cutWindows([whole])) {
        const kept = detector.find(piece).filter(({ span }) => span[0] >= lead && span[0] < piece.length - trail);
        cut += kept.map(({ span }) => piece.slice(...span)).join("\n");
      }
      if (!cut.includes(secret)) lost.push(offset);
    }
    expect(lost).toEqual([]);
  });

  test("finds what chunks of a stream cut in two, wherever", async () => {
    for (const [, text, secret] of SECRETS) {
      const bytes = Buffer.from(`before\n${text}\nbehind`);
      for (let at = 1; at < bytes.length; at++) {
        const pieces: string[] = [];
        for await (const piece of cutWindows([bytes.subarray(0, at), bytes.subarray(at)])) pieces.push(piece.text);
        expect(redactText(pieces.join(""), "plain").text.includes(secret)).toBe(false);
      }
    }
  });
});
