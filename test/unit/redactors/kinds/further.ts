import { alnum, base64, encoded, github, hex, small, strong, words, type Harmless, type Held } from "./made.ts";

const A = strong(1201);
const W = words(1202);
const K = alnum(32, 1203);
const S = small(52, 1204);
const D = hex(40, 1205);
const SHARE = encoded(33, 1206);
const [FIRST, SECOND] = [alnum(30, 1207), alnum(30, 1208)];
const DEVOPS = "the project's Azure DevOps";

/** Further ways in which what the readers look for is written. */
export const FURTHER: readonly Held[] = [
  ["a key of a store behind a flag", `azcopy copy --source-key ${encoded(64, 1210)} --dest x`, encoded(64, 1210)],
  ["pw in prose", `the pw is \`${A}\``, A],
  ["pw behind a user", `user bob, pw ${W}`, W],
  ["two words in backticks", `credentials are \`bob\` and \`${A}\``, A],
  ["ODBC in a text that code formats", `f"DRIVER={{ODBC 18}};SERVER=db;UID=sa;PWD={{${A}}};"`, A],
  ["a block with how far it goes in", `client-secret: |2-\n      ${FIRST}\n      ${SECOND}\n`, FIRST, SECOND],
  ["a block with a comment", `jwt_secret: | # keep\n  ${FIRST}\n  ${SECOND}\n`, FIRST, SECOND],
  ["a block with a type", `secret: !!str |\n  ${FIRST}\n  ${SECOND}\n`, FIRST, SECOND],
  ["brackets in percent codes", `user%5Bpassword%5D=${W}&commit=x`, W],
  ["a password and once more", `{"new_password": "${W}", "new_password_confirmation": "${W}"}`, W],
  ["words with underscores", `{"password":"${W.replaceAll("-", "_")}"}`, W.replaceAll("-", "_")],
  ["words with full stops", `{"password":"${W.replaceAll("-", ".")}"}`, W.replaceAll("-", ".")],
  ["words for a client", `grant_type=client_credentials&client_secret=${W}`, W],
  ["Vault's older words", `Key 1: ${hex(66, 1211)}\nKey 2: ${hex(66, 1212)}\nInitial Root Token: x`, hex(66, 1212)],
  ["OpenBao", `bao operator unseal ${SHARE}`, SHARE],
  ["an unseal key", `unseal_key_1: ${SHARE}`, SHARE],
  ["a key in a fence", `API key:\n\`\`\`\n${K}\n\`\`\``, K],
  ["a key below a sentence", `Your API key is:\n\n  ${K}\n\nStore it.`, K],
  ["SONAR_LOGIN", `SONAR_LOGIN=${D}`, D],
  ["sonarLogin", `sonarLogin: '${D}'`, D],
  ["a PAT through a pipe", `echo ${S} | az devops login --organization https://dev.azure.com/x`, S],
  ["a PAT by its name", `$pat = "${S}"`, S],
  ["a PAT in an environment", `PAT=${S}`, S],
  ["a PAT in prose", `${DEVOPS} ${S}`, S],
  ["smbclient --user", `smbclient --user=bob%${W} //h/c`, W],
  ["net rpc", `net rpc shutdown -I 10.0.0.1 -U admin%${W}`, W],
  ["arguments in a list", `["htpasswd", "-bc", "f", "bob", "${W}"]`, W],
  ["a command in a list", `subprocess.run(["smbclient", "//h/s", "-U", "bob%${W}"])`, W],
  ["curl in a list", `run(["curl", "-s", "-u", "bob:${W}", url])`, W],
  ["# as the first of a password", `git remote add o https://bob:#${K.slice(0, 8)}@h.acme.test/x`, K.slice(0, 8)],
  [
    "a password for somebody, below",
    `Password for the [elastic] user (reset with \`bin/x\`):\n  ${K.slice(0, 20)}\n`,
    K.slice(0, 20),
  ],
  ["generated, behind a dash", `New password generated - ${A}`, A],
  ["generated, below", `Password generated successfully:\n${W}\n`, W],
  ["login with", `Login with admin / ${W}`, W],
  ["user / pass", `user / pass: admin / ${W}`, W],
  ["credentials are", `Credentials are admin : ${A}`, A],
  ["login behind an arrow", `admin login -> root / ${A}`, A],
  ["an account for tests", `test account: bob@acme.test / ${W}`, W],
  [
    "a token that the shell joins",
    `T="${github(1217).slice(0, 15)}""${github(1217).slice(15)}"`,
    github(1217).slice(15),
  ],
  [
    "a text that a method joins",
    `"${github(1218).slice(0, 20)}".concat("${github(1218).slice(20)}")`,
    github(1218).slice(20),
  ],
  [
    "a key of a store that begins as no word",
    `primary_access_key = +${encoded(64, 1219).slice(1)}`,
    encoded(64, 1219).slice(1),
  ],
  ["a password in bold", `The password is **${A}**`, A],
  ["generated, in a message", JSON.stringify({ msg: `New password generated: ${K.slice(0, 12)}` }), K.slice(0, 12)],
  ["what Elasticsearch prints", `Changed password for user [elastic]\nPASSWORD elastic = ${A}\n`, A],
  ["what Elasticsearch prints of Kibana", `PASSWORD kibana_system = ${A}\n`, A],
  ["credentials behind a dash", `Admin credentials - bob / ${A}`, A],
  ["a command in a container", `docker run --rm httpd htpasswd -Bbn bob ${W} > auth`, W],
  ["unseal with a flag", `vault operator unseal -address=http://x ${SHARE}`, SHARE],
  ["AUTH LOGIN as Python prints it", `reply: b'334 UGFzc3dvcmQ6\\r\\n'\nsend: '${base64(W)}\\r\\n'`, base64(W)],
];

export const FURTHER_HARMLESS: readonly Harmless[] = [
  "password generated for bob and sent by mail",
  "Password for the user:\n  see the vault",
  "the pw is wrong",
  "login with username / password123",
  "login as bob and `make deploy2`",
  "test account: see docs/test-accounts.md",
  '["curl", "-u", "user:password", url]',
  '{"secret": "tls-cert-7341"}',
  '{"secret": "billing-service-7341"}',
  '{"password_confirmation": "required|same:password"}',
  "Key 1: left\nKey 2: right",
  "secret: | # keep\n  see the vault\n  for it\n",
  "http://acme.test:#top",
  "docker run --rm httpd htpasswd --help",
  "PASSWORD elastic = see the vault",
  "credentials - see `a` / `b`",
  '"abc".concat("def")',
  "Your API key is:\n\n  see the settings",
].map((text) => [text.slice(0, 40), text]);
