import { alnum, base64, encoded, hex, strong, uuid, type Harmless, type Held } from "./made.ts";

const CERTIFICATE = base64(`-----BEGIN CERTIFICATE-----\n${encoded(120, 9001)}\n`);
const PASSWORD = strong(9002);
const KEY = alnum(30, 9003);

/** What is public by its format, or only looks like a secret beside the name of one. */
export const PUBLIC_HARMLESS: readonly Harmless[] = [
  ["a certificate in a Secret", `kind: Secret\ndata:\n  tls.crt: ${CERTIFICATE}\n  ca.pem: ${CERTIFICATE}\n`],
  ["a user in a Secret", `kind: Secret\nstringData:\n  username: ${alnum(12, 9004)}\n`],
  ["a placeholder in a Secret", `kind: Secret\ndata:\n  password: ${base64("example-password")} # to be replaced\n`],
  ["a document in a Secret", 'kind: Secret\nstringData:\n  a.conf: |\n    logging {\n      level = "info"\n    }\n'],
  ["a template's value in a Secret", "kind: Secret\nstringData:\n  url: http://{{ .Values.host }}:8080\n"],
  ["a public key of ssh", `"key": "AAAAC3NzaC1lZDI1NTE5AAAAI${encoded(32, 9005).slice(0, 43)}",`],
  ["a public key in DER", `"key": "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE${encoded(64, 9006)}"`],
  [
    "a page's place behind an escape",
    `"next": "http://acme.test?page=1\\u0026page_token=${base64('{"offset":"50"}')}"`,
  ],
  ["a text of an interface in escapes", '"label_password":"\\u041F\\u0430\\u0440\\u043E\\u043B\\u044C",'],
  ["a compound of an interface", '"proxy-password": "Proxy-adgangskode",'],
  ["a compound with an ending", '"password-requirements": "Adgangskodekrav",'],
  ["a number that is spelled as a UUID", 'PasswordSetting: "000000E4-0000-1000-8000-0026BB765291"'],
  ["letters in the groups of a UUID", 'client_id = "aZZZZZZZ-YYYY-HHHH-GGGG-abcdef569123"'],
  ["an expression with an index", "  psk = var.gateway_vpn_psks[each.key].psk\n"],
  ["the name of a Secret", "tls.existingSecrets[0]=kafka-jks-0\n"],
  ["a Secret that was not found", 'secret "default-token-9xk2m" not found'],
  ["the identifier of credentials", `/identities?credentials_identifier=ProviderID:${uuid(9007)}`],
  ["a key of a site", `site_key = "6Ld${alnum(36, 9008)}"`],
  ["one word over and over", `Fedora ${"extra ".repeat(12)}long`],
  ["a text that says the name", "server.auth.strategy('jwt-nopayload2', 'jwt', {"],
  ["the id of a row of SQL", `VALUES ('${uuid(9009)}', 'password');`],
  ["a member beside a header", 'req.Header.Set("Proxy-Authorization", p.proxyAuth)'],
  ["a placeholder in Base64", `PASSWORD = "${base64("encrypted-password")}"`],
  ["a stand-in for a key", "access_key_id: AKIAMYACCESSKEY123456789\n"],
  ["the fields of a check", "validator('newPassword', 'newPassword2'),"],
  ["several passwords' owners", "'passwords' => 'customers',"],
  ["a setting of sudo", "deploy ALL=(ALL) NOPASSWD:SETENV: /usr/bin/npm\n"],
  ["a shortened token", 'token = "AAB254FF67D.."'],
  ["JSON in quotes", 'new JsonDataEntry("key", "[{\\"test\\": 10}, {\\"test2\\": 20}]")'],
  [
    "a text in a table of translations",
    "old_password=Nykyinen salasana\nreset_password_helper=Kliknite sem pre hesla\n",
  ],
  ["a public key of RSA in DER", `secret = "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCB${encoded(120, 9014)}"`],
  ["the signature of a service's message", `"X-Mandrill-Signature": "${encoded(20, 9015)}"`],
  ["a look into a map", `.containsKeys("${hex(64, 9016)}")`],
  ["a type of a column", "create table users(\n  username varchar(256),\n  password varchar(256),\n"],
  ["a member whose name looks random", "  password=self._smtp_pass,\n  jwt: jwt.JWTConfig\n"],
  ["a word of another language behind a header", "new_return_authorization: Nowa autoryzacja powrotna\n"],
  ["a text of an interface behind a verb", "  reset_password: atur ulang kata sandi\n"],
  ["Base64 whose line ends are escapes", `"${encoded(48, 9010)}\\nMC50${encoded(45, 9011)}\\n${encoded(48, 9012)}\\n"`],
];

/** Forms that tools of the last years print. */
export const PRINTED: readonly Held[] = [
  ["an entry of a Secret with a comment", `kind: Secret\nstringData:\n  plain: ${PASSWORD} # set by hand\n`, PASSWORD],
  ["a block of a Secret", `kind: Secret\ndata:\n  token: >-\n    ${KEY}\n    ${hex(32, 9013)}\n`, KEY, hex(32, 9013)],
  [
    "a table below its title",
    `| Variables of the site |\n| Key | Value | Scope |\n|---|---|---|\n| AUTH_SECRET | ${KEY} | All |\n`,
    KEY,
  ],
  ["the key of a wireless network", `wireless.radio0.key='${PASSWORD}'\n`, PASSWORD],
  ["an option of a wireless network", `\toption encryption 'psk2'\n\toption key '${PASSWORD}'\n`, PASSWORD],
  ["two words with a number between", "the password for the lab is kestrel47vex, ask bob", "kestrel47vex"],
  ["a file of a mail server", `bob@acme.test:{PLAIN}${PASSWORD}:1000:1000::\n`, PASSWORD],
];
