import { alnum, encoded, hex, made, strong, uuid, type Harmless, type Held } from "./made.ts";

const [A, B] = [strong(2301), alnum(14, 2302)];
const WORD = "maplewood";
const UPPER = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Texts for the words of readers that no other file here has. */
export const WORDS: readonly Held[] = [
  ["pw and a word with a year", "user is root pw Winter2025.\n", "Winter2025"],
  ["a token of digits in Go", 'var apiToken string = "3391651968242090"', "3391651968242090"],
  ["a variable of Basic, a word", `Dim password As String = "${WORD}"`, WORD],
  [
    "a password of a device with a sign",
    "username admin privilege 15 password 0 HarborGranite78?\n",
    "HarborGranite78?",
  ],
  ["a default of a shell, a word", "url=${DB_PASSWORD:-maplewood}", WORD],
  ["a braced text", `std::string dbPassword{"${B}"};`, B],
  ["a dash before quotes", 'Password - "maple7x"\n', "maple7x"],
  ["a dash before a text", `Password - ${B}\n`, B],
  ["an entry of XML, a word", `<entry key="password">${WORD}</entry>`, WORD],
  ["a community of a router", `snmp-server community ${B} RO\n`, B],
  ["an insecure password of a proxy", `  user anna insecure-password ${WORD}\n`, WORD],
  ["a shared key of IPsec", `gw.acme.io : PSK "${A}"\n`, A],
  ["a login for statistics", `  stats auth admin:${B}\n`, B],
  ["a peer of a cache", `cache_peer proxy.acme.io parent 3128 0 login=anna:${WORD}\n`, WORD],
  ["a prompt of Redis", `127.0.0.1:6379> auth ${B}\n`, B],
  ["a driver of Go", `db: app:${WORD}@tcp(db1:3306)/shop`, WORD],
  ["a driver of Oracle", `jdbc:oracle:thin:app/${WORD}@db1:1521:xe`, WORD],
  ["SQL's identified by", `CREATE USER app IDENTIFIED BY '${WORD}';`, WORD],
  ["a profile of OpenVPN", `<auth-user-pass>\nanna\n${WORD}\n</auth-user-pass>\n`, WORD],
  ["pw in a sentence", `user is anna, pw ${made(UPPER, 3, 2303)}x7!Qm2d, thanks`, "x7!Qm2d"],
  [
    "a token of a bot",
    `bot 123456789:A${made(`${UPPER}abcdefgh`, 34, 2304)} is up`,
    made(`${UPPER}abcdefgh`, 34, 2304),
  ],
  [
    "a bearer of Twitter",
    `${"A".repeat(22)}${made(`${UPPER}abcdefghijkmnpq`, 60, 2305)} worked`,
    made(`${UPPER}abcdefghijkmnpq`, 60, 2305),
  ],
  [
    "a key of a database",
    `k ${made(`${UPPER}abcdefg`, 76, 2306)}ACDb${made(UPPER, 6, 2307)}== ok`,
    made(UPPER, 6, 2307),
  ],
  ["a key of Nix", `cache.acme.io-1:${encoded(64, 2308)}`, encoded(64, 2308)],
  ["an account of AWS", "aws_account_id = 482913650127", "482913650127"],
  ["a tenant of Azure", `azure_tenant_id = ${uuid(2309)}`, uuid(2309)],
];

export const WORDS_HARMLESS: readonly Harmless[] = [
  ["templates in manuals", "$password_sql = \"ENCRYPTED PASSWORD '\\$NEWPGPASSWD'\"\nPassword: &lt;PASSWORD&gt;\n"],
  ["a sentence in a tag of help", "<only if the password is printed!>\n"],
  ["settings of routers by default", "snmp-server community public RO\nradius-server key <key>\n"],
  ["a proxy's manual", "user <name> insecure-password <password>\n"],
  [
    "IPsec's manual",
    'authenticate: PSK or EAP : PSK "%s"\n stats auth <user>:<password>\n login=PASS login=*:password\n',
  ],
  ["Redis without a password", "user default on > 127.0.0.1:6379> auth default <password>\nuser default on nopass\n"],
  ["calls that connect", "client.connect(host, 22, user, password); sock.connect(address)"],
  ["ids and names", "'ac' \"ac-1\" 'AC adapter', impacket-scripts, Key Content : Absent"],
  ["Terraform's resources", 'resource "random_password" "db" { length = 16 } // vault.azure.net/secrets/'],
  ["fields of JSON", '{"key": "value", "a": 1} {"key":"value"} Request arg: anonymous'],
  [
    "addresses",
    "[smtp.acme.io]:25 mail, localhost:5432:shop:app and user@tcp(db1:3306)/shop, jdbc:oracle:thin:@db1:1521",
  ],
  ["texts about logins", "<auth-user-pass> is read from a file. See UGFzc3dvcmQ6 and the login for basic auth."],
  ["installers", "May be found in: /var/lib, to installation: none. new value: 3"],
  ["lines of accounts", "daemon:*:18000:0:99999:7::: and root:!:18000:0:99999:7:::\n::0101000000000000 "],
  [
    "rows of letters",
    `AAAAAAAAAAAAAAAAAAAAAAAA ${"A".repeat(64)} foo:APA91bX x+ACR1 ACDb-file v-1: text -issue@incoming.acme.io`,
  ],
  ["ids of clouds", "aws_account_id = 123456789012\nazure_client_id = <id>\n"],
  ["comparisons with a variable", "if [ $password==k8Vat2Qq9Wz ]; then password === b64Pwd2x; fi"],
  ["digests", `sha256:${hex(64, 2310)} ok`],
];
