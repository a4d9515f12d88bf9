import { describe, expect, test } from "vitest";
import { redactText } from "../../../../redactors/with-detector.ts";

const GITHUB = ["gh", "p_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0xgqo3"].join("");
const AWS = ["AKI", "AQYLPMN5HFIQR7XYA"].join("");
const STRIPE = ["sk_", "live_", "4eC39HqLyjWDarjtT1zdp7dc"].join("");
const OPAQUE = "q8Zr2Lk0Vx7Tn4Bd9Ws1";
const PEM_HEAD = ["-----BEGIN RSA", " PRIVATE KEY-----"].join("");
const PEM_TAIL = ["-----END RSA", " PRIVATE KEY-----"].join("");
const PEM_LINES = ["MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn", "ygWyF0o6a8m7Qb0H6nKTQ0f5ZgQ"];

/** What goes in, what comes out in the plain style. */
const REDACTED: readonly (readonly [name: string, before: string, after: string])[] = [
  ["a token alone", GITHUB, "[REDACTED]"],
  ["a token glued into text", `BEFORE${GITHUB}AFTER`, "BEFORE[REDACTED]AFTER"],
  ["a token between control characters", `\0\x01${GITHUB}\x1b[0m`, "\0\x01[REDACTED]\x1b[0m"],
  ["two tokens and the text between them", `A=${GITHUB} && B=${STRIPE}; é✓`, "A=[REDACTED] && B=[REDACTED]; é✓"],
  ["two tokens that touch", GITHUB + GITHUB, "[REDACTED][REDACTED]"],
  [
    "a header in a curl command",
    `curl -H 'Authorization: token ${GITHUB}' https://a.test`,
    "curl -H 'Authorization: token [REDACTED]' https://a.test",
  ],
  ["an opaque bearer token", `Authorization: Bearer ${OPAQUE}`, "Authorization: Bearer [REDACTED]"],
  ["a password in a connection string", "postgres://app:s3cr3tP4ss@db:5432/x", "postgres://app:[REDACTED]@db:5432/x"],
  ["a password that holds @", "postgres://u:p4ss@w0rdlong@db.test/x", "postgres://u:[REDACTED]@db.test/x"],
  ["a password without a user", "redis://:p4ssw0rdlong@cache:6379/0", "redis://:[REDACTED]@cache:6379/0"],
  ["an environment line", "DB_HOST=h\nDB_PASSWORD=hunter22\n", "DB_HOST=h\nDB_PASSWORD=[REDACTED]\n"],
  ["JSON", `{"api_key": "${OPAQUE}"}`, '{"api_key": "[REDACTED]"}'],
  ["JSON in JSON", `{"a": "{\\"api_key\\": \\"${OPAQUE}\\"}"}`, '{"a": "{\\"api_key\\": \\"[REDACTED]\\"}"}'],
  ["an XML element", `<password>${OPAQUE}</password>`, "<password>[REDACTED]</password>"],
  ["PHP", `define('DB_PASSWORD', '${OPAQUE}');`, "define('DB_PASSWORD', '[REDACTED]');"],
  ["a flag", "./login --user bob --password hunter2XxY9% -v", "./login --user bob --password [REDACTED] -v"],
  ["curl -u", "curl -u deploy:Str0ng%pass https://n.test/", "curl -u deploy:[REDACTED] https://n.test/"],
  ["a key", [PEM_HEAD, ...PEM_LINES, PEM_TAIL].join("\n"), `${PEM_HEAD}[REDACTED]${PEM_TAIL}`],
  [
    "a key without its end",
    `${PEM_HEAD}\n${PEM_LINES.join("\n")}\n... (truncated)`,
    `${PEM_HEAD}[REDACTED]\n... (truncated)`,
  ],
  [
    "a key with escaped line ends",
    `"${PEM_HEAD}\\n${PEM_LINES.join("\\n")}\\n${PEM_TAIL}"`,
    `"${PEM_HEAD}[REDACTED]${PEM_TAIL}"`,
  ],
  [
    "the name of a password on a host that somebody runs",
    "https://deploy:password@npm.acme.dev/x",
    "https://deploy:[REDACTED]@npm.acme.dev/x",
  ],
  [
    "a plain login on the web",
    "see https://user:pass@example.com/x or このftp://user:password@example.comは",
    "see https://user:[REDACTED]@example.com/x or このftp://user:[REDACTED]@example.comは",
  ],
  [
    "a webhook of which somebody hid a part",
    `https://hooks.slack.com/services/${"TXXXXXX"}/B${"X".repeat(8)}/qKirRWalryBGqKirRWalryBG`,
    "https://[REDACTED]",
  ],
  [
    "a webhook that is hidden but for its form",
    `https://hooks.slack.com/services/TXXXXX/BXXXXX/${"X".repeat(10)}`,
    "https://[REDACTED]",
  ],
  [
    "a password that repeats the user",
    "postgres://postgres:postgres@db.prod.acme.dev/x",
    "postgres://postgres:[REDACTED]@db.prod.acme.dev/x",
  ],
  [
    "the number of an AWS account",
    `AWS_ACCOUNT_ID=${"4021".repeat(3)}\n"awsAccountId": "4021-4021-4021"`,
    'AWS_ACCOUNT_ID=[REDACTED]\n"awsAccountId": "[REDACTED]"',
  ],
  ["who logs in to Azure", "azure_client_id: dac6fb3d-713c-4555-8a97-4089aa3849be", "azure_client_id: [REDACTED]"],
  [
    "a token that somebody named like a sample",
    `${["pck", "ey_"].join("")}My_ne7HrCrjBIlj5i0W0RjMbWbx3Uq`,
    "[REDACTED]",
  ],
  [
    "a token with four of a filler by chance",
    `${["gh", "p_"].join("")}bG7oHlRL8jAPxXxxamvwJuicvHEDZdfrUXvx`,
    "[REDACTED]",
  ],
  ["an AWS key id", `pre ${AWS} post`, "pre [REDACTED] post"],
];

const CLEAN: readonly (readonly [name: string, text: string])[] = [
  ["nothing", ""],
  ["prose", "the quick brown fox"],
  [
    "the parts of an address, as a manual shows them",
    "https://user:pass@sub.example.com:8080/p?q, http://joe:password@proxy.example.com/ and " +
      "http://username:password@host.com:80/path",
  ],
  ["the parts of an address in capitals", "git clone https://USER:PASSWORD@git.acme.dev/x.git"],
  ["the AWS manual's key", ["AKIA", "IOSFODNN7EXAMPLE"].join("")],
  ["a bare 40 character value", "value wJalrXUtnFEMI/K7MDENG/bPxRfiCYCONFTESTKY end"],
  ["templates in URLs", "postgres://app:${DB_PASS}@h/db mysql://u:<password>@h/x amqp://u:{{pw}}@h/"],
  [
    "what manuals write for a login",
    "http://user:pass@proxy:8080 ftp://user:password@host/x redis://redis:redis@localhost:6379 " +
      "postgres://user:pass@example.com/x",
  ],
  [
    "an id that is no half of a login",
    "request_id=dac6fb3d-713c-4555-8a97-4089aa3849be arn:aws:iam::123456789012:role/x AWS_ACCOUNT_ID=123456789012",
  ],
  ["prose in a script without blanks", '"pass": "ページには見出しが必要です",'],
  ["an alphabet", 'const code = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";'],
  ["a pattern for keys", "const VALID_KEY = `[a-z0-9]${RANGE}{0,240}@[a-z]${RANGE}{0,13}`;"],
  ["a table of a codec", `[${Array.from({ length: 64 }, (_, at) => (at * 37) % 64).join(",")}]`],
  ["a look-up", "password = process.env.DB_PASSWORD"],
  ["a type", "password: string;"],
  ["a hash", "commit 399eee94929cc708c81ad0c41f083ac574eb632a"],
  [
    "the webhook of Slack's manual",
    `https://hooks.slack.com/services/T${"0".repeat(8)}/B${"0".repeat(8)}/${"X".repeat(24)}`,
  ],
  ["a publishable key", ["pk_", "live_4eC39HqLyjWDarjtT1zdp7dc"].join("")],
  ["markers", `AWS_SECRET_ACCESS_KEY=[REDACTED] postgres://u:[REDACTED]@h ${PEM_HEAD}[REDACTED]${PEM_TAIL}`],
  ["typed markers", `token=[REDACTED:github-token] postgres://u:[REDACTED:connection-password]@h`],
];

describe("redactText", () => {
  test.each(REDACTED)("cuts %s", (_name, before, after) => {
    expect(redactText(before, "plain").text).toBe(after);
  });

  test.each(CLEAN)("leaves %s", (_name, text) => {
    expect(redactText(text, "plain")).toEqual({ text, findings: [] });
  });

  const takesMany = (text: string) => {
    const rows = text.repeat(150_000);
    const after = redactText(text.startsWith("{") ? `[${rows.slice(0, -1)}]` : rows, "plain");
    expect(after.findings).toHaveLength(150_000);
    expect(after.text).not.toContain("abc123x");
  };

  test("takes a hundred and fifty thousand secrets in lines", () => takesMany("密码：abc123x\n"));

  test.each([
    ["one line", "DB_PASSWORD=abc123x9 "],
    ["a list in JSON", '{"password":"abc123x9"},'],
  ])("takes a hundred and fifty thousand secrets in %s", { tags: ["long"] }, (_name, text) => takesMany(text));

  test("reads no command's word over the end of the string that it stands in", () => {
    const text = JSON.stringify({ a: `x\ncurl -u ${GITHUB}\\"curl -u {y`, password: "z" });
    expect(Object.keys(JSON.parse(redactText(text, "plain").text) as object)).toEqual(["a", "password"]);
  });

  test("names the kind in a typed marker", () => {
    expect(redactText(`x ${GITHUB}`, "typed").text).toBe("x [REDACTED:github-token]");
  });

  test("points into the text as it was handed in", () => {
    const text = `[REDACTED] and ${GITHUB}, ${AWS}`;
    expect(redactText(text, "plain").findings.map(({ span }) => text.slice(...span))).toEqual([GITHUB, AWS]);
  });

  test("reads equal texts in one JSON alike, and what a number leaves behind as it will be read", () => {
    const inner = JSON.stringify(
      { Authorization: 10_000_000, password: [""], cmd: 'Authorization: Bearer "ABCD!' },
      null,
      "\t",
    );
    const once = redactText(JSON.stringify({ beside: {}, arguments: inner, list: [inner] }, null, "\t"), "plain").text;
    const { arguments: first, list } = JSON.parse(once) as { arguments: string; list: string[] };
    expect(list).toEqual([first]);
    expect(redactText(once, "plain").text).toBe(once);
  });

  test("leaves what is less sure than asked", () => {
    expect(redactText("DB_PASSWORD=hunter22", "plain", { least: "high" }).findings).toEqual([]);
  });
});
