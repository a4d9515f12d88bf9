import { describe, expect, test } from "vitest";

import { remediation } from "../../../audit/remediation.ts";
import { RULES } from "../../../redactors/rules/rules.ts";

describe("remediation", () => {
  test.each([
    ["github-token", /github\.com\/settings\/tokens/],
    ["aws-access-key-id", /IAM/],
    ["private-key", /new key pair/],
    ["connection-password", /Change the password/],
    ["password", /Change the password/],
    ["npmrc-auth-token", /npmjs\.com/],
    ["iban", /out of the history/],
    ["something-else", /where it was issued/],
  ])("%s", (kind, sentence) => expect(remediation(kind)).toMatch(sentence));

  test("says one whole sentence for every kind there is", () => {
    for (const [kind] of RULES) expect(remediation(kind), kind).toMatch(/^[A-Z][^\n]+\.$/);
  });
});
