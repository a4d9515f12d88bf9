import { expect, test } from "vitest";

import { coloursOf } from "../../../page/colours/colours.ts";
import { piecesOf } from "../../../page/checkpoint/pieces.ts";

const place = { side: "after", line: 1, column: 4, length: 6, kind: "k", at: 9, part: 0 } as const;

test("a line is cut where its colour changes, where it differs, and around a secret", () => {
  const parts = [
    { text: "ab", changed: false },
    { text: "cdSECRETe", changed: true },
  ];
  const colours = [
    { end: 3, name: "keyword" },
    { end: 11, name: "string" },
  ];
  expect(piecesOf(parts, colours, [place])).toEqual([
    { text: "ab", changed: false, colour: "keyword" },
    { text: "c", changed: true, colour: "keyword" },
    { text: "d", changed: true, colour: "string" },
    { text: "", changed: true, secret: place },
    { text: "e", changed: true, colour: "string" },
  ]);
});

test("a secret that begins in one part and ends in the next is drawn once", () => {
  const parts = [
    { text: "abcdSEC", changed: false },
    { text: "RETe", changed: true },
  ];
  expect(piecesOf(parts, [], [place]).map(({ text, secret }) => (secret ? "*" : text))).toEqual(["abcd", "*", "e"]);
});

test("without colours and secrets the parts stay as they are", () => {
  const parts = [{ text: "a", changed: false }];
  expect(piecesOf(parts)).toEqual(parts);
});

test("colours go over lines, by the name of the file, and no line is lost", () => {
  const lines = coloursOf("src/a.ts", "/* one\ntwo */ const x = `a\nb`;\n")!;
  expect(lines.map((line) => line.map(({ end, name }) => `${name ?? "-"}:${end}`).join(" "))).toEqual([
    "comment:6",
    "comment:6 -:7 keyword:12 -:17 string:19",
    "string:2 -:3",
    "",
  ]);
  expect(coloursOf("Makefile", "all:\n\techo\n")).toBeDefined();
  expect(coloursOf("config/.env", "A=1\n")).toBeDefined();
  expect(coloursOf("notes.unknown", "a\n")).toBeUndefined();
});
