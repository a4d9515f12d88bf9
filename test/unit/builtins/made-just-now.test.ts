import { expect, test } from "vitest";

import { makerOf } from "../../../builtins/weighing/made-just-now.ts";

const maker = (...commands: string[]) =>
  makerOf({ toolInput: { command: commands.join("; ") }, cwd: "/" } as unknown as Parameters<typeof makerOf>[0]);

test.each(["openssl rand -hex 32", "head -c 32 /dev/urandom | base64", "pwgen 20 1"])(
  "`%s` makes a secret for this moment, and not what is printed beside it",
  (command) => {
    expect(maker(command)).toBeDefined();
    for (const more of ["env", "printenv TOKEN", "export -p", "cat .env", "gh auth token", "echo $TOKEN", "$UNKNOWN"])
      expect([more, maker(command, more)]).toEqual([more, undefined]);
    expect(maker(command, "echo done")).toBeDefined();
  },
);

test.each(["ls", "cat .env", "echo openssl rand"])("`%s` makes none", (command) => {
  expect(maker(command)).toBeUndefined();
});
