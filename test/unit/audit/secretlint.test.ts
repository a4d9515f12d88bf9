import { describe, expect, test } from "vitest";

import { secretlintDetector } from "../../../redactors/secretlint/secretlint.ts";

const SLACK = ["xoxb-", "263594206564-2343594206574-", "FGqddMF8t08v8N7Oq4i57vs1"].join("");
const KEY_ID = ["AKIA", "IJ3QXR5Z7PLM2WVU"].join("");

const SECRET = ["wJ4rX9kQ2mZ7vB5nT8cL", "1pD6hG3fY0sA+Ue/Ro2i"].join("");

describe("secretlintDetector", () => {
  test.each([
    ["a token", `token: ${SLACK} end`, [["slack-token", SLACK]]],
    ["behind a byte order mark", `\ufefftoken: ${SLACK}`, [["slack-token", SLACK]]],
    ["an access key's id, which is off by default", `id = ${KEY_ID}`, [["aws-access-key-id", KEY_ID]]],
    ["an account's number, which is no secret", "account_id = 1234-5678-9012", []],
    ["comments that allow do not count here", `// secretlint-disable\ntoken: ${SLACK}`, [["slack-token", SLACK]]],
    ["a marker is none", "DATABASE_URL=postgres://app:[REDACTED:url-password]@db:5432/x", []],
    ["a template is none", "DATABASE_URL=postgres://app:${DB_PASS}@db:5432/x and mysql://u:{{pw}}@h/db", []],
    ["what is shortened is none", "DATABASE_URL=postgresql://shop:t4nk-gr4…st@db.internal:5432/shop", []],
    [
      "an address",
      `x = postgres://app:${"t4nk"}-gr4vel@db:5432/x`,
      [["postgresql-connection", `postgres://app:${"t4nk"}-gr4vel@db:5432/x`]],
    ],
    [
      "a secret under its name, of which the rule takes a part",
      `  aws_secret_access_key = "${SECRET}"`,
      [["aws-secret-access-key", SECRET.slice(0, 15)]],
    ],
    ["nothing", "nothing", []],
  ])("%s", async (_what, text, expected) => {
    const found = await secretlintDetector().find(text, "a.txt");
    expect(found.map(({ kind, span }) => [kind, text.slice(...span)])).toEqual(expected);
  });

  test("opens no file that a name points to", async () => {
    expect(await secretlintDetector().find("text", "key.p12")).toEqual([]);
    expect(await secretlintDetector().find("{}", "key.json")).toEqual([]);
  });
});
