import { expect, test } from "vitest";

import { bareOutput } from "../../../builtins/bare-output/bare-output.ts";
import { mayPrintSecret } from "../../../builtins/bare-output/may-print-secret.ts";
import type { Json } from "../../../kit/json.ts";
import { randomFrom } from "../../support/chance.ts";

function made(characters: string, length: number, seed: number): string {
  const random = randomFrom(seed);
  return Array.from({ length }, () => characters[random(characters.length)]).join("");
}

const HEX32 = `7${made("0123456789abcdef", 30, 1)}b`;
const HEX40 = `3${made("0123456789abcdef", 38, 2)}e`;
const RANDOM = `x4${made("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789", 20, 3)}7Q`;
const TYPED = ["Tr0ub", "4dor&3x"].join("");
const BASE64 = Buffer.from(made("0123456789abcdef", 32, 4)).toString("base64");
const LETTERS = made("BCDFGHJKLMNPQRSTVWXZ", 20, 5);

/** What of an answer would be cut, as the detector sees it. */
function cut(toolInput: Json, printed: string, toolResponse: Json = printed, toolName = "shell"): string[] {
  if (!mayPrintSecret(toolInput)) return [];
  const detector = bareOutput({ name: "tool_response_transform", wireName: "tool_response_transform", toolName, toolInput, toolResponse } as unknown as Parameters<typeof bareOutput>[0]);
  return (detector?.find(printed) ?? []).map(({ span }) => printed.slice(...span));
}

test.each([
  ["cat config/master.key", HEX32],
  ["cd app && sudo cat ./config/master.key", HEX32],
  ["cat $(git rev-parse --show-toplevel)/config/master.key", HEX32],
  ["bash -lc 'cat config/master.key'", HEX32],
  ['echo "$DB_PASSWORD"', TYPED],
  ["printenv API_TOKEN", RANDOM],
  ["jq -r '.db.password' settings.json", TYPED],
  ["yq .auth.token values.yaml", RANDOM],
  ["cat /run/secrets/db", RANDOM],
  ["head -1 .vault_pass", TYPED],
  ["cat ~/.erlang.cookie", LETTERS],
  ["cat secret.txt | tr -d '\\n'", RANDOM],
  ["terraform output -raw db_password", RANDOM],
  ["kubectl -n prod get secret db -o jsonpath='{.data.pw}' | base64 -d", TYPED],
  ["docker exec app printenv DB_PASSWORD", TYPED],
  ["node -p process.env.API_KEY", RANDOM],
  ["git config --get acme.token", RANDOM],
  ["heroku config:get SECRET_KEY_BASE", HEX32 + HEX32],
  ["op read op://vault/item/field", RANDOM],
  ["pass show mail/acme", TYPED],
  ["vault kv get -field=value secret/db", RANDOM],
  ["aws secretsmanager get-secret-value --secret-id x --query SecretString --output text", RANDOM],
  ["gpg --decrypt pw.gpg", TYPED],
  ["openssl rand -base64 32", BASE64],
])("what `%s` prints is told by the command", (command, value) => {
  expect(cut({ command }, `${value}\n`)).toEqual([value]);
});

test.each([
  ["git rev-parse HEAD", HEX40],
  ["git log -1 --format=%H -S password", HEX40],
  ["cat package.json", HEX32],
  ["cat src/token.ts", `foo2bar3baz4();\n${RANDOM}`],
  ["grep -l password -r src", "src/auth-42.ts"],
  ["ls secrets/", "db_password"],
  ["sha256sum secret.key | cut -d' ' -f1", HEX32 + HEX32],
  ["cat secret.key | openssl dgst -sha256 -r", HEX32 + HEX32],
  ["stat -c %Y secret.key", "1712345678"],
  ["kubectl get secret db -o jsonpath='{.metadata.uid}'", HEX32],
  ["docker run -e API_TOKEN=x image", HEX32 + HEX32],
  ["npm view jsonwebtoken version", "9.0.2-beta.1"],
  [`curl -H "Authorization: Bearer $TOKEN" https://a.test/upload`, RANDOM],
  ["gpg --list-keys", HEX40.toUpperCase()],
  ["cat password.txt", `the old one was ${RANDOM} they say`],
  ["echo done-password-reset", "done-password-reset"],
])("what `%s` prints is no secret of its own", (command, printed) => {
  expect(cut({ command }, `${printed}\n`)).toEqual([]);
});

test("a file is told by its path, however the tool numbers its lines", () => {
  const read = (file: string, printed: string, response: Json) => cut({ file_path: file }, printed, response, "Read");
  expect(read("/app/config/master.key", HEX32, { type: "text", file: { filePath: "/app/config/master.key", content: HEX32, numLines: 1 } })).toEqual([HEX32]);
  expect(read("/run/secrets/db", `     1→${RANDOM}\n`, `     1→${RANDOM}\n`)).toEqual([RANDOM]);
  expect(read("/app/config/master.key.md", HEX32, HEX32)).toEqual([]);
});

test("commands come as texts and as lists, and answers in parts; an identifier beside them stays", () => {
  expect(cut({ command: ["bash", "-lc", "cat config/master.key"] }, `Exit code: 0\nOutput:\n${HEX32}\n`)).toEqual([HEX32]);
  expect(cut({ cmd: "cat config/master.key" }, HEX32, { content: [{ type: "text", text: HEX32 }] })).toEqual([HEX32]);
  expect(cut({ command: "cat config/master.key" }, RANDOM, { id: RANDOM, stdout: "cat: no such file" })).toEqual([]);
});

test("words that fit nearly are read in good time", () => {
  expect(cut({ command: `git ${"-a ".repeat(5000)}password; git ${"-c token ".repeat(1000)}; docker ${"x ".repeat(5000)}` }, RANDOM)).toEqual([]);
});

test("long answers are no values", () => {
  expect(cut({ command: "cat secret.txt" }, `${RANDOM}\n`.repeat(101))).toEqual([]);
});
