import { alnum, hex, made, strong, type Harmless, type Held } from "./made.ts";

const UPPER = "ABCDEFGHJKLMNPQRSTUVWXYZ234567";
const A = alnum(14, 1401);
const S = strong(1402);
/** Four and eight letters and digits, a sign between them. */
const parted = (sign: string, seed: number): string =>
  `${alnum(5, seed).replace(/^../, "qX")}${sign}${alnum(8, seed + 3)}`;
const BRACKET = parted("(", 1410);
const ANGLE = parted("<", 1420);
const SEMICOLON = parted(";", 1430);
const DOT = parted(".", 1440);
const DIGITS = made("123456789", 9, 1450);
const WORD = `${["Win", "ter"].join("")}.${["tig", "er"].join("")}7`;
const HEAD = "| Name | Value | Notes |\n|---|---|---|\n";

/** Tables, values before their names, and signs that end a value in code. */
export const ROWS: readonly Held[] = [
  ["a table with a third cell", `${HEAD}| DB_PASSWORD | ${A} | rotate |\n`, A],
  ["a table with a third cell in code", `${HEAD}| DB_HOST | db | |\n| \`DB_PASSWORD\` | \`${S}\` | rotate |\n`, S],
  ["a table with numbers", `| # | Name | Value |\n|--|--|--|\n| 1 | DB_PASSWORD | ${A} |\n`, A],
  [
    "a word in such a table",
    `${HEAD}| DB_PASSWORD | ${["River", "Falcon"].join("")} | |\n`,
    ["River", "Falcon"].join(""),
  ],
  ["a table with a type between", `| Key | Type | Value |\n|---|---|---|\n| db_password | string | ${A} |\n`, A],
  ["psql's table", ` id |    name     |    value\n----+-------------+-----\n  1 | DB_PASSWORD | ${A}\n(1 row)`, A],
  ["drawn bars", `│ Name        │ Value │ Env │\n├─────────────┼───┼───┤\n│ DB_PASSWORD │ ${A} │ prod │`, A],
  ["tabs", `name\tvalue\tnote\nDB_HOST\tdb\t\nDB_PASSWORD\t${A}\trotate\n`, A],
  ["commas", `name,value,note\nDB_PASSWORD,${A},rotate\n`, A],
  ["aligned columns", `Key         Value\n---         -----\npassword    ${S}\nusername    app`, S],
  ["the registry of Windows", `    DefaultPassword    REG_SZ    ${A}`, A],
  ["AUTH of Redis", `AUTH default ${A}`, A],
  ["net use", `net use Z: \\\\srv\\share ${A} /user:acme\\bob`, A],
  ["SSH in code", `ssh.connect(h, 22, "root", "${A}")`, A],
  ["two halves of Twilio", `Client("AC" + "${hex(32, 1403)}", "${hex(32, 1404)}")`, hex(32, 1404)],
  ["a token alone in an address", `git clone https://${["xYGZKr4", "2zMbfcg"].join("")}@github.com/a/b.git`, "2zMbfcg"],
  ["arguments in a list", `args:\n  - --requirepass\n  - ${A}\n`, A],
  ["a value before its name in JSON", `[{"value":"${A}","name":"DB_PASSWORD"}]`, A],
  ["the same over lines", `{\n  "value": "${S}",\n  "name": "DB_PASSWORD"\n}`, S],
  ["the same in a text of JSON", `{"env":"[{\\"value\\":\\"${A}\\",\\"name\\":\\"DB_PASSWORD\\"}]"}`, A],
  ["a value before its name in YAML", `- value: ${A}\n  name: DB_PASSWORD\n`, A],
  ["a value before its name in a page", `<input value="${A}" name="password" type="hidden">`, A],
  ["a bracket in an environment", `DB_PASSWORD=${BRACKET}\nX=1`, BRACKET],
  ["a bracket in YAML", `db:\n  password: ${BRACKET}\n  port: 1`, BRACKET],
  ["an angle in settings", `[mysql]\npassword = ${ANGLE}\nport = 1`, ANGLE],
  ["an angle behind a flag", `app --user bob --password ${ANGLE} --host db`, ANGLE],
  ["a semicolon in XML", `<server><username>ci</username><password>${SEMICOLON}</password></server>`, SEMICOLON],
  ["a full stop in properties", `spring.datasource.password=${DOT}\n`, DOT],
  ["words with a full stop", `DB_PASSWORD=${WORD}\n`, WORD],
  ["what sed puts in the place of a password", `sed -i 's/PASSWORD=old/PASSWORD=${A}/' app.env`, A],
  ["digits in an environment", `DB_PASSWORD=${DIGITS}\nX=1`, DIGITS],
  ["digits in a table", `${HEAD}| \`DB_PASSWORD\` | \`${DIGITS}\` | |\n`, DIGITS],
];

/** Kinds of tokens that stand bare, and those with their sign at a place inside. */
export const BARE: readonly Held[] = (
  [
    ["GitLab", `glrtr-${alnum(19, 1457)}`],
    ["Aiven", `AVNS_${alnum(20, 1458)}`],
    ["dbt", `dbtu_${alnum(40, 1459)}`],
    ["Packagist", `packagist_ouat_${alnum(34, 1497)}`],
    ["Cloudflare", `cfast_${alnum(48, 1460)}`],
    ["age", `AGE-SECRET-KEY-PQ-1${made(UPPER, 58, 1461)}`],
    ["Composio", `uak_${alnum(43, 1462)}`],
    ["Matrix", `syt_${alnum(9, 1463)}_${alnum(20, 1464)}_${alnum(6, 1465)}`],
    ["Cursor", `crsr_${hex(64, 1466)}`],
    ["Factory", `fk-${alnum(40, 1467)}`],
    ["Brave", `BSA${alnum(28, 1468)}`],
    ["Scrapfly", `scp-live-${hex(32, 1469)}`],
    ["Zep", `z_1dW${alnum(79, 1470)}`],
    ["Mailgun", `${hex(32, 1471)}-${hex(8, 1472)}-${hex(8, 1473)}`],
    ["Trello", `ATTA${hex(64, 1474)}${made("0123456789ABCDEF", 8, 1475)}`],
    [
      "Infisical",
      `st.${[8, 4, 4, 4, 12].map((n, at) => hex(n, 1476 + at)).join("-")}.${hex(32, 1481)}.${hex(32, 1482)}`,
    ],
    ["Firebase", `${alnum(11, 1483)}:APA91b${alnum(134, 1484)}`],
    ["Inngest", `signkey-prod-${hex(64, 1485)}`],
    ["Azure DevOps", `${alnum(52, 1486)}JQQJ99${alnum(14, 1487)}AZDO${alnum(8, 1488)}`],
    ["Azure's functions", `${alnum(44, 1489)}AzFu${alnum(6, 1490)}`],
    ["Azure's search", `${alnum(42, 1497)}AzSe${alnum(6, 1498)}`],
    ["Azure's registries", `${alnum(42, 1491)}+ACR${alnum(6, 1492)}`],
    ["Stellar", `S${made(UPPER, 55, 1493)}`],
    ["Asana", `2/${made("123456789", 16, 1494)}/${made("123456789", 16, 1495)}:${hex(32, 1496)}`],
  ] as const
).map(([name, token]): Held => [`${name}, bare`, `Please rotate ${token} (seen in the log)`, token]);

/** What test reports, servers' settings and translations have in the place of a secret. */
export const ROWS_HARMLESS: readonly Harmless[] = [
  ["a table of what names mean", "| Parameter | In | Required |\n|---|---|---|\n| api_token | x-api-token | yes |\n"],
  ["a table of policies", "| Name | Value |\n|---|---|\n| password_policy | strict |\n| require_token | true |\n"],
  ["a button", '<input value="Log in" name="password_submit" type="submit">'],
  ["names with other values", '[{"value":"true","name":"require_token"}]\n- value: "30"\n  name: TOKEN_TTL_SECONDS'],
  ["code with brackets", "password=foo(1, 2)\nif (password.length < 8) return;"],
  ["counts", "DB_PASSWORD_LENGTH=16\nMAX_TOKENS=128000\npassword_changed_at: 1700885300"],
  ["reports of Go's tests", "--- PASS: TestParse/case_1 (0.00s)\n--- PASS: TestRFC3339Nano (0.00s)"],
  ["reports of DejaGnu", "PASS: gdb.base/a2_run.exp: step 1"],
  ["a word that sed puts in the place of another", "sed -i 's/MYSQL_PASSWORD: shop/MYSQL_PASSWORD: shop_test/' a.yml"],
  ["nginx", "    fastcgi_pass unix:/run/php/php8.2-fpm.sock;"],
  ["a reference of Markdown", "[storage.mysql.password]: ../storage/mysql.md#password"],
  ["a default of the shell", "redis://${REDIS_PASSWORD:-}@${REDIS_HOST}:6379"],
  ["a certificate", `cluster_auth = "${["LS0tLS1CRUdJTiBDRVJU", "SUZJQ0FURS0tLS0tCk1JSUM1ekND"].join("")}"`],
  ["a range of versions", 'tiktoken = ">=0.9.0,<0.10"'],
  ["ranges of versions", '"lexik/jwt-authentication-bundle": "<2.10.7|>=2.11,<2.11.3",'],
  ["a pattern", "- key: token\n  value: '^(abc123|zyx789)$'"],
  ["a word that is repeated", "// long long long long long long long long long long long long long"],
  ["prose", 'Users are identified by "userId2".'],
  ["a translation", '"Secret": "Skrivnost",\n"Change your Password" = "Ubah sandi anda";'],
  ["the name of a variable", "KRB5_PASSWORD_ENV = 'KRB5_PASSWORD'"],
  ["a word for the value", 'userdb="host=h user=<u> password=<database-user-password> connect_timeout=30"'],
  ["a variable in code", "'X-XSRF-TOKEN' : xsrfCookie"],
  ["a digest in capitals", `SHA1: 5430364AA35E94C0${["AC", "CA"].join("")}40F07CB88134534E1B09`],
  ["an expansion of FreeRADIUS", '&User-Password := "%{string:Tmp-String-0}"'],
];
