import { expect, test } from "vitest";

import { encodingOf } from "../../../kit/encoding-of.ts";

const text = (length: number, nulAt = -1) => Buffer.from(Array.from({ length }, (_, at) => (at === nulAt ? 0 : 97)));
const begins = (hex: string) => Buffer.concat([Buffer.from(hex, "hex"), Buffer.from(" and text")]);

test.each([
  ["a text", text(10), "utf-8"],
  ["nothing", text(0), "utf-8"],
  ["UTF-16, little end first", begins("fffe"), "utf-16le"],
  ["UTF-16, big end first", begins("feff"), "utf-16be"],
  ["a NUL among the first bytes", text(9000, 7999), undefined],
  ["a NUL far behind", text(9000, 8000), "utf-8"],
  ...[
    "25504446",
    "1f8b08",
    "425a68",
    "fd377a585a",
    "28b52ffd",
    "504b0304",
    "89504e47",
    "ffd8ff",
    "47494638",
    "774f4632",
  ].map((mark) => [`a file that begins with ${mark}`, begins(mark), undefined] as const),
] as const)("%s is read as it is", (_what, bytes, encoding) => {
  expect(encodingOf(bytes)).toBe(encoding);
});

test.each(["53514c69746520666f726d6174203300", "377f0682", "377f0683"])(
  "a database that begins with %s is text for who asks for those alone",
  (mark) => {
    const bytes = Buffer.concat([begins(mark), Buffer.alloc(1)]);
    expect([encodingOf(bytes), encodingOf(bytes, true)]).toEqual([undefined, "utf-8"]);
    expect(encodingOf(text(9, 3), true)).toBeUndefined();
  },
);
