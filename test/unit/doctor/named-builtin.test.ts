import { expect, test } from "vitest";

import { faultyLines, namedBuiltin } from "../../../doctor/named-builtin.ts";

const faultIn = async (command: string) =>
  (await faultyLines([{ command, event: "Stop" }])).get(command)?.message.replace(/^The line for Stop is wrong: /, "");

test.each([
  ["snapveil hook add_date", "add_date"],
  ["/x/snapveil-hook --agent codex --event=Stop redact_secrets 2>/dev/null", "redact_secrets"],
  ["snapveil hook --agent codex", undefined],
  ["snapveil hook add_dat", undefined],
])("the builtin that %j starts alone is %j", (command, name) => expect(namedBuiltin(command)).toBe(name));

test.each([
  ["snapveil hook block_destructive sometimes", /^block_destructive takes/],
  ["snapveil hook block_destructive 'some*'", /^block_destructive takes/],
  ['snapveil hook "block_destructive" sometimes', undefined],
  ["snapveil hook add_dat", /no builtin named "add_dat"/],
  ["other hook add_dat", undefined],
  // What a shell makes of these is not known.
  ["snapveil hook block_destructive some*", undefined],
  ["snapveil hook block_destructive al?", undefined],
  ["snapveil hook block_destructive $LEVEL", undefined],
  ["snapveil hook block_destructive `level`", undefined],
  ["snapveil hook block_destructive a\\ll", undefined],
])("the fault in the line %j is %j", async (command, fault) => {
  const said = await faultIn(command);
  if (fault === undefined) expect(said).toBeUndefined();
  else expect(said).toMatch(fault);
});
