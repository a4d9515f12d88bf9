import { describe, expect, test } from "vitest";

import { redactText } from "../../../redactors/json/redact-text.ts";

const UUID = "6f1e9a52-3c4b-4d7e-9a81-0b2c5d7f3e19";
const HEX = ["9f2c1e7ab04d56833c7e19d0a4b6f825", "1d0e3c7a9b5f48627e10c3d9a8b7f654"].join("");
const BASE64 = Buffer.from(HEX.slice(0, 43)).toString("base64").slice(0, 43);
/** As long as a SealedSecret's values are: an RSA block of 4,096 bits before the text. */
const SEALED = `AgB${"y8hCi8erSS1rRkOZ7Xw3mPzVbT4nJqL0sKfGcDhUeWaYxIvOtNlEpMrQ2B5+/".repeat(12)}`;
/** The point of a curve, as a public key is written. */
const POINT = `BD${"OU99-h67HcA6JeFXHbSNMu7e2yNNu3RzoMj8TM4W88jITfq7Zm".repeat(2)}`.slice(0, 87);

/** Of each kind three, since one alone may be left alone by chance. */
const LOOK_ALIKES: Readonly<Record<string, readonly string[]>> = {
  "a value that is sealed": [
    `kind: SealedSecret\nspec:\n  encryptedData:\n    password: ${SEALED}\n`,
    `{"encryptedData": {"api-key": "${SEALED}"}}`,
    `encryptedData:\n  DB_TOKEN: >-\n    ${SEALED}\n`,
  ],
  "a checksum": [`checksum/secret: ${HEX}`, `checksum/db-secret: "${HEX}"`, `"checksum/secret": "${HEX}",`],
  "a digest of a key": [
    `encryptionKeySha256 := "${BASE64}="`,
    `"x-acme-encryption-key-sha256:${BASE64}="`,
    `api_key_md5 = "${HEX.slice(0, 32)}"`,
  ],
  "a record's key": [`key: ${UUID}`, `  "key": "${UUID}",`, `key = "${UUID}"`],
  "a name of a resource": [
    "SecretId: arn:aws:secretsmanager:us-west-2:111122223333:secret:tutorial-Qx7Zp2",
    'secretArn: "arn:aws:secretsmanager:eu-west-1:111122223333:secret:MySecret-a1b2c3"',
    "DB_SECRET=arn:aws:secretsmanager:us-east-1:111122223333:secret:prod-Ab1Cd2",
  ],
  "an id of a user, a role, a profile": [
    "RoleId: AROAJQABLZS4A3QDU576Q",
    '"UserId": "AIDAJQABLZS4A3QDU576Q:session"',
    'Id: "AIPAJBLK7RKJKWDXVHIEC"',
  ],
  "an id": [
    'requestApiTokenId: "00T94e3cn9kSEO3c51s5"',
    'kubernetesID: "vol-02399794d890f9375"',
    '"SecretID": "3hv39ehbbb4hdozo7spod9ftn"',
  ],
  "a key's id and digest": [
    `"keys": [\n  {\n    "ID": "${HEX}"\n  }]`,
    `"Keys": [{"Digest": "${HEX}"}]`,
    "sign_key: A14FE591",
  ],
  "a mark of one change": [
    `ChangeToken: aws.String("${UUID}")`,
    `"changeToken": "${UUID}",`,
    'ClientToken: "550e8400-e29b-41d4-a716-446655440000"',
  ],
  "a line of go.sum": [
    `github.com/stripe/stripe-go/v72 v72.122.0 h1:${BASE64}=\n`,
    `github.com/datadog/datadog-go v3.2.0+incompatible/go.mod h1:${BASE64}=\n`,
    "github.com/twilio/twilio-go v0.0.0-20210331155434-3f2a9b8c7d6e // indirect\n",
  ],
  "a lock of Terraform": [
    `provider "registry.terraform.io/digitalocean/digitalocean" {\n` +
      "  hashes = [\n" +
      `    "h1:${BASE64}=",\n` +
      `    "zh:${HEX}",`,
    `provider "registry.terraform.io/datadog/datadog" {\n  hashes = [\n    "zh:${HEX}",`,
    `provider "registry.terraform.io/cloudflare/cloudflare" {\n  hashes = ["h1:${BASE64}="]`,
  ],
  "a descriptor of a message": [
    "const file_secret_proto_rawDesc = " +
      '"\\n\\x0csecret.proto\\x12\\x06secret\\"2\\n\\x05Token\\x12\\x14\\n\\x05token\\x18"',
    "var file_token_proto_rawDesc = []byte{\n\t0x0a, 0x12, 0x73, 0x65, 0x63, 0x72, 0x65, 0x74,\n}",
    "// 617 bytes of a gzipped FileDescriptorProto\n0x1f, 0x8b, 0x08, 0x00, 0x00, 0x09, 0x6e, 0x88, 0x02, 0xff",
  ],
  "a UUID of a service's record": [
    `digitalocean_droplet_id: ${UUID}`,
    `digitalocean vpc_uuid = "${UUID}"`,
    `resource "digitalocean_project" "p" { id = "${UUID}" }`,
  ],
  "a dashboard": [
    "grafana.withUid('cIBgcSjkz7xT2pLw8R')",
    "dashboard.withUid('P8E80F9AEF21F6940')",
    'datasource.withUid("PBFA97CFB590B2093")',
  ],
  "a version": [
    'EngineVersion: aws.String("8.0.mysql_aurora.3.04.0")',
    'engineVersion: aws.String("5.7.mysql_aurora.2.11.2"),',
    'aws.String("13.7.postgres_aurora.4.1")',
  ],
  "a variable": ["Password: b64Pwd,", "\tPassword: hashedPwd2,", "connect(api_passwd=v2_api_passwd)"],
  "a member": [
    "{host: this.host, username: this.username, password: this.password}",
    "connect(\n    host=uri.host,\n    username=uri.user,\n    password=uri.password,\n)",
    "{\n  Host: c.Host,\n  Username: c.Username,\n  Password: c.Password,\n}",
  ],
  "an element of a page": [
    "addPassword = '#add-password'",
    'const addPassword = "#addPassword2"',
    "resetPassword: '.reset-password'",
  ],
  "a place in a store": [
    "const STORAGE_KEY = 'todos-vuejs-3.x'",
    'const STORAGE_KEY = "vueuse-color-scheme-v2"',
    "CSRF_SESSION_KEY = '_csrftoken'",
  ],
  "a stage of a setting": ["envGetSecret: 'stable'", 'cliGetToken: "experimental",', "update_password == 'always'"],
  "a parameter": ["jar.get(key, domain=domain1)", "jar.set(key, value, domain=domain2)", 'jar.get(key, path="/path1")'],
  "words of a query": ["/s?key=value%20with%20spaces", "?key=some%20other%20text&x=1", "http://h/?key=a%20b%20c%20d"],
  "a picture named by its hash": [
    `![](img/${HEX.slice(0, 32)}.png)`,
    `icon: "${HEX.slice(0, 40)}.svg"`,
    `<img src="https://cdn.example.com/assets/stripe/${HEX.slice(0, 32)}.png">`,
  ],
  "a public key": [`vapidKey: "${POINT}"`, `DEFAULT_VAPID_KEY =\n  '${POINT}';`, `firebase messaging key = "${POINT}"`],
  "a number of a curve": [
    `secp256k1 Gx: BigInt("0x${HEX}")`,
    `mapToCurve(secp256k1, { A: BigInt('0x${HEX}') })`,
    `ethereum wordlist checksum = \\"0x${HEX}\\"`,
  ],
  "names of one kind": [
    "`eventLoopDelayMean` / `eventLoopDelayP90`",
    "`rssMax` / `rssP95value`",
    "`cpuMin` / `cpuUtilP99`",
  ],
  "a label": [
    '"config-admin-password": "Fjal\xebkalim:",',
    '"yourpassword": "nagguaq",',
    '"remembermypassword": "ikinniq"',
  ],
  "a name in a list": [
    "'password' => [\n\t'autocomplete' => 'new-password',",
    "'secret' => ['serialize' => true]",
    "{'new_password1': 'anewpassword', 'new_password2': 'anewpassword'}",
  ],
  "one of two texts": ["(ok ? 'pass' : 'cancel')", 'is(e)?"password":"public"', 'kind = known ? "token" : "unknown7"'],
  "code in a template": [
    'JsonPathToken(`States.MathAdd(${[num1,num2].map(render).join(", ")})`)',
    'key = "#{key[0, 213]}:md5:#{Digest.hexdigest(key)}" if key',
    "svmAdminPassword:this._svmAdminPassword,tags:this.tags",
  ],
  "a literal of a type": ["token := yaml_token_t{\n", "*token = yaml_token_t{}", "\ttoken = lexer_tok_x9{\n"],
  "what is to be filled in": [
    "DSN=mailgun+https://KEY:DOMAIN@default",
    "DSN=linkedin://ACCESS_TOKEN:USER_ID@default",
    `-d '{"password": "'$NEW_PASS'"}'`,
  ],
  "a template": [
    `add('PASSWORD', "password='%s'")`,
    "GoogleAccessId=xxx%40clientid&Signature=",
    "&X-Goog-Credential=xxx%40clientid%2F20021001%2Fauto%2Fstorage",
  ],
  "a name of several words": [
    'new aws.kms.Key("dlm_cross_region_copy_cmk", {',
    "new gcp.Secret('my_svc_rgn_pwd_xk')",
    'api_key: "wp_plugin_jwt_rsk"',
  ],
  "a locale": ['"en_PW": "en_001"', '"fr_PW": "fr_FR"', "es_PW: es_419"],
};

describe("look-alikes stay", () => {
  test.each(Object.entries(LOOK_ALIKES))("%s", (_kind, texts) => {
    expect(texts.map((text) => redactText(text, "plain").text)).toEqual(texts);
  });
});

describe("beside each of them a secret goes all the same", () => {
  const password = ["Tr0ub", "4dor3x"].join("");
  const token = ["q7xR2mB9", "vT4kLw8cY5nHd3Js"].join("");
  test.each([
    ["a client's id", `stripeClientId: "${token}"`, token],
    ["a key's id", `access_key_id = ${token}\nsecret_access_key = x`, token],
    ["a key of a section", `[acmeflow]\nkey = ${UUID}\n`, UUID],
    ["a key of a service", `algolia config\nkey: ${UUID}`, UUID],
    ["a token of a client", `client_token: "${UUID}"`, UUID],
    ["a key without a name of its own", `"keys": [\n  "${HEX}"\n]`, HEX],
    ["a parameter", `connect(db_password=${password})`, password],
    ["a setting of several", `host:6379,password=${password},ssl=True`, password],
    ["a list of arrows", `['password' => '${password}', 'user' => 'bob']`, password],
    ["a new one", `update_password: ${password}`, password],
    ["a login in capitals", `DSN=smtp://BOB:${password}@mail.acme.test`, password],
    ["a number that is a key", `const privateKey = "0x${HEX}"; // ethereum`, HEX],
    ["a pair", `log in as \`bob\` / \`${password}\``, password],
  ])("%s", (_what, text, secret) => expect(redactText(text, "plain").text).not.toContain(secret));
});
