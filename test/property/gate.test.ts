import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../kit/json.ts";
import { mayHoldIn } from "../../redactors/gate.ts";
import { redactJson } from "../../redactors/with-detector.ts";
import { randomFrom } from "../support/chance.ts";

const random = randomFrom(11);
const made = (characters: string, length: number): string =>
  Array.from({ length }, () => characters[random(characters.length)]).join("");
const KEY = `q7${made("abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789", 30)}`;
const TOKEN = ["gh", `p_${made("abcdefghijkmnopqrstuvwxyz23456789ABCDEFGH", 36)}`].join("");
/** So short that nothing but its name gives it away. */
const TYPED = `Tr4${made("bdfghjkmnpqrtvwxz", 4)}9q`;
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Of each kind that the detector finds without the others one. */
const TEXTS: Readonly<Record<string, string>> = {
  "a token with a prefix": `it was ${TOKEN} before`,
  "a token of a shape alone": `s.${KEY.slice(0, 24)}`,
  "a key of a service": `algolia ${made("0123456789abcdef", 31)}a7`,
  "a blob": base64(`host=db\nDB_PASSWORD=${KEY}\n`),
  "a blob in a blob": base64(base64(`host=db\nDB_PASSWORD=${KEY}\n`)),
  "a wallet's words": "legal winner thank year wave sausage worth useful legal winner thank yellow",
  "a wallet's numbers": `[${Array.from({ length: 64 }, () => random(256)).join(",")}]`,
  "a name in other letters": `パスワード：${TYPED}`,
  "a token that a terminal parts": `${TOKEN.slice(0, 2)}\u001b[1m${TOKEN.slice(2)}`,
};

/** Names that no anchor stands in. */
const NAMES = ["vnc_pw", "rcon-pw", "psk", "パスワード"];

/** How a text may stand in a value. */
const SHAPES: readonly ((text: string) => Json)[] = [
  (text) => text,
  (text) => ({ x: text }),
  (text) => [1, [{ a: null, b: { c: [text] } }]],
  (text) => ({ [text]: 1 }),
  (text) => ({ type: "text/plain", data: base64(text) }),
  (text) => `data:text/plain;base64,${base64(text)}`,
  // Longer than what is opened as a blob.
  (text) => ({ type: "text/plain", data: base64(`${"so it goes on, line by line\n".repeat(2500)}\n${text}\n`) }),
];

const UNDER_NAMES: readonly ((name: string, value: string) => Json)[] = [
  (name, value) => ({ [name]: value }),
  (name, value) => ({ value, name }),
  (name, value) => ["run", `--${name}`, value],
  (name, value) => ({ columns: ["user", name], rows: [["bob", value]] }),
  (name, value) => ({ [name]: [{ value }] }),
];

const HIDING: readonly (readonly [what: string, value: Json])[] = [
  ...Object.entries(TEXTS).flatMap(([what, text]) => SHAPES.map((shape) => [what, shape(text)] as const)),
  ...NAMES.flatMap((name) => UNDER_NAMES.map((shape) => [name, shape(name, TYPED)] as const)),
];

const ALL = { thorough: true };
const finds = (value: Json): boolean => redactJson(value, "plain", ALL).findings.length > 0;

test("the gate opens for every value in which the detector finds something", () => {
  const found = HIDING.filter(([, value]) => finds(value));
  // each text is found as it is, and most in every shape
  expect(Object.entries(TEXTS).filter(([, text]) => !finds(text))).toEqual([]);
  expect(found.length).toBeGreaterThan(60);
  expect(found.filter(([, value]) => !mayHoldIn(value, ALL))).toEqual([]);
});

test("and for whatever stands around it", () => {
  const part = fc.oneof(fc.jsonValue(), fc.constantFrom(...HIDING.map(([, value]) => value)));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), part), (value) => mayHoldIn(value as Json, ALL) || !finds(value as Json)),
    { numRuns: 500, seed: 7 },
  );
});

test("the gate stays shut for what agents send most", () => {
  const calls: readonly Json[] = [
    { command: "ls -la src && git status", timeout: 120_000 },
    { file_path: "/home/dev/shop/src/cart.ts", old_string: "total += 1;", new_string: "total += 2;" },
    { role: "user", content: "Please sort the list by price and add a test for it." },
    ["README.md", "src/cart.ts", "2026-11-26T10:00:00Z", "9f2c1e7"],
  ];
  expect(calls.filter((value) => mayHoldIn(value, {}))).toEqual([]);
});

test("what was clean before, and what is left alone, opens no gate", () => {
  expect(mayHoldIn({ x: TOKEN }, {})).toBe(true);
  expect(mayHoldIn({ x: TOKEN }, { skip: new Set(["x"]) })).toBe(false);
  expect(mayHoldIn({ x: TOKEN }, { clean: new Set([TOKEN]) })).toBe(false);
});
