import { expect, test } from "vitest";

import { printedValue } from "../../../builtins/printed-value/printed-value.ts";
import { mayPrintSecret } from "../../../builtins/redact-secrets.ts";
import type { Json } from "../../../kit/json.ts";
import { randomFrom } from "../../support/chance.ts";
import { expectInProportion } from "../../support/in-proportion.ts";

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
  if (!mayPrintSecret({ toolInput })) return [];
  const detector = printedValue({
    name: "tool_response_transform",
    wireName: "tool_response_transform",
    toolName,
    toolInput,
    toolResponse,
  } as unknown as Parameters<typeof printedValue>[0]);
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
  ["grep DB_PASSWORD .env | cut -d= -f2", TYPED],
  ["env | grep ^DB_PASSWORD= | cut -d= -f2-", TYPED],
  ["sudo grep -oP 'password = \\K.*' /root/.my.cnf", TYPED],
  ["awk -F= '/^SECRET_KEY=/{print $2}' .env", RANDOM],
  ["ssh prod 'cat /etc/app/secret.key'", HEX32],
  ['ssh -i id_ed25519 deploy@host "grep DB_PASSWORD /srv/.env | cut -d= -f2"', TYPED],
  ["docker compose exec -T web sh -c 'echo $SECRET_KEY'", RANDOM],
  ["docker run --rm -v secrets:/s alpine cat /s/db_password", TYPED],
  ["kubectl exec -it pod/db-0 -- sh -c 'cat /etc/secrets/password'", TYPED],
  ["sudo -u app timeout 5 cat api_token", RANDOM],
  ["find . -name master.key -print0 | xargs -0 cat", HEX32],
  ["find /run/secrets -type f -exec cat {} \\;", TYPED],
  ["for f in secrets/*; do cat $f; done", TYPED],
  ["x=$(cat config/master.key); echo $x", HEX32],
  ["cat <<EOF\n$DB_PASSWORD\nEOF", TYPED],
  ["python3 - <<'PY'\nimport os\nprint(os.environ['DB_PASSWORD'])\nPY", TYPED],
  ["poetry run python -c \"import os; print(os.getenv('API_TOKEN'))\"", RANDOM],
  ["python manage.py shell -c 'from django.conf import settings; print(settings.SECRET_KEY)'", RANDOM],
  ["node -e \"console.log(require('crypto').randomBytes(16).toString('hex'))\"", HEX32],
  ["bundle exec rails secret", HEX32 + HEX32],
  ["LC_ALL=C tr -dc A-Za-z0-9 </dev/urandom | head -c 32", RANDOM],
  ["psql -tAc 'select api_token from users limit 1'", HEX40],
  ["psql -tAc 'select u.api_token from users u limit 1'", HEX40],
  ["redis-cli get session:token", RANDOM],
  ["git show HEAD~1:config/master.key", HEX32],
  ["aws iam create-access-key --user-name ci --query AccessKey.SecretAccessKey --output text", RANDOM],
  ["aws secretsmanager get-secret-value --secret-id x | jq -r .SecretString", TYPED],
  ["kubectl get secret app -o json | jq -r '.data.token' | base64 -d", RANDOM],
  ["glab config get token --host gitlab.test", RANDOM],
  ["Get-Content .\\secrets\\db_password.txt", TYPED],
  ["$env:API_KEY", RANDOM],
  ["cat password.txt 2>/dev/null", TYPED],
  ["docker-compose exec postgres env | grep POSTGRES_PASSWORD | cut -d= -f2", TYPED],
  ["printf 'host=a.test\\n' | git credential fill | grep password | cut -d= -f2", TYPED],
  ["docker inspect db | jq -r '.[] | select(startswith(\"POSTGRES_PASSWORD=\"))' | cut -d= -f2", TYPED],
  ["ssh user@10.0.0.5 'sudo docker exec app printenv DB_PASSWORD'", TYPED],
  ["ssh -t bastion ssh db01 cat /etc/app/password", TYPED],
  ["gcloud compute ssh vm --command='cat /etc/app/token'", RANDOM],
  ["kubectl exec -n vault vault-0 -- cat /vault/root-token", RANDOM],
  ["kubectl get secret/regcred -o jsonpath='{.data.\\.dockerconfigjson}'", BASE64],
  ["wp config get DB_PASSWORD", TYPED],
  ['cat "$VAULT_TOKEN_FILE"', RANDOM],
  ["wg show wg0 private-key", BASE64],
  ["microk8s kubectl get secret db -o jsonpath='{.data.pw}' | base64 -d", TYPED],
  ["jq -r '.private_key_password // empty' sa.json", TYPED],
  ["(Get-Item Env:API_TOKEN).Value", RANDOM],
  ["gi Env:API_TOKEN", RANDOM],
  ["echo %DB_PASSWORD%", TYPED],
  ["git cat-file -p HEAD:config/master.key", HEX32],
  ["unzip -p backup.zip config/master.key", HEX32],
  ["tar -xOf backup.tar config/master.key", HEX32],
  ["cat api_token | tee copy.txt", RANDOM],
  ["tee copy.txt < api_token", RANDOM],
  ["django-admin shell -c 'print(settings.SECRET_KEY)'", RANDOM],
  ["curl -s http://10.0.0.1/v1/api_token?x=1", RANDOM],
  ["vault kv get -field=value secret/x", TYPED],
])("what `%s` prints is told by the command", (command, value) => {
  expect(cut({ command }, `${value}\n`)).toEqual([value]);
});

test.each([
  ["git rev-parse HEAD", HEX40],
  ["git log -1 --format=%H -S password", HEX40],
  ["cat package.json", HEX32],
  ["cat src/token.ts", `foo2bar3baz4();\n${RANDOM}`],
  ["grep -l password -r src", "src/auth-42.ts"],
  ["grep -lo 'password=.*' .env", TYPED],
  ["grep -co 'password=.*' .env", TYPED],
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
  ["git config --get user.signingkey", HEX40.toUpperCase()],
  ["git config credential.helper", "osxkeychain2"],
  ["cat .git/refs/heads/feature/api-token", HEX40],
  ["cat token.txt > /dev/null; git rev-parse HEAD", HEX40],
  ["sed -i 's/password/secret/' a.txt; git rev-parse HEAD", HEX40],
  ["echo 'rotated token' >> notes.md; git rev-parse HEAD", HEX40],
  ["TOKEN=$(cat token.txt) node build.js", HEX40],
  ["cat token.txt | gh auth login --with-token && git rev-parse HEAD", HEX40],
  ["docker compose exec web sha256sum /run/secrets/db", HEX32 + HEX32],
  ["docker exec app ./rotate-token.sh", HEX32],
  ["docker compose exec db psql -U app -tAc 'select id from api_keys limit 1'", HEX32],
  ["ssh -i secret.pem host git -C /srv rev-parse HEAD", HEX40],
  ["kubectl get secret db -o json | jq -r '.data | keys[]'", "db_password1\napi_key2x"],
  ["aws secretsmanager get-secret-value --secret-id x --query VersionId --output text", HEX32],
  ["az keyvault secret show --vault-name kv -n db --query id -o tsv", HEX32],
  ["jq -r '.[] | select(.type==\"token\") | .id' x.json", HEX32],
  ["jq -r '.keys[0].kid' jwks.json", RANDOM],
  ["gh cache list --json key -q '.[].key'", `node-linux-${HEX40}`],
  ["vault token lookup -format=json | jq -r .data.accessor", RANDOM],
  ["cat privatekey | wg pubkey", BASE64],
  ["cut -d: -f1 /etc/passwd", "jenkins2024\nubuntu22x"],
  ["echo ${API_TOKEN:+isset123}", "isset123"],
  ["cat reports/pass.txt", "test_login_1"],
  ["grep -rlE 'password|secret' src", "src/v2/auth4"],
  ["ls | grep password | head -1", "password4reset"],
  ["perl -pe 's/token/key/g' words.txt", "hello123x"],
  ["ruby -pe '$_.sub!(/token/, \"key\")' words.txt", "hello123x"],
  ["psql -tAc 'select id, api_token from users limit 1'", HEX40],
  ["curl -s https://a.test/v1/api_token | head -1", HEX32],
  ["cat secrets/known_hosts", HEX32],
  ["cat secrets/authorized_keys", HEX32],
  ["cat secrets/README", HEX32],
  ["cat secrets/LICENSE", HEX32],
  ["cat secrets/VERSION", HEX32],
  ["pass insert -e mail/acme", HEX32],
  ["pass ls", HEX32],
  ["gopass list mail", HEX32],
  ["gopass sync", HEX32],
  ["pass git log", HEX40],
  ["pass find mail", "acme-4-mail"],
  ["cat api_token", "A_LONG_NAME=Tr0b4d"],
  ["python -c \"import hashlib; print(hashlib.sha256(open('secret.key','rb').read()).hexdigest())\"", HEX32 + HEX32],
  [
    "node -e \"console.log(require('crypto').createHash('sha256').update(process.env.API_KEY).digest('hex'))\"",
    HEX32 + HEX32,
  ],
  ["sqlite3 db 'select max(id) from tokens'", "12345678"],
  ["vault token lookup -field=accessor", RANDOM],
  ["test -f .token && git rev-parse HEAD", HEX40],
  ["jq -r .contract.token erc20.json", `0x${HEX40}`],
  [
    "kubectl get secret tls -o jsonpath='{.data.tls\\.crt}' | base64 -d",
    `-----BEGIN CERTIFICATE-----\n${BASE64}\n-----END CERTIFICATE-----`,
  ],
  ["vault read -field=role_id auth/approle/x/role-id", HEX32],
  ["yq '.metadata.annotations[\"checksum/secret\"]' d.yaml", HEX32 + HEX32],
  ["jq -r .secret.id cfg.json", HEX32],
  ["echo $AWS_ACCESS_KEY_ID", `AKIA${LETTERS.slice(0, 8)}12345678`],
  ["cat secret.key.sha256 | cut -d' ' -f1", HEX32 + HEX32],
  ["cat .git/packed-refs | grep token | cut -d' ' -f1", HEX40],
  ["curl -sI https://a.test/token | awk '/etag/{print $2}'", HEX32],
  ['curl -s -H "Authorization: Bearer $(cat token.txt)" https://a.test/version', HEX40],
  ["bin/rails runner 'puts User.where(password_digest: nil).pluck(:id).first'", HEX32],
  ["pass show -h | head -1", "pass-v1.7.4x"],
])("what `%s` prints is no secret of its own", (command, printed) => {
  expect(cut({ command }, `${printed}\n`)).toEqual([]);
});

test("of a line that names its value the value is cut", () => {
  expect(cut({ command: "cat api_token" }, `CURRENT=${RANDOM}\n`)).toEqual([RANDOM]);
});

test("a file is told by its path, however the tool numbers its lines", () => {
  const read = (file: string, printed: string, response: Json) => cut({ file_path: file }, printed, response, "Read");
  expect(
    read("/app/config/master.key", HEX32, {
      type: "text",
      file: { filePath: "/app/config/master.key", content: HEX32, numLines: 1 },
    }),
  ).toEqual([HEX32]);
  expect(read("/run/secrets/db", `     1→${RANDOM}\n`, `     1→${RANDOM}\n`)).toEqual([RANDOM]);
  expect(read("/app/config/master.key.md", HEX32, HEX32)).toEqual([]);
  expect(read("/app/.git/refs/heads/fix-token", HEX40, HEX40)).toEqual([]);
  for (const line of [`00001| ${RANDOM}`, `1. ${RANDOM}`, `1 | ${RANDOM}`, `12: ${RANDOM}`, `<content>1: ${RANDOM}`])
    expect(read("/run/secrets/db", line, line)).toEqual([RANDOM]);
});

test("of several files that are read at once each counts", () => {
  expect(
    cut(
      { paths: ["README.md", "config/master.key"] },
      `=== config/master.key ===\n${HEX32}\n`,
      undefined,
      "read_multiple_files",
    ),
  ).toEqual([HEX32]);
});

test("commands come as texts and as lists, and answers in parts; an identifier beside them stays", () => {
  expect(cut({ command: ["bash", "-lc", "cat config/master.key"] }, `Exit code: 0\nOutput:\n${HEX32}\n`)).toEqual([
    HEX32,
  ]);
  expect(cut({ command: "cat", args: ["config/master.key"] }, HEX32)).toEqual([HEX32]);
  expect(
    cut({ commands: ["ls", "cat config/master.key"] }, HEX32, [
      { query: "ls", result: "a" },
      { query: "cat config/master.key", result: HEX32 },
    ]),
  ).toEqual([HEX32]);
  expect(cut({ session_id: 1, chars: "cat config/master.key\n" }, HEX32, HEX32, "write_stdin")).toEqual([HEX32]);
  expect(
    cut(
      { command: "cat config/master.key" },
      JSON.stringify({ stdout: `${HEX32}\n`, id: RANDOM }),
      [{ type: "text", text: JSON.stringify({ stdout: `${HEX32}\n`, id: RANDOM }) }],
      "mcp__shell__run",
    ),
  ).toEqual([HEX32]);
  expect(
    cut(
      { command: "cat config/master.key" },
      `command: cat config/master.key\nstdout: ${HEX32}\nstderr: \nreturncode: 0`,
    ),
  ).toEqual([HEX32]);
  expect(cut({ command: "cat config/master.key >&2; exit 1" }, HEX32, { stdout: "", stderr: HEX32 })).toEqual([HEX32]);
  expect(cut({ cmd: "cat config/master.key" }, HEX32, { content: [{ type: "text", text: HEX32 }] })).toEqual([HEX32]);
  expect(cut({ command: "cat config/master.key" }, RANDOM, { id: RANDOM, stdout: "cat: no such file" })).toEqual([]);
});

test.each([
  ["options", "git {-a }password; git {-c token }; docker {x }"],
  ["verbs", "kubectl {get }; aws {ssm get-parameter }; docker {exec }token"],
  ["names", "docker x exec echo {$token_a }; cat {token }"],
  ["substitutions", "echo token {$(}; echo {$(echo }"],
  ["fields", "jq '{select(.token }'; jq '{to_entries}'; jq '{.token}'; jq '{[\\\"}'"],
  ["code", "node -e '{print token }'; psql -c '{select token }'; python -c '{(len}'"],
  ["patterns", "grep -o '{(?<=token}' f; sed '{s/token/}' f; awk '{/token/}' f"],
  ["shells", "{sh -c }token; {ssh token }; {sudo }cat token; {xargs }token"],
  ["loops", "{for f in token; do cat $f; done; }{x=$x$x; }echo $x"],
])("%s again and again take time in proportion", (_name, script) => {
  for (const part of script.split("; "))
    expectInProportion((times) => {
      const long = (_match: string, again: string) => again.repeat(Math.floor((2000 * times) / again.length));
      const command = `: token; ${part.replace(/\{([^{}]+)\}/g, long)}`;
      return () => cut({ command }, `${RANDOM}\n`.repeat(99));
    });
});

test("long answers are no values", () => {
  expect(cut({ command: "cat secret.txt" }, `${RANDOM}\n`.repeat(101))).toEqual([]);
  expect(cut({ command: "cat secret.txt" }, `${RANDOM}\n${"long ".repeat(20_000)}`)).toEqual([]);
  let deep: Json = RANDOM;
  for (let depth = 0; depth < 20_000; depth += 1) deep = [deep];
  expect(cut({ command: "cat secret.txt" }, RANDOM, deep)).toEqual([]);
});
