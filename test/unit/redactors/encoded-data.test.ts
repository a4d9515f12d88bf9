import { expect, test } from "vitest";
import { redactText } from "../../../redactors/redact-text.ts";
import { randomFrom } from "../../support/chance.ts";

const random = randomFrom(20);
const NOISE = Buffer.from(Array.from({ length: 200_000 }, () => random(256)));
/** Programs are full of zeros and of addresses that hardly differ. */
const PROGRAM = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i % 8 < 3 ? random(256) : i % 8 === 3 ? random(4) : 0)));

test.each([
  ["noise", NOISE],
  ["a program", PROGRAM],
])("leaves %s alone, encoded on one line, in lines of 76, in hex", (_name, bytes) => {
  const base64 = bytes.toString("base64");
  for (const text of [base64, base64.replace(/(.{76})/g, "$1\n"), base64.replace(/(.{64})/g, "$1\r\n"), bytes.toString("hex"), `data:image/png;base64,${base64}`]) {
    expect(redactText(text, "plain").findings).toEqual([]);
  }
});
