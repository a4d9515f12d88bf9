import { describe, expect, test } from "vitest";

import { failedOutcome } from "../../../hook/failed-outcome.ts";
import { UserError } from "../../../kit/user-error.ts";
import type { HookEvent } from "../../../agents/codec/hook-event.ts";

const event = (name: string, fields: object = {}) =>
  ({ name, wireName: name, dialect: "docker-agent", raw: {}, ...fields }) as HookEvent;
const closed = { name: "redact_secrets", failure: "closed" } as const;
const error = new TypeError("holds sk_secret_value");

describe("a failure", () => {
  test("of an open builtin is a notice", () => {
    expect(failedOutcome({ name: "add_date", failure: "open" }, event("turn_start"), error)).toEqual({
      notice: ["snapveil: add_date failed (TypeError) and was left out."],
    });
  });

  test("of an open builtin says what a person can do about it, where it is known", () => {
    expect(
      failedOutcome({ name: "snapshot", failure: "open" }, event("turn_start"), new UserError("fullDisk")),
    ).toEqual({
      notice: [
        "snapveil: snapshot was left out: The disk is full. Make room and do it again; " +
          "what was recorded before is untouched.",
      ],
    });
    expect(
      JSON.stringify(failedOutcome(closed, event("pre_tool_use"), new UserError("badArgument", ["sk_secret_value"]))),
    ).not.toContain("sk_secret_value");
  });

  test.each(["pre_tool_use", "tool_input_transform"])("of a closed one denies %s", (name) => {
    expect(failedOutcome(closed, event(name), error).verdict?.kind).toBe("deny");
  });

  test.each(["before_llm_call", "user_prompt_submit"])("of a closed one blocks %s", (name) => {
    expect(failedOutcome(closed, event(name), error).verdict?.kind).toBe("block");
  });

  test("withholds output in the shape that it had", () => {
    const response = { stdout: "x", stderr: "", interrupted: false, parts: [{ text: "y", n: 1 }] };
    const { rewrite } = failedOutcome(closed, event("tool_response_transform", { toolResponse: response }), error);
    const text = expect.stringContaining("withheld") as string;
    expect(rewrite?.toolResponse).toEqual({ stdout: text, stderr: "", interrupted: false, parts: [{ text, n: 1 }] });
  });

  test("never quotes the error, which may hold what was looked at", () => {
    for (const name of ["pre_tool_use", "before_llm_call", "tool_response_transform", "stop"]) {
      expect(JSON.stringify(failedOutcome(closed, event(name, { toolResponse: "out" }), error))).not.toContain(
        "sk_secret",
      );
    }
  });
});
