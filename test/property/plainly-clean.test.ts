import { readFileSync } from "node:fs";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { finerLook } from "../../redactors/finer-look.ts";
import { firstLook } from "../../redactors/first-look.ts";
import { coverMarkers } from "../../redactors/marker.ts";
import { RULES } from "../../redactors/catalogue/rules.ts";
import { READERS } from "../../redactors/readers/readers.ts";
import { isSeedWord } from "../../redactors/catalogue/seed-words.ts";
import { PROSE } from "../../redactors/may-hold-phrase.ts";
import { ASKED } from "../../redactors/may-note.ts";
import { redactText } from "../../redactors/redact-text.ts";
import { randomFrom, times } from "../support/chance.ts";
import { sharedFile } from "../support/shared-folder.ts";
import { sampleOf } from "../unit/redactors/sample.ts";

const isPlainlyClean = (text: string): boolean => finerLook(firstLook([coverMarkers(text)]))[0] as boolean;

const words = fc.constantFrom("password", "is", "=", ":", "hunter2", "-p", "-u", "user", "https://", "@", "host", "key", "token", "the", "commit", "a1b2c3", "\n", "  ", "'", '"', "abandon", "zoo", "[1,2]", "%41", "secret");
const made = (alphabet: string, length: number) => fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length });
const HEX = "0123456789abcdef";
const BASE64 = `${HEX}ghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ`;
/** What runs are, and what must not be taken for one of them. */
const runs = fc.oneof(
  fc.constantFrom(16, 24, 32, 36, 40, 42, 64, 66).chain((length) => made(HEX, length)),
  fc.constantFrom(20, 32, 40, 42, 64, 88).chain((length) => made(BASE64, length)),
  made(BASE64, 40).map((rest) => `00${rest}`),
  fc.uuid(),
  fc.constantFrom("password: hunter2hunter2", "nothing to see here, go on", "export API_KEY=k3jH8sLq0PzX7vB2").map((text) => Buffer.from(text).toString("base64")),
  fc.constant(Buffer.from("password: hunter2hunter2").toString("hex")),
  made(HEX, 64).map((digits) => `12-${digits}`),
  fc.constantFrom("packages/core/src/index.ts", "node_modules/react-dom-18.2.0-alpha.1", "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
);
const before = fc.constantFrom("", " ", "commit ", "sha: ", "algolia: ", "datadog = ", "cloudflare api key ", "the token ", "telegram,", '"id": "', "X=", "(");
const lines = fc.array(fc.tuple(before, runs).map((pair) => pair.join("")), { minLength: 1, maxLength: 4 }).map((list) => list.join("\n"));
const texts = fc.oneof(lines, fc.string(), fc.array(words, { maxLength: 40 }).map((list) => list.join(" ")), fc.array(words, { maxLength: 20 }).map((list) => list.join("")));

/** Names as they are written, and all that may stand between one and its value, before both and behind. */
const named = fc.tuple(
  fc.constantFrom("", "db_", "API_", "my", "client.", "--", "$", "wep ", "shared ", "algolia ", '"', "'", "<", "x-", "for "),
  fc.constantFrom("password", "passwd", "pass", "pwd", "token", "key", "keys", "secret", "salt", "auth", "signature", "session", "credentials", "api_key", "privateKey", "client_id", "code", "jwt", "pin", "seed", "psk", "contrase\u00f1a", "PASSWORD", "TOKEN", "KEY", "sid"),
  fc.constantFrom("", "s", "Name", "_id", "1", "_hash", "_value"),
  fc.constantFrom("", '"', "'", '"]', "']", '\\"', "`", "**", "[0]", "}"),
);
const operator = fc.constantFrom(
  "=", " = ", ":", ": ", " => ", "==", " == ", " != ", ":=", "::", "?=", " ?: string = ", ".=", " || ", ",", ", ", "(", ">", "</key><string>", "&gt;", " <- ", " { default = ", '{"', "\n  value: ", "  ", "\t", " ", " is ", " was set to ", ' to "', " eq ",
  " for bob: ", " - ", " - '", " ENC ", " 5 ", " | ", "|", " as string = ", ": string = ", ': {"value": ', ": |\n  ", ":-", ": **", " ID: ", "%3D", '","value":"', '" value="', ":\n  ",
);
const opened = fc.constantFrom("", "", "", '"', "'", "`", '\\"', '"""', "b'", "&quot;", '["', "Some('", "{", "(", "${", "$", "<", 'opts.x || "', "a['b'] or '", "Bearer ", '"Basic ', "@ByteArray(", "foo(", "process.env.");
const closed = fc.constantFrom("", "", '"', "'", "`", '\\"', '"""', '")', "}", ")", ";", ",", "<", "\n", " ", "&b=", "#", "|", "(", "[0]", '["x"]', ".", ":", "();", " or x", "\0");
const typed = fc.constantFrom(
  "hunter", "string", "null", "password", "changeme", "rootpassword", "dbpwd", "options.password", "getToken", "correct horse battery staple", "a b c", "12345678", "123456789012|abcdefabcdefabcdefabcdef", "x4Tr0ub4dor", "Tr0ub4dor&3", "qwrtzxcvbn", "aaaaaaaa", "abcdefgh",
  "550e8400-e29b-41d4-a716-446655440000", "supersecret", "letmein", "sommerregen", "../x/y", "([{x!)]}abcD<>", "K!s#x9", "x.qwzxkjv", "foo$barBaz", "1/a,b;c:d", "abandon ".repeat(11) + "about",
);
const token = fc.tuple(fc.constantFrom(...RULES), fc.nat()).map(([[, prefixes, shape], seed]) => {
  const random = randomFrom(seed);
  const all = prefixes.split(" ");
  return (all[random(all.length)] as string).replaceAll("\u2423", " ") + sampleOf(shape, random);
});
const signs = fc.string({ unit: fc.constantFrom(..."abcXYZ019!@#$%&*.-_/ "), minLength: 1, maxLength: 24 });
/** Of few kinds of characters, as long as the shortest that counts and a little longer. */
const near = fc.tuple(fc.constantFrom("abcdefghijklmnoprstuvwyz", "abcdeXYZ", "XYZ_", "abc_.", "abcd-", "abcd$", "abcd!", "abc()", "abc[]", "abc,;", "0123456789", "abcdef0123456789", "bcdfghjklmnpqrstvwxz", "abXY01!@#", "!@#$%^&*", "aaaaaaab"), fc.integer({ min: 1, max: 40 })).chain(([alphabet, length]) => made(alphabet, length));
const secret = fc.oneof(typed, near, token, runs, made(BASE64, 12), signs, fc.tuple(typed, fc.constantFrom(" ", ".", "-", "&", ";"), typed).map((parts) => parts.join("")));
const lead = fc.constantFrom("", "", "\n", "  ", "x, ", "{", "export ", "user: bob\npassword_cache:\n  ", "contribsys.x = { ", "ENV ", "if (x == ", "'hunter2x' == ", '"x4Tr0ub4dor" === $', "'abcd1234'.equals(", "?a=1&", "user: bob\n", "user=bob host=db1.io\n", "login bob ", "user,", "user\t", "id | ", "<", "// ", "- name: ", "Server=x;", "define('", "[REDACTED]", "http://u:");
const tail = fc.constantFrom("", "", "\n", " foo\n", "\nbob,hunter22,x\n", "\nbob  x4Tr0ub4dor  z\n", "\nb\tx4Tr0ub4dor\tq\n", "\n| b | x4Tr0ub4dor9 |\n", ",email\nbob,hunter22x\n", "</x>", "@host.io/x", "[REDACTED:token]");
const assigned = fc.tuple(lead, named.map((parts) => parts.join("")), operator, opened, secret, closed, tail).map((parts) => parts.join(""));
const called = fc.tuple(lead, fc.constantFrom(...READERS.flatMap(([, words]) => words.split(" "))).map((word) => word.replaceAll("\u2423", " ")), fc.oneof(operator, fc.constantFrom("", "Basic ", "a=b; ", " -p ", " login -u x -p ")), opened, secret, closed, tail).map((parts) => parts.join(""));
/** A token beside another, wrapped, cut, or within something longer. */
const beside = fc.tuple(fc.constantFrom("", " ", "x", "\n", '"', "/", "_", "-", "\\n", "%3A", "\u001b[31m", "sha256-"), token, fc.constantFrom("", "\n  ", "\r\n\t", "x", "="), fc.nat(40), token, tail).map(([before, first, wrap, at, second, after]) => before + first.slice(0, at) + wrap + first.slice(at) + second + after);
/** Characters taken out, put in or moved. */
const changed = fc.tuple(fc.oneof(assigned, called, beside), fc.nat(200), fc.nat(4), fc.oneof(operator, closed, opened, fc.constant(""))).map(([text, at, length, put]) => text.slice(0, at) + put + text.slice(at + length));
const inJson = fc.oneof(assigned, beside).map((text) => JSON.stringify({ output: text }));

/** Lines of this project, among which secrets are put. */
const LINES = ["redactors/detect.ts", "redactors/readers/keyed.ts", "docs/redaction.md", "test/unit/redactors/assignments.test.ts"].flatMap((file) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8").split("\n"));
const among = fc.tuple(fc.nat(LINES.length - 1), fc.oneof(assigned, called, beside, changed), fc.nat(LINES.length - 1)).map(([before, text, after]) => [...LINES.slice(before, before + 4), text, ...LINES.slice(after, after + 4)].join("\n"));

const cut = (text: string): string => redactText(text, "plain").text;

describe("a text that is plainly clean", () => {
  test.each([["words", texts], ["names with values", assigned], ["words of readers", called], ["tokens", beside], ["changed ones", changed], ["strings of JSON", inJson], ["lines of a file", among]] as const)("holds nothing that the redactor would cut: %s", (_name, made) => {
    fc.assert(
      fc.property(made, (text) => {
        if (isPlainlyClean(text)) expect(cut(text)).toBe(text);
      }),
      { numRuns: times(3000) },
    );
  });

  test("is none where a bare key is named by what stands around it, or a UUID has no digit", () => {
    const word = ["root", "password"].join("");
    const uuid = ["abcdefab", "abcd", "abcd", "abcd", "abcdefabcdef"].join("-");
    const held = [`contribsys.x = { key: "${"sommer"}regen" }`, `user: "bob", password_cache: { key: "${word}" }`, `user: "bob"\npassword_cache:\n  key: "${word}"`, ...["key", "tokens"].map((name) => `${name}: "${uuid}"`), `KEY=${uuid}`, `secret_id=${uuid}`];
    for (const text of held) expect([isPlainlyClean(text), cut(text) === text], text).toEqual([false, false]);
  });

  test("is told among others as it is alone", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(texts, assigned, called, changed, inJson), { maxLength: 8 }), (several) => {
        const twice = [...several, ...several].map((text) => coverMarkers(text));
        expect(finerLook(firstLook(twice))).toEqual(twice.map((text) => finerLook(firstLook([text]))[0]));
      }),
      { numRuns: times(500) },
    );
  });

  test("is none of the vectors with a secret that the redactor finds", () => {
    const files = ["agent-leaks", "gitleaks", "secretlint", "hard-negatives"].map((name) => sharedFile(`corpus/${name}.jsonl`, `vectors of ${name}`));
    for (const file of files) {
      for (const line of file ? readFileSync(file, "utf8").trim().split("\n") : []) {
        const { text } = JSON.parse(line) as { text: string };
        if (isPlainlyClean(text)) expect(cut(text)).toBe(text);
      }
    }
  });

  test("is most of what is written in words of code and prose that begin a secret elsewhere", () => {
    const clean = ["const key = table.key;", "export type Token = string;", "the tests pass", "https://example.org/docs#basic", "if (key === \"\") return;", "password: string;", "by_id and k_1 and task", "tokens: number[]", "docker-agent's hooks", "see the key to it", "its salt, its signature", "commit: 9fceb02d0ae598e95dc970b7fffe9c1b2a3d4e5f", 'JSON says {"token": null}', '{"output":"a\\nb"}', "\u001b[31mred\u001b[0m", "a%3Db"];
    expect(clean.filter((text) => !isPlainlyClean(text))).toEqual([]);
  });

  test("is what most short texts are", () => {
    for (const text of ["## main\n M src/file.ts", "Run the tests before you say that you are done.", "- README.md\n- src/", "look at line 42 of src/index.ts (commit 9fceb02d0ae598e95dc970b7)", "x".repeat(40), "caf\u00e9", "100%", "list[0] = 1", "a row of more than forty seven small letters and nothing else"]) expect(firstLook([text]).clean).toEqual([true]);
    for (const text of ["password: hunter2hunter2", "password=hunter2x", Buffer.from("password: hunter2hunter2").toString("base64")]) expect(isPlainlyClean(text)).toBe(false);
  });
});

describe("a first look", () => {
  test("knows each reader that it asks by the first of its words", () => {
    const first = READERS.map(([, words]) => words.split(" ", 1)[0]);
    expect([...ASKED.keys()].filter((word) => !first.includes(word))).toEqual([]);
  });

  test("takes no word of a seed for one of prose", () => {
    expect(PROSE.split(" ").filter(isSeedWord)).toEqual([]);
  });
});
