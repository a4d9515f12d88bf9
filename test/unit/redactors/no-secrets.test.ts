import { describe, expect, test } from "vitest";

import { redactText } from "../../../redactors/with-detector.ts";

const HEX = "3f9a1c7be2d05486";
const BASE64 = "NDMyMTUzMjE2MzIxNzMyMQ==";

describe("what stands behind a telling word and is no secret", () => {
  test.each([
    ["a verb", "Options to pass to `@acme/compiler-dom`"],
    ["a verb and a class", 'is deprecated, pass "\\Traversable" instead.'],
    ["rules of a form", "'password' => 'required|min:8|confirmed',"],
    ["the class of a field", "->add('password', 'App\\Component\\Form\\PasswordType')"],
    ["what a function does", "envGetSecret: 'stable',"],
    ["a selector", "const addPassword = '#add-password';"],
    ["a key of a browser's store", "const STORAGE_KEY = 'todos-vuejs-3.x';"],
    ["a variable", "  Password: b64Pwd,\n"],
    ["a type", "export function pbkdf2(_password: BytesLike, _salt: BytesLike): string;"],
    ["a parameter", "jar.get(key, domain=domain1)"],
    ["words in a query", "GET /search?key=value%20with%20spaces HTTP/1.1"],
    ["a handshake", `Sec-WebSocket-Key: ${BASE64}`],
    ["a checksum of a chart", `checksum/secret: ${HEX}${HEX}${HEX}${HEX}`],
    ["an ARN", "arn:aws:secretsmanager:us-west-2:111122223333:secret:MySecret1-a1b2c3"],
    ["an address for reports", `dsn: "https://${HEX}${HEX}@o4507.ingest.sentry.io/4508"`],
    ["a member in C", "cache.pw_name = my_passwd->pw_name;"],
    ["a link", '<a href="../programs/htpasswd.html">htpasswd</a>'],
    ["a manual's markup", "frees up the B<user_pwd> structure."],
    ["prose in another language", "Le mot de passe est demand&eacute; &agrave; l'op&eacute;rateur."],
    ["a sentence", "Remembering your password is important! If you lose it"],
    ["a test's report", "PASS: Throughput is 150 writes/s"],
    ["a volume", "docker run -v $PWD:/usr/src/acme:ro x"],
    ["a table of errors", "CMS_R_NO_PASSWORD:178:no password"],
    ["a mark of an editor", '{ token: "keyword.srp" }'],
    ["where a list goes on", `"NextToken": "${BASE64}"`],
    ["a template", "const defaultStorageKey = `sb-${baseUrl.hostname}-auth-token`"],
    ["an algorithm", "idTokenEncryptionEncValues: ['A128CBC-HS256'],"],
    ["the name of a variable", "IDENTIFIED BY 'KEYSTONE_DBPASS';"],
    [
      "a picture",
      "const PNG_SIGNATURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGMAAQ', 'base64');",
    ],
    ["an expression", "password = pass==null?gpass : pass;"],
    [
      "two joined texts",
      '"&user="+encodeURIComponent(u)+"&password="+encodeURIComponent(e.password),window.location=o):(a="x"',
    ],
    ["what is got by name", "return await this.getCredentials('dropboxApi');"],
    ["a switch", "rclone --sftp-ask-password public/ :sftp:www/"],
    ["an endpoint", 'authorization: "https://login.acme.test/oauth2/auth?scope=wallet:user",'],
    ["a field of a message", "optional TLSAuthorization tls_authorization = 73626345;"],
    ["a translation", "authHeaderNoToken=Domlouvac\u00ed autoriza\u010dn\u00ed hlavi\u010dka"],
    ["runs", "secret_key: 11111111-1111-1111-1111-111111111111"],
  ])("stays: %s", (_what, text) => expect(redactText(text, "plain").text).toBe(text));

  test.each([
    (value: string) => `setKeyStorePassword("${value}");`,
    (value: string) => `  password: ${value},\n`,
    (value: string) => `Admin password is ${value}, please change it`,
    (value: string) => `login bob password "${value}"`,
    (value: string) => `<entry key="password">${value}</entry>`,
    (value: string) => `DB_PASSWORD=${value}\n`,
  ])("a password goes all the same (%#)", (write) => {
    const value = ["Tr0ub", "4dor&3x"].join("");
    expect(redactText(write(value), "plain").text).not.toContain(value);
  });
});

test("the next line of a value that is not certain is no rest of it", () => {
  const next = ["k3Jd82hsK1lPq0Zm", "4Rt7Yw5Bv9Nc6Xa2Ue8Gi1Oo"].join("");
  const text = `    the login of the staging database is here: password: ${["sun", "flower7"].join("")}\n${next}\nend\n`;
  expect(redactText(text, "plain").text).toBe(
    `    the login of the staging database is here: password: [REDACTED]\n${next}\nend\n`,
  );
});
