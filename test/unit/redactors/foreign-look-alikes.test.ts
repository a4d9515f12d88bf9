import { describe, expect, test } from "vitest";

import { redactText } from "../../../redactors/with-detector.ts";

const UUID = "5c8e1d70-92ab-4f36-8d14-e7b03f6a25c9";
const BASE64 = Buffer.from("a54e08f2c91b7d36e5021f9ba8c47d306e1c").toString("base64").slice(0, 43);

/** Kinds of look-alikes in published packages and manuals; of each kind three texts of one form. */
const LOOK_ALIKES: Readonly<Record<string, readonly string[]>> = {
  "a piece of a certificate": ["u+", "y_", "AC"].map(
    (prefix) => `${BASE64}\n${(BASE64 + BASE64).slice(0, 40)}${prefix}${BASE64.slice(0, 22)}\n${BASE64}`,
  ),
  "a fingerprint": [
    `signing_key = "SHA256:${BASE64}"`,
    `api_key: SHA512:${(BASE64 + BASE64).slice(0, 86)}==`,
    `private_key: SHA1:${BASE64.slice(0, 27)}`,
  ],
  "a publishable key": [
    `STRIPE_KEY=${["pk_", "live_"].join("")}${BASE64.slice(0, 24)}`,
    `stripe_api_key: "${["pk_", "test_"].join("")}${BASE64.slice(0, 30)}"`,
    `token: sb_publishable_${BASE64.slice(0, 31)}`,
  ],
  "a placeholder of several words": [
    "curl -u user:<my password> https://x.acme.test",
    "IDENTIFIED BY '<strong password>'",
    "IDENTIFIED BY '[:password]'",
  ],
  "a block that is a template": [
    "password: |\n  {{ db_password }}\n",
    "token: >-\n  {{ .Values.token | quote }}\n",
    "secret: |\n  ${SECRET_FOO}\n",
  ],
  "a word for a password in a translated address": [
    'msgid "for example ftp://username:password@host/folder"\nmsgstr "\u043f\u0440\u0438\u043c\u0435\u0440 ftp://ime:tajno@server.example.com/mapa"\n',
    "z. B. sftp://benutzer:Passwort@rechner/ordner",
    "mssp://kullaniciadi:parola@klasor",
  ],
  "an address without a host": ["https://@@:)!(@*#U!()@#!@.com", "http://a:b9!k@.org/", "ftp://x@y:q7!z@.net"],
  "the state of a switch in a Secret": ["true", '"false"', "dHJ1ZQ=="].map(
    (state) => `kind: Secret\nstringData:\n  OPEN_REGISTRATION: ${state}\n`,
  ),
  "a class of characters": [
    "Choose your own password. Stick to [A-Za-z0-9.~_-]",
    'password: "[a-z0-9]"',
    "password must be of [A-Z0-9_]",
  ],
  "a function in a module": [
    'genpwd = "shop.cmd.genpwd:main"',
    "make-password = 'acme.tools:run'",
    'token = "a.b.c:show_token"',
  ],
  "a filter of LDAP": [
    "- Their password is expired:\n  - `(!(pwdLastSet=0))`",
    "password filter: (&(objectClass=person)(uid=%s))",
    'password_filter = "(|(mail=x)(uid=y))"',
  ],
  "names in templates behind Redis' words": [
    "sentinel auth-pass {{ monitor_name }} {{ master_password }}",
    "sentinel auth-pass {{monitor}} {{password}}",
    "sentinel auth-pass mymaster {{ valkey_password }}",
  ],
  "a list of names": [
    "$user = load(12);\nforeach (array('password', 'is_admin') as $column)",
    'user = load(12);\nfields = List.of("password", "is_member");',
    "user = load(12);\nhide(Arrays.asList('password', 'is_locked'));",
  ],
  "the place of a fault in settings": [
    "backend: file: password: sha2crypt: option 'cost' must be 5",
    "error: storage: password: argon2id: not supported",
    "auth: token: md5sum: unknown",
  ],
  "an option at the end of a sentence": [
    "You cannot pass --passphrase-fd. P\u0159edvolba --decrypt is there",
    "There is no --password. Tr3at it as unset",
    "Needs a --token. S3e below",
  ],
  "a variable of a key": [
    "Issuer{IssuerPrivateKey: x509PrivateKeyRSA2048,\n}",
    "new { SigninToken = signinjwt, Remember = true }",
    "sign(Key{PrivateKey: testPrivateKeyEC256, Id: 1})",
  ],
  "a cipher of TLS": ["PSK-AES256-GCM-SHA384", "ECDHE-PSK-CHACHA20-POLY1305", "PSK-AES128-CBC-SHA"].map(
    (cipher) => `psk_ciphers() -> ["ECDHE-${cipher}", "${cipher}"]. psk: "${cipher}"`,
  ),
  "a digit row behind a star": [
    '"*170821223121UB05ORANGE000731512061825V00"',
    "'*040331141830UB05123456789012345010112A60'",
    '"*160618232529GB05CW9999C00000538232529A50"',
  ],
  "a verb": ['<rule passes="a8Xk29Zq">', "passes: 12abc9Xz", 'passes = "multiple9"'],
  "an argument on a line of its own": [
    "verify(\n  attestationJwt,\n  proof4Jwk,\n  openid4vci,\n)",
    "create(\n    password,\n    name_buf,\n    pkcs12_iter,\n    0,\n)",
    "sign(\n\tapiToken,\n\tx25519Ctx,\n\tmd5Of8,\n)",
  ],
  "a literal of another expression": [
    "new URL(endpointFor(service, credentials) + '?Action=GetIdentity&Version=2031-06-15')",
    '[&#39;controlpass&#39;]</strong></a>, <a href="faq.html#index-17">',
    "join(base, secret) + '/v2/Items9?x=1'",
  ],
  "an alphabet": [
    'UNRESERVED_PAT = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._!\\-~"',
    "token_chars = 'abcdefghijklmnopqrstuvwxyz0123456789!@#'",
    'SECRET_SET="ABCDEFGHIJKLMNOPQRSTUVWXYZ234567$%"',
  ],
  "a variable with its scope": [
    "let s:net_passwd = g:net_passwd",
    "let b:token = s:old_token",
    "x.passwd = w:passwd_2",
  ],
  "a variable in escaped quotes": [
    '$last_token = "\\"$last_token\\"";',
    'x_secret = "\\"${x_secret}\\""',
    `pwd='"$pwd2"'`,
  ],
  "a text whose quotes are entities": [
    "printf(&quot;Password is correct.&quot;);",
    "say(&#39;Password is wrong.&#39;)",
    "<code>&quot;The secret is out.&quot;</code>",
  ],
  "a file of a test": ["test_kreutzer1986.cpp", "libs/test_hellekalek1995.hpp", "run test_matsumoto1998x.py"],
  "a library and its versions": [
    "io.jsonwebtoken:jjwt-jackson\t0.13.0\t0.11.2 0.11.3",
    "io.jsonwebtoken:jjwt-impl:0.12.6",
    "implementation 'io.jsonwebtoken:jjwt-orgjson9:0.12.6'",
  ],
  "a role": [`# AUTH_GITHUB_ROLE_ID="${UUID}"`, `AUTH_OKTA_DEFAULT_ROLE = "${UUID}"`, `gitlab_role: ${UUID}`],
};

describe("look-alikes of published code stay", () => {
  test.each(Object.entries(LOOK_ALIKES))("%s", (_kind, texts) => {
    expect(texts.map((text) => redactText(text, "plain").text)).toEqual(texts);
  });
});

describe("beside them a secret goes all the same", () => {
  const password = ["Tr0ub", "4dor3x"].join("");
  const token = ["q7xR2mB9", "vT4kLw8cY5nHd3Js"].join("");
  test.each([
    ["a text whose quotes are entities", `printf(&quot;Password is ${password}.&quot;);`, password],
    ["a password of SQL", `CREATE USER bob IDENTIFIED BY '${password}'`, password],
    ["a secret key beside a publishable one", `stripe_key: ${["sk_", "live_"].join("")}${token}`, token],
    ["a column", `user,password\nbob,${password}\namy,x${password}\n`, password],
    ["a French password", `passe: ${password}`, password],
    [
      "a token of a test",
      `key: ${["test_", "q7xR2mB9vT4kLw8cY5nHd3JsZp1XaQ"].join("")}`,
      "q7xR2mB9vT4kLw8cY5nHd3JsZp1XaQ",
    ],
  ])("%s", (_what, text, secret) => expect(redactText(text, "plain").text).not.toContain(secret));
});
