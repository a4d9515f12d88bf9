import { expect, test } from "vitest";

import { showStack, UserError } from "../../../kit/user-error.ts";

function shown(error: unknown, debug?: string): string {
  let said = "";
  showStack({ env: { DEBUG: debug }, writeStderr: (text) => (said += text) }, error);
  return said;
}

const broken = (): unknown => {
  try {
    return JSON.parse('{"key": sk_secret_value}');
  } catch (error) {
    return error;
  }
};

test("a stack is shown to who asks for it alone, with its causes, and quotes no text that was parsed", () => {
  const error = new UserError("badSettings", ["a.jsonc", "it is broken"], broken());
  for (const debug of [undefined, "", "other"]) expect(shown(error, debug)).toBe("");
  for (const debug of ["snapveil", "express,snapveil"]) {
    expect(shown(error, debug)).toMatch(/The settings file a\.jsonc is not used[^]*caused by: SyntaxError/);
    expect(shown(error, debug)).not.toContain("sk_secret");
  }
  expect(shown("a text", "snapveil")).toBe("a text\n");
});
