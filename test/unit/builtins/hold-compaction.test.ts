import { describe, expect, test } from "vitest";

import docker from "../../../agents/docker-agent.ts";
import holdCompaction, { faultIn } from "../../../builtins/hold-compaction.ts";
import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { ioWith } from "../../support/io-with.ts";

const held = (share: string, raw: object): string | undefined => {
  const [event] = docker.decode({ hook_event_name: "before_compaction", ...raw }, "before_compaction");
  const call = { args: [share], io: ioWith(""), settings: DEFAULT_SETTINGS, origin: "user" as const };
  return holdCompaction(event as HookEvent<"before_compaction">, call).verdict?.reason;
};
const half = { input_tokens: 90_000, output_tokens: 10_000, context_limit: 200_000, compaction_reason: "threshold" };

describe("a summary", () => {
  test("is vetoed below the share, and not at it", () => {
    expect(held("0.8", half)).toMatch(/50 % of the model's context is used, and your settings wait for 80 %/);
    expect(held("80%", half)).toBeDefined();
    expect(held("0.5", half)).toBeUndefined();
    expect(held("0.4", half)).toBeUndefined();
  });

  test.each([
    ["which the person asked for", { compaction_reason: "manual" }],
    ["without which nothing goes on", { compaction_reason: "overflow" }],
    ["of a model whose limit is not known", { context_limit: 0 }],
    ["of a model whose limit is not said", { context_limit: undefined }],
    ["without a count", { input_tokens: undefined }],
  ])("%s is let through", (_which, more) => {
    expect(held("0.8", { ...half, ...more })).toBeUndefined();
  });

  test.each([["0"], ["1.5"], ["120%"], ["-1"], ["much"], [""]])("%j is no share", (share) => {
    expect(faultIn([share])).toContain("hold_compaction 0.8");
    expect(held(share, half)).toBeUndefined();
  });

  test("takes one share", () => {
    expect(faultIn(["0.8"])).toBeUndefined();
    expect(faultIn(["0.8", "0.9"])).toBeDefined();
    expect(faultIn([])).toBeDefined();
  });
});
