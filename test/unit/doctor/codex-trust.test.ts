import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { checkCodexTrust } from "../../../doctor/codex-trust.ts";
import { silentIo } from "../../support/silent-io.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();
const OURS = { command: "/d/runtime/snapveil-hook --agent codex", trustStatus: "trusted", enabled: true };
const THEIRS = { command: "other", trustStatus: "untrusted", enabled: false };
const WARNED = 'failed to parse hooks config: unknown field `$schema`, got "sk_secret_value"';

/** What is said where Codex gives such hooks; `undefined`: it does not know the question. */
function check(hooks: readonly object[] | undefined, warnings: readonly string[] = []) {
  const result = hooks ? { data: [{ hooks, warnings }] } : null;
  const answer = `${JSON.stringify({ id: 1, result: {} })}\n${JSON.stringify({ id: 2, result })}`;
  world.write(join(world.tmp, "bin/codex"), `#!/bin/sh\ncat <<'END'\n${answer}\nEND\n`, 0o755);
  return checkCodexTrust(silentIo(world.cwd, { ...world.env, PATH: `${world.tmp}/bin:${world.env["PATH"]}` }));
}

describe.skipIf(process.platform === "win32")("of hooks in Codex is said", () => {
  test.each<[what: string, given: Parameters<typeof check>, state: string, said: RegExp]>([
    ["trusted", [[OURS, THEIRS]], "ok", /Codex trusts these hooks/],
    ["managed by an organisation", [[{ ...OURS, trustStatus: "managed", isManaged: true }]], "ok", /trusts/],
    ["not trusted", [[OURS, { ...OURS, trustStatus: "untrusted" }]], "broken", /does not trust 1 of its 2 hooks/],
    ["changed since", [[{ ...OURS, trustStatus: "modified" }]], "broken", /does not trust 1 of its 1 hooks/],
    ["switched off", [[OURS, { ...OURS, enabled: false }]], "broken", /1 of Codex's hooks .* switched off/],
    ["not seen", [[THEIRS]], "broken", /does not see these hooks at all/],
    ["in a file that it does not read", [[], [WARNED]], "broken", /sees none .* unknown field `\$schema`, got "…"/],
    ["no answer", [undefined], "warning", /could not be asked/],
  ])("%s", async (_, given, state, said) => {
    const { state: found, message } = await check(...given);
    expect([found, message]).toEqual([state, expect.stringMatching(said)]);
    expect(message).not.toContain("sk_secret");
  });
});
