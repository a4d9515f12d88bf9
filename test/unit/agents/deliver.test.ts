import { describe, expect, test } from "vitest";

import { deliver } from "../../../agents/codec/deliver.ts";
import type { Capabilities } from "../../../agents/codec/dialect.ts";
import { block, context, deny } from "../../../agents/codec/outcome.ts";

const everything: Capabilities = {
  refusal: true,
  context: true,
  notice: true,
  rewrite: ["toolInput", "messages", "toolResponse", "prompt"],
};

describe("deliver", () => {
  test("leaves alone what the agent carries", () => {
    const outcome = { ...context("hello"), rewrite: { prompt: "clean" }, notice: ["a word"] };
    expect(deliver(outcome, everything, "Agent")).toEqual(outcome);
  });

  test("turns a rewrite that would be dropped into a refusal", () => {
    const delivered = deliver({ rewrite: { prompt: "clean" } }, { ...everything, rewrite: [] }, "Agent");
    expect(delivered.rewrite).toBeUndefined();
    expect(delivered.verdict?.kind).toBe("block");
    expect(delivered.verdict?.reason).toContain("Agent");
  });

  test.each([
    ["text", "ls [REDACTED]"],
    ["a list", ["[REDACTED]"]],
  ])("refuses arguments that are %s: agents take an object and drop the rest", (_name, toolInput) => {
    const delivered = deliver({ rewrite: { toolInput } }, everything, "Agent");
    expect(delivered.rewrite).toBeUndefined();
    expect(delivered.verdict?.kind).toBe("block");
  });

  test("warns the person and the model where nothing can be refused either", () => {
    const delivered = deliver(
      { rewrite: { toolResponse: "clean" } },
      { ...everything, rewrite: [], refusal: false },
      "Agent",
    );
    expect(delivered.verdict).toBeUndefined();
    expect(delivered.notice?.join()).toContain("reaches the model");
    expect(delivered.context?.join()).toContain("Do not repeat it");
  });

  test("says that something was redacted only where it was", () => {
    const outcome = { rewrite: { toolInput: { cmd: "x" } }, rewriteNotice: ["redacted"] };
    expect(deliver(outcome, everything, "Agent").notice).toEqual(["redacted"]);
    expect(deliver(outcome, { ...everything, rewrite: [] }, "Agent").notice).toBeUndefined();
  });

  test("sends no rewrite beside a refusal: some agents take it for consent", () => {
    const delivered = deliver(
      { ...deny("no"), rewrite: { toolInput: { cmd: "x" } }, rewriteNotice: ["redacted"] },
      everything,
      "Agent",
    );
    expect(delivered).toEqual(deny("no"));
  });

  test("a refusal that the event cannot carry becomes a notice", () => {
    const delivered = deliver(block("over the limit"), { ...everything, refusal: false }, "Agent");
    expect(delivered.verdict).toBeUndefined();
    expect(delivered.notice?.[0]).toContain("over the limit");
  });

  test("drops a rewrite that another event of the agent deals with", () => {
    const delivered = deliver(
      { rewrite: { toolResponse: "clean" }, rewriteNotice: ["redacted"] },
      { ...everything, rewrite: [], lost: "ignore" },
      "Agent",
    );
    expect(delivered).toEqual({});
    expect(deliver(block("over the limit"), { ...everything, rewrite: [], lost: "ignore" }, "Agent")).toEqual(
      block("over the limit"),
    );
  });

  describe("what it is about", () => {
    const found = [{ kind: "token", excerpt: "ab…yz (20 characters)", where: "in prompt" }];
    const objection = (part?: "prompt" | "toolInput" | "toolResponse") => ({
      found,
      ...(part && { part }),
      pass: { setting: ["allow"], lines: ["hmac:1:2"] },
    });

    test("is named where a lost rewrite is refused, with the way to let it pass", () => {
      const outcome = { rewrite: { prompt: "clean" }, objections: [objection("prompt")] };
      const { verdict, objections } = deliver(outcome, { ...everything, rewrite: [] }, "Agent");
      expect(verdict?.reason).toMatch(/contains a secret: token ab…yz \(20 characters\) in prompt\. Agent does not/);
      expect(verdict?.person).toContain("type `snapveil allow --last`");
      expect(objections).toEqual([objection("prompt")]);
    });

    test("shows the model nothing of an output that it is not to see", () => {
      const outcome = { rewrite: { toolResponse: "clean" }, objections: [objection("toolResponse")] };
      const { verdict } = deliver(outcome, { ...everything, rewrite: [] }, "Agent");
      expect([verdict?.reason.includes("ab…yz"), verdict?.person?.includes("ab…yz")]).toEqual([false, true]);
    });

    test("is only what the event was refused for: nobody who allows that means the secret beside it", () => {
      const outcome = {
        ...deny("no"),
        rewrite: { toolInput: { a: 1 } },
        objections: [objection(), objection("toolInput")],
      };
      expect(deliver(outcome, everything, "Agent").objections).toEqual([objection()]);
      const elsewhere = { rewrite: { prompt: "clean" }, objections: [objection("prompt")] };
      expect(deliver(elsewhere, { ...everything, rewrite: [], lost: "later" }, "Agent").objections).toBeUndefined();
      expect(deliver(elsewhere, everything, "Agent").objections).toEqual([objection("prompt")]);
    });
  });
});
