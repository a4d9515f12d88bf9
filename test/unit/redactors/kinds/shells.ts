import { alnum, base64, encoded, hex, made, strong, uuid, type Harmless, type Held } from "./made.ts";

const A = strong(1301);
const K = alnum(32, 1302);
const L = alnum(32, 1303);
const FINGERPRINT = (hex(32, 1304).match(/../g) ?? []).join("_");
const LOWER = ["Tarn_vo", "le8"].join("");

/** What shells, programs and people print and say: answers, lists, items in braces, sentences. */
export const SHELLS: readonly Held[] = [
  ["an answer of Python", `>>> settings.SMTP_PASSWORD\n'${A}'\n`, A],
  ["an answer of Node", `> process.env.DB_PASS\n'${A}'\n`, A],
  ["an answer in a notebook", `In [4]: client.api_key\nOut[4]: '${K}'\n`, K],
  ["an answer of irb", `irb(main):002:0> ENV["DB_PASSWORD"]\n=> "${A}"\n`, A],
  ["both keys of a list", `session: { secret: [ '${K}', '${L}' ] }`, K, L],
  ["keys of a list with lines", `cookie_keys = [\n  "${K}",\n  "${L}"\n]`, K, L],
  ["a login by host", `{"bearer": {"packages.acme.test": "${K}"}}`, K],
  ["a login by host and port", `{"gitlab-token": {"git.acme.test:8443": "${K}"}}`, K],
  ["a user of cloud-init", "users:\n  - {name: ops, password: Bramble9Forge, type: text}\n", "Bramble9Forge"],
  ["print_r", `Array\n(\n    [password] => driftwood-Emu\n    [charset] => utf8\n)`, "driftwood-Emu"],
  ["a struct of Go with quotes", `main.Config{Host:"db", RedisPassword:"${LOWER}"}`, LOWER],
  ["a password with a sign, in French", "Mot de passe: galetRouge_81 (utilisateur: admin)", "galetRouge_81"],
  ["set to", `I set ADMIN_PASSWORD to mangrove-Tilt-6 in the portal`, "mangrove-Tilt-6"],
  ["use token", `use token ${K} for the staging api`, K],
  ["a password file of openssl", `openssl rsa -in k.pem -passin pass:${A} -out k2.pem`, A],
  ["an environment with zero bytes", "HOME=/srv\0LDAP_BIND_PW=thistle.Moor9\0LANG=C\0", "thistle.Moor9"],
  ["a secret in brackets", `our webhook secret (${K}) does not verify`, K],
  ["a secret of a phone system", "Action: Login\nUsername: monitor\nSecret: gr8Heron_ami\n", "gr8Heron_ami"],
  ["AUTH PLAIN", `10:11:02 -> AUTH PLAIN ${base64(`\0mailer\0${A}`)}\n`, base64(`\0mailer\0${A}`)],
  ["a literal in ERB", `production:\n  secret_key_base: <%= "${K}" %>\n`, K],
  ["a literal in ERB, in single quotes", `smtp_password: <%= '${A}' %>`, A],
  ["several keys in hex", `RELAY_KEYS=${hex(40, 1323)}`, hex(40, 1323)],
  ["several keys in hex, in capitals", `RELAY_KEYS=${hex(40, 1324).toUpperCase()}`, hex(40, 1324).toUpperCase()],
  ["a key's password of keytool", `keytool -importkeystore -destkeypass ${A}`, A],
];

/** What looks like these and holds nothing. */
export const SHELLS_HARMLESS: readonly Harmless[] = [
  ["an answer that is no secret", ">>> settings.PASSWORD_HASHERS\n'django.contrib.auth'\n"],
  ["a name with the fingerprint of a key", `SSHKey: kubernetes.acme.test-${FINGERPRINT}`],
  ["a reference to a key", `ssh_keys = [hcloud_ssh_key.acme-${FINGERPRINT}.id]`],
  ["a block of Terraform", `resource "hcloud_ssh_key" "acme-${FINGERPRINT}" {`],
  [
    "a list of digests",
    `  - ${hex(64, 1305)}@https://dl.acme.test/gcp-auth\n  - ${hex(64, 1306)}@https://dl.acme.test/x`,
  ],
  ["a challenge", `Microsoft.CHAP-Challenge := 0x${hex(32, 1307)}`],
  ["bytes of a vendor", `raw.Cisco = 0x${hex(40, 1308)}`],
  ["names of variables", "some credentials are missing: ACME2_API_TOKEN,ACME2_TENANT_NAME,ACME2_GROUP_NAME"],
  ["a list of features", '"Win32_Security_Authorization", "Win32_Storage_FileSystem"'],
  ["parameters of a digest", 'Authorization: DIGEST algorithm="md5",nonce="7c41e9d6"'],
  ["a feature of a protocol", `Cookie = { Client = 0x${hex(16, 1309)}, Server = 0x${hex(16, 1310)} }`],
  [
    "packages and versions",
    '    "@acme/password" "^4.0.17"\n    "@acme/rawlist" "^4.1.5"\n    "@acme/search" "^3.1.0"\n',
  ],
  ["claims in a list", "id_token: ['preferred_username', 'sftpgo_role7']"],
  ["a dictionary by numbers", "rfc2058\tCHAP-Password\nrfc2138\tRequest-ID\nrfc2548\tMS-CHAP-CPW-1\n"],
  ["the fingerprint of a key for gpg", `gpg --keyserver keys.acme.test --receive-keys ${hex(40, 1313).toUpperCase()}`],
  ["the id of a key for gpg", `gpg --refresh-keys ${hex(40, 1321).toUpperCase()}`],
  ["a fingerprint with its digest", `api_key = "SHA1:${(hex(40, 1322).match(/../g) ?? []).join(":")}"`],
  ["a fourth pass", 'var fourthPass = "hqv_scale3=matrix=yuva:tile=2";'],
  ["a key of git-annex", `realisticKey := "SHA256E-s1048576--${hex(64, 1314)}"`],
  ["keys of a map", `"first_key" = "${uuid(1315)}"\n"second_key" = "${uuid(1316)}"\n`],
  ["a helper for credentials", 'DockerCredentialHelper: "osxkeychain"'],
  ["a public key of NATS", `{ key: "U${made("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 55, 1317)}" }`],
  ["a number of Java", "private static final long superSecret = 0XE62A9700L;"],
  [
    "a list of headers",
    'ignored := []string{"Amz-Sdk-Invocation-Id", "Authorization", "X-Amz-Checksum-Sha256", "X-Amz-Date"}',
  ],
  ["a first pass", 'var firstPass = "hqv_scale2=matrix=yuva:tile=1";'],
  ["pass on", "threadId: `chat-abc123` (pass on follow-up calls)"],
  ["a repository's name", `source = { git = "https://git.acme.test/tree-sitter-passwd", rev = "${hex(40, 1311)}" }`],
  ["words of a dictionary", "ALIAS\tNT-Password\tPassword.NT\nALIAS\tPBKDF2-Password\tPassword.PBKDF2\n"],
  [
    "names of passwords",
    "SHA2-Password\tPassword.SHA2\nSMD5-Password\tPassword.SMD5\nSHA2-256-Password\tPassword.SHA2-256\n",
  ],
  ["the heading of a manual", '.TH LDAPPROBE 1 "17 June 2014" "" "A Server"'],
  ["a program in prose", "tools (such as radtest and radclient)"],
  ["a zone in a Secret", "kind: Secret\nstringData:\n  SCW_DEFAULT_ZONE: fr-par-1\n"],
  ["a look-up in ERB", 'production:\n  secret_key_base: <%= ENV["SECRET_KEY_BASE"] %>\n'],
  ["a look-up in ERB, behind a template", 'smtp_password: <%= "#{settings.smtp_password}" %>'],
  ["a key's prefix in a blob", `x = "${encoded(12, 1320)}Fgsk-${alnum(48, 1312)}9WK95"`],
];
