import { alnum, base64, small, strong, type Harmless, type Held } from "./made.ts";

const [A, B] = [strong(2101), alnum(12, 2102)];
const DOTTED = ["mo", "onrise9."].join(".");
const BARRED = `${alnum(5, 2103)}|${alnum(5, 2104)}`;
const ROW = ["walnut", "harbor", "kite"].join("-");
const PHRASE = ["correct", "horse", "battery", "staple"].join(" ");
const VERSIONED = ["act", `1_${alnum(26, 2105)}`].join("");
const LOGIN = `svc:${B}@10.4.2.9`;
const json = (value: unknown): string => JSON.stringify(value);

/** Values in records that programs print or read, and in sentences. */
export const RECORDS: readonly Held[] = [
  ["a text of SQL Server", `CREATE LOGIN app WITH PASSWORD = N'${A}';`, A],
  ["a row with texts of SQL Server", `INSERT INTO users (name, password) VALUES (N'bob', N'${A}');`, A],
  [
    "columns and rows apart",
    json({
      columns: ["id", "password"],
      rows: [
        [1, B],
        [2, A],
      ],
    }),
    A,
    B,
  ],
  ["columns as objects", json({ schema: { fields: [{ name: "id" }, { name: "api_key" }] }, data: [["a", B]] }), B],
  ["columns and rows apart in a text of JSON", json({ text: json({ columns: ["password"], rows: [[B]] }) }), B],
  ["Consul's value behind numbers", json([{ Key: "app/db_password", Flags: 0, Value: base64(B) }]), base64(B)],
  ["an escaped bar in a table of Markdown", `| service | password |\n|---|---|\n| grafana | a\\|${B}\\| |\n`, B],
  ["columns that end where their headings end", `  user${"password".padStart(14)}  on\n0  bob  ${B}  True\n`, B],
  ["a here-document", `db_password = <<EOT\n${A}.\nEOT\n`, A],
  [".netrc with a word", "machine git.acme.io login ci password maplewood\n", "maplewood"],
  ["a row of Go with signs", `cfg: {Host:db Port:5432 Password:${BARRED} SSLMode:disable}`, BARRED],
  [
    "a row of MySQL that looks like a member",
    `*************************** 1. row ***************************\n    user: a\npassword: ${DOTTED}\n`,
    DOTTED.slice(0, -1),
  ],
  [
    "a printed object in square brackets",
    `DataSource[url=jdbc:pg://db/x, username=app, password=${DOTTED}, pool=10]`,
    DOTTED.slice(0, -1),
  ],
  ["a login without a scheme", `connecting to ${LOGIN}:5432/app`, B],
  ["a login without a scheme, letters", "dsn=svc:topsecretpw@10.4.2.9:5432", "topsecretpw"],
  ["a token with the number of a version", `export ACME=${VERSIONED}`, VERSIONED.slice(5)],
  [
    "an address of GitLab for mails",
    `incoming+acme-api-12345678-${small(25, 2106)}-issue@incoming.acme.io`,
    small(25, 2106),
  ],
  ["a login before its use", `use ci-bot:${B} for basic auth on the proxy`, B],
  ["joined nouns in a sentence", `Login as deploy, the password is ${ROW}, works for both.`, ROW],
  ["nouns with capitals", "Das Passwort für den Server lautet Regenbogen-Kutsche.", "Regenbogen-Kutsche"],
  ["nouns without a gap", "I changed the db password to purplemonkeydishwasher yesterday.", "purplemonkeydishwasher"],
  ["a row of nouns", `Wifi password for the office: ${PHRASE}`, PHRASE],
];

export const RECORDS_HARMLESS: readonly Harmless[] = [
  ["columns about a password", json({ columns: ["id", "password_changed_at"], rows: [[1, "2026-01-02"]] })],
  ["columns with names of columns", json({ columns: ["table", "column"], rows: [["users", "password"]] })],
  ["texts of SQL Server", "SELECT password FROM users WHERE name = N'bob'; DECLARE @password NVARCHAR(9) = N'';"],
  ["the form of .netrc", "machine HOST login NAME password STRING\nmachine <host> login <user> password <password>\n"],
  ["a row of Go without a value", "{Host:db User:app Password: SSLMode:disable Token:<nil> Secret:[]}"],
  [
    "addresses of persons and packages",
    "mailto:bob12@10.0.0.1 sip:alice99@10.0.0.2 npm:react@18.2.0 git@10.0.0.3:a/b.git",
  ],
  ["a port and a user", "from ana@acme.io to team:all@acme.io at 12:30"],
  ["ids with a prefix", `cus_${alnum(14, 2107)} sha1_${alnum(27, 2108)} v1_${alnum(27, 2109)}`],
  [
    "texts about a password",
    "The password is case-sensitive. The password is well-known: read-only, self-signed, one-time.",
  ],
  [
    "sentences about a password",
    "The password is required and must be changed. Its password: letters digits and other signs",
  ],
  ["long words", "The password is internationalization. Set the password to passwordauthentication."],
  [
    "labels in other languages",
    json({ oldpassword: "Eski maxfiy so'z:", botpasswords: "Botpasswöör", password: "Senhal." }),
  ],
  ["a value that counts", '"oauth_token": "1234567890-abc123def456"'],
  ["a padded placeholder", 'authorization: "Basic YourBase64EncodedCredentials=="'],
  ["a member of a module of tests", "class OAuth2Tests(test_v3.OAuth2RestfulTestCase):"],
  [
    "the keys of a monitor",
    "key: 'san.5300.v5[hwInfoControllerRunningStatus, \"{#ID}\"]'\nkey: zyx.3500_8pd.sfp.discovery\n",
  ],
  ["a list of words in Base64", "dG9rYW1hazE=\ndG9reW9wb3A=\ndG9reW8yazI=\ndG9raW9ob3RlbDE=\ndG9rZXI0MjA=\n"],
  ["a manual's word in angle brackets", "rabbitmqctl add_user mon <PASSWORD>\nrabbitmqctl set_permissions -p / mon\n"],
  ["a group of a pattern", 'password: "$1"\\n'],
];
