import { expect, test } from "vitest";
import { redactText } from "../../../redactors/with-detector.ts";
import { randomFrom } from "../../support/chance.ts";

const random = randomFrom(20);
const NOISE = Buffer.from(Array.from({ length: 200_000 }, () => random(256)));
/** Programs are full of zeros and of addresses that hardly differ. */
const PROGRAM = Buffer.from(
  Array.from({ length: 200_000 }, (_, i) => (i % 8 < 3 ? random(256) : i % 8 === 3 ? random(4) : 0)),
);

test.each([
  ["noise", NOISE],
  ["a program", PROGRAM],
])("leaves %s alone, encoded on one line, in lines of 76, in hex", (_name, bytes) => {
  const base64 = bytes.toString("base64");
  for (const text of [
    base64,
    base64.replace(/(.{76})/g, "$1\n"),
    base64.replace(/(.{64})/g, "$1\r\n"),
    bytes.toString("hex"),
    `data:image/png;base64,${base64}`,
  ]) {
    expect(redactText(text, "plain").findings).toEqual([]);
  }
});

test("leaves a list of files with their digests alone, whatever these spell", () => {
  const digest = `qaN-${"fw"}_htIgKUVXoAuAEVgKxQu3tZ9qE2eiKkWIS7LA`;
  const list = `platformdirs/version.py,sha256=${digest},160\n`;
  expect(redactText(list, "plain").text).toBe(list);
});

test("leaves the index of a manual alone: its numbers ascend", () => {
  const index = JSON.stringify({ which: Array.from({ length: 64 }, (_, at) => at * 2 + 3) });
  expect(redactText(index, "plain").text).toBe(index);
});
