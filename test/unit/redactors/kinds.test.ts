import { expect, test } from "vitest";
import { redactText } from "../../../redactors/with-detector.ts";
import { brokenLaws } from "../../support/broken-laws.ts";
import { HARMLESS, HELD } from "./kinds/all.ts";
import { JOINED } from "./kinds/joined.ts";

test.each(HELD)("leaves nothing of the secrets in %s", (_name, text, ...secrets) => {
  const after = redactText(text, "typed").text;
  expect(secrets.filter((secret) => after.includes(secret))).toEqual([]);
});

test.each(HELD)("%s is redacted once for all, and JSON that holds it stays JSON", (_name, text) => {
  expect(brokenLaws(text)).toEqual([]);
});

test.each(HARMLESS)("leaves %s alone", (_name, text) => {
  expect(redactText(text, "typed").text).toBe(text);
});

test("texts that are joined stay texts that are joined", () => {
  const [, text = "", tail = ""] = JOINED.find(([name]) => name === "joined by +") ?? [];
  const head = /"(\w+)"/.exec(text)?.[1] as string;
  expect(redactText(text, "plain").text).toBe(text.replace(head, "[REDACTED]").replace(tail, "[REDACTED]"));
});
