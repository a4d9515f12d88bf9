import { readFileSync } from "node:fs";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { parseLossless } from "../../kit/lossless-json.ts";
import { runRules } from "../../redactors/catalogue/run-rules.ts";
import { RULES } from "../../redactors/catalogue/rules.ts";
import { listVendors } from "../../redactors/catalogue/vendors.ts";
import type { Detector } from "../../redactors/finding.ts";
import { isAtOnceClean } from "../../redactors/quick-look.ts";
import { edgedHeads, freeHeads, tellingParts, tellingWords } from "../../redactors/quick-words.ts";
import { READERS } from "../../redactors/readers/readers.ts";
import { redactJson } from "../../redactors/redact-json.ts";
import { redactText } from "../../redactors/redact-text.ts";
import { unblank } from "../../redactors/unblank.ts";
import { sharedFile } from "../support/shared-folder.ts";
import { randomFrom, times } from "../support/chance.ts";
import { sampleOf } from "../unit/redactors/sample.ts";

const prefixes = RULES.flatMap(([, words, shape]) => words.split(" ").map((word) => [unblank(word), shape] as const));
const anchors = READERS.flatMap(([, words]) => words.split(" ")).map(unblank);

/** What the redactor finds, it finds after the first glance too. */
function holds(text: string): void {
  if (isAtOnceClean(text)) expect(redactText(text, "plain").text).toBe(text);
}

describe("a text that is at once clean", () => {
  test("is none with a token in it, however it stands there", () => {
    const random = randomFrom(7);
    for (const [prefix, shape] of prefixes) {
      for (let round = 0; round < times(3); round++) {
        const body = sampleOf(shape, random);
        const at = Math.min(body.length, 8 + random(12));
        const wrapped = `${body.slice(0, at)}\n${" ".repeat(random(6))}${body.slice(at)}`;
        const bare = body.replace(/\d/g, () => String.fromCharCode(97 + random(26)));
        for (const token of [prefix + body, prefix + wrapped, prefix + bare]) {
          for (const escape of ["\\n", "\\t", "a\\n", "a\\\\n", "%20", "a%0A", "\\e[1m"]) holds(escape + token);
          for (const text of [token, `found ${token} there`, `(${token})`, `to\n${token}\nand on`, `commit ${token}`, `abc${token}`, `tree ${token}${token}`, `src/${token}`]) holds(text);
        }
        expect(isAtOnceClean(`is ${prefix}${body} mine`), prefix).toBe(false);
      }
    }
  });

  test("holds no word that calls a reader, whatever its case", () => {
    // An address is read where a user stands in it.
    const words = anchors.filter((word) => word !== "://");
    expect(words.filter((word) => isAtOnceClean(`a${word}b`) || isAtOnceClean(`A${word.toUpperCase()}B`))).toEqual([]);
    expect(isAtOnceClean("see https://example.test/a/b")).toBe(true);
    expect(isAtOnceClean(`see https://bob:${"hunter2"}x@db.example.test`)).toBe(false);
  });

  test("holds nothing that the redactor would cut", () => {
    const pieces = fc.oneof(
      fc.constantFrom(...anchors, ...prefixes.map(([prefix]) => prefix)),
      fc.constantFrom("src/index.ts", "commit ", "tree ", "the", "is", ": ", " = ", "\n", "  ", "(", '"', "'", "$", "@", "|", "x", "npm test", "42", "abandon zoo wagon", "[1, 2, 3", "#", ",", "Bob:", "bob@acme.test:", "passed", "passes", "keyword", "keyboard", "hunter2hunter2", "\\", "\\n", "\\t", "%20", "100%", "\\x1b[0m", "\\u0041", "\u00e9", "\u2014", "\u2713", "\u251c\u2500\u2500 ", "\u212a", "\u0130", "\u65e5\u672c", "\u5bc6\u7801", "\u043f\u0430\u0440\u043e\u043b\u044c: ", "\u200b", "\xad", "\ud83d\ude80", "\n    ", "0".repeat(8)),
      fc.oneof(...runRules().map(([, shape]) => fc.stringMatching(shape))),
      fc.string().map((text) => Buffer.from(`password: hunter2 ${text}`).toString("base64")),
      fc.string({ unit: fc.constantFrom(..."abcdef0123456789"), minLength: 16, maxLength: 64 }),
      fc.string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+=~"), minLength: 1, maxLength: 48 }),
      fc.string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"), minLength: 8, maxLength: 48 }),
    );
    fc.assert(fc.property(fc.array(pieces, { maxLength: 8 }), fc.constantFrom("", " ", "\n"), (list, between) => holds(list.join(between))), { numRuns: times(20_000) });
  });

  test("is none of the vectors with a secret that the redactor finds", () => {
    const files = ["agent-leaks", "gitleaks", "secretlint"].map((name) => sharedFile(`corpus/${name}.jsonl`, `vectors of ${name}`));
    for (const file of files) for (const line of file ? readFileSync(file, "utf8").trim().split("\n") : []) holds((JSON.parse(line) as { text: string }).text);
  });

  test("may name commits: no service is called like the words before them, and no token begins as a hash alone does", () => {
    expect(["commit", "tree", "parent", "revision"].filter((word) => listVendors().includes(word))).toEqual([]);
    expect([...freeHeads(), ...edgedHeads()].filter((head) => /^[0-9a-f]+$/.test(head))).toEqual(["4b1d"]);
    expect(isAtOnceClean(`(commit ${"9fceb02d0ae598e95dc970b7"}) and\ntree ${"9fceb02d0ae598e95dc970b7".repeat(2).slice(0, 40)}\n`)).toBe(true);
    expect(isAtOnceClean(`commit ${"4b1d02d0ae598e95dc970b712345"}`)).toBe(false);
  });

  test("is none where a look at the lower case, at the line or at the text as it stands would miss something", () => {
    const value = ["Zk3v", "Q9mB", "7xT2"].join("");
    const bytes = Array.from({ length: 63 }, (_, at) => (at * 97 + 13) % 251).join(",");
    const hex = Buffer.from("password: hunter2x").toString("hex");
    const held = [
      // A great letter within an everyday word makes two of it.
      ...["passEd", "passIng", "api.keyWord", "api.keyBoard"].map((name) => `${name}: ${value}`),
      // The first number of a list of bytes, with noughts or blanks before and in it.
      ...["0001", "1 3", "1\n3", " 013"].map((first) => `[${first},${bytes}]`),
      // Markers are searched as one character: what stands behind them stands nearer.
      `# ${"[REDACTED]".repeat(70)}\nbob:${["rEK1ec", "acw.7.c"].join("")}`,
      ...["commit", "tree", "parent", "revision"].map((word) => `commit ${hex}\n${word} ${hex}`),
    ];
    for (const text of held) expect([isAtOnceClean(text), redactText(text, "plain").text === text], text).toEqual([false, false]);
    for (const text of ["Passed 3, PASSES 4, keywords, Keyboard", "[2024-01-01] list[0], x[12]"]) expect(isAtOnceClean(text), text).toBe(true);
  });

  test("is none with a token that was wrapped before it became a string of JSON", () => {
    const random = randomFrom(11);
    let found = 0;
    for (const [prefix, shape] of prefixes) {
      for (const wrap of ["\n", "\n  ", "\r\n\t"]) {
        const body = sampleOf(shape, random).replace(/(?<=^.{8}.*)\d/g, () => String.fromCharCode(97 + random(26)));
        const text = JSON.stringify({ output: `${prefix}${body.slice(0, 8)}${wrap}${body.slice(8)}` });
        holds(text);
        holds(JSON.stringify([text]));
        holds(text.replaceAll("\\n", "\\N"));
        if (redactText(text, "plain").text !== text) found += 1;
      }
    }
    expect(found).toBeGreaterThan(prefixes.length);
  });

  test("is told in a time that grows with its length", () => {
    const texts = ["-", ".", "a", "bc", "a\\", "\\", "[ 1", "passed ", "commit 0", "\n ", "{\\n"].flatMap((piece) => [piece.repeat(16_000 / piece.length), `${piece.repeat(15_900 / piece.length)}a1`]);
    for (const text of texts) {
      const start = process.cpuUsage();
      isAtOnceClean(text);
      const { user, system } = process.cpuUsage(start);
      expect(user + system, text.slice(0, 8)).toBeLessThan(100_000);
    }
  });

  test("is what short texts mostly are", () => {
    for (const text of ["", "## main\n M src/file.ts", "Run the tests before you say that you are done.", "- README.md\n- package.json\n- tsconfig.json\n- node_modules/\n- src/", "42 passed, 0 failed", "$ npm test\n\n> vitest run", "\u2713 adds two numbers \u2014 3 ms", "src\n\u251c\u2500\u2500 main.ts", "caf\u00e9"]) expect(isAtOnceClean(text), text).toBe(true);
    for (const text of ["password: hunter2hunter2", "a%3Db", "\u001b[31mred", "\u0441\u0435\u043a\u0440\u0435\u0442", "\u5bc6\u7801", "a\u200bb", "x".repeat(40_000)]) expect(isAtOnceClean(text)).toBe(false);
  });

  test("has parts that are all in the words behind them", () => {
    const parts = tellingParts();
    const words = tellingWords();
    expect(words).toHaveLength(parts.length);
    parts.forEach((part, row) => expect(words[row]!.split("\t").filter((word) => !word.includes(part))).toEqual([]));
  });
});

describe("a value that is at once clean", () => {
  test("has no number in it that is known", () => {
    const number = 4_711_471_147;
    const known: Detector = { id: "known", find: (text) => (text === String(number) ? [{ rule: "known", kind: "known", span: [0, text.length], confidence: "high" }] : []) };
    expect(redactJson({ index: number }, "plain", { thorough: true, detectors: [known] }).findings).toHaveLength(1);
    expect(isAtOnceClean({ index: number }, known)).toBe(false);
    expect(isAtOnceClean({ index: 4711 }, known)).toBe(true);
    const { value } = parseLossless('{"index": 12345678901234567890}');
    expect(isAtOnceClean(value)).toBe(false);
  });

  test("comes back from the redactor as it is", () => {
    const names = fc.constantFrom("stdout", "content", "text", "name", "key", "type", "role", "data", "status", "pin", "auth", "pw", "code", "sig", "messages", "input");
    const leaves = fc.oneof(fc.constantFrom("1234567890123456", "Zk3vQ9mB7xT2", "-p", "--pin", "pin", "password", "ok", "src/a.ts", "hunter2"), fc.integer(), fc.boolean(), fc.constant(null));
    const values = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: "small" }, leaves, fc.array(tie("value"), { maxLength: 4 }), fc.dictionary(names, tie("value"), { maxKeys: 4 })),
    })).value as fc.Arbitrary<never>;
    fc.assert(
      fc.property(values, (value) => {
        if (isAtOnceClean(value)) expect(redactJson(value, "plain", { thorough: true }).value).toBe(value);
      }),
      { numRuns: times(5000) },
    );
  });
});
