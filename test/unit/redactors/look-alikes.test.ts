import { describe, expect, test } from "vitest";

import { redactText } from "../../../redactors/with-detector.ts";

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
    // as a manual shows it
    `kind: SealedSecret\nspec:\n  encryptedData:\n    password: ${SEALED.slice(0, 60)}\n`,
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
  "a fingerprint": [
    `gpg --recv-keys ${HEX.slice(0, 40).toUpperCase()}`,
    `apt-key adv --keyserver keyserver.ubuntu.com --recv-keys 0x${HEX.slice(0, 16).toUpperCase()}`,
    `RPM_IMPORT_KEY=${HEX.slice(0, 40)}`,
  ],
  "a folder": ["PWD=C:/tmp1 go test", 'env.PWD = "/home/bob/project1"', "PWD=/tmp/q7xR2mB9vT4kLw8c/build"],
  "how something is packed": [
    'splunkGzipCompressionKey = "splunk-gzip"',
    'const compressionKey = "gzip-level9"',
    'splunk_compression_key: "splunk-gz1p"',
  ],
  "a type of two": [
    "export type JwtV1ParamsNode = JwtV1NodeBase & {",
    "type TokenV2Props = TokenV2BaseProps & Other",
    "let decodedToken: DecodedJWTPayload | null",
  ],
  "a place in a page": [
    "/RESTREF/splunk/RESTsearch#saved.2Fsearches.2F.7Bname.7D",
    "splunk: 'RESTsearch#saved.2Fsearches.2F.7Bname2.7D'",
    "datadog api: users.2Fkeys3.2F.7Bid.7D.2Ftokens",
  ],
  "a question": [
    "// is a login without password allowed?",
    "# login without password works",
    "a login without password was1 tried",
  ],
  "a service": [
    "'$userPassword' => '@user_password'",
    "password: '@app.user_password'",
    'db_password: "@config.db_pass"',
  ],
  "a signature": [
    `"signature": "${BASE64}${BASE64}",`,
    `signature: '0x${HEX}${HEX}1c'`,
    `messageSignature = "${BASE64}=="`,
  ],
  "a secret's name": [
    "docker service create --secret source=app-key,target=app,uid=1000,gid=1001,mode=0400 nginx",
    "docker build --secret id=npm_tok3n,src=/root/.npmrc .",
    "podman run --secret type=env,target=DB_PASS1 image",
  ],
  "words that stand for values": [
    '--label "key1=value1=value2=value3"',
    '"key1": "value1,value2,value3"',
    "key2=value2=value",
  ],
  "a line of accounts": [
    '"passwd": `root:x:0:0::/bin:/bin/false`',
    'passwd: "bob:x:1000:1000:Bob:/home/bob:/bin/sh"',
    'const passwd = "daemon:*:1:1:System Services:/var/root:/usr/bin/false"',
  ],
  "what git stores": [
    "blob=$(echo tagged-blob | git hash-object -w --stdin)",
    "printf data-A1 | git -C repo hash-object -t blob --stdin",
    "test_expect_success 'echo HEAD1x | git diff-tree --stdin'",
  ],
  "an address on a chain": [
    `"token": "0x${HEX.slice(0, 40)}"`,
    `CONDITIONAL_TOKENS: "0x${HEX.slice(2, 42)}"`,
    `"l2_token_address": "0x${HEX}"`,
  ],
  "an id of numbers": [
    '"client_id": "x-167673045-a0a3c6461459a801"',
    '"client_id": "ab-00167673045-1471b81d747080a0"',
    'session_id = "s-20240405112233-da5f31dcd478a829"',
  ],
  "a pass over a picture": [
    'if ("translucent" !== t5.renderPass)',
    'var mode = f(0, pass === "opaque" ? A : B)',
    'renderPass = "shadows1"',
  ],
  "a challenge": [
    "WWW-Authenticate: NTLM TlRMTVNTUAACAAAACAAIADAAAACGgAEAq6U1NAWaJCIAAAAAAAAAAAAAAAA4AAAATlRMTUF1dGg=\n",
  ],
  "the parts of an address": [
    "`protocol://user:password@host:port/databaseName`",
    "+ `protocol://user:password@host/databaseName` (no port)",
  ],
  "a place in a list of a service": [
    '"kraken_next_cursor":"HgAAAAAAAABGVFRSd3k1LVF4Y0JQY05Gd0xRY0NxenFndHpybkwBAQH2"',
    "datadog cursor: eyJpbmRleCI6MzA4NDkxNX0x9Qz7",
    "datadog\n__CURSOR=s=739ad463348b4ceca5a9e69c95a3c93f;i=4ece7",
  ],
  "a digest on a chain": [
    `"wallet": 1,\n"marketHash": "0x${HEX}"`,
    `{"wallet": true, "blockHash": "0x${HEX}"}`,
    `wallet: { "stateRoot": '0x${HEX}' }`,
  ],
  "since which version": [
    "CURLOPT_PASSWORD                7.19.1\nCURLE_PROXY                     7.73.0\nCURLOPT_POST301 7.17.1\n",
    "PROXY_PASSWORD  7.1\nPROXY_TLS13     7.61.0\n",
    "FTP_PASSWORD   2.0\nFTP_USERPWD1   2.1\n",
  ],
  "the name of a key in a store": [
    'const DB_KEY = "DPoPKeys";',
    'export const ENCRYPTION_KEY = "SdkXtalKey";',
    "AUTH_KEY: 'WqzvTokens',",
  ],
  "a table of a parser": [
    'tokenData: "!<p!aR!YOX$qXY,QYZ,QZ[$q[]&X]^,Q^p$qpq,Qqr-_rs3"',
    'tokenData: "J^~R!^OX$}X^%u^p$}pq%uqr)Xrs.Rst/utu6duv$}vw7"',
    '"tokenData": "#l~RaXY!OYZ!O]^!Opq!Ouv!atu^xyNqz{Ozz|`9v0Ai9w"',
  ],
  "a variable before a bracket that closes": [
    "events.signOut?.({ token: decodedJwt })",
    "emit({\n  token: decodedJwt\n});",
    "send({ user, apiToken: freshJwt })",
  ],
  "a kind of key": [
    "const HOST_KEY = ['ecdsa-sha2-nistp256'];",
    'SSH_HOST_KEY = "ssh-ed25519"',
    'signing_key: "rsa-sha2-512"',
  ],
  "code without blanks": ["b?c.password+=A:c.username+=A", "x.passwd-=B:y.count-=B", "i?o.password+=q8:o.user+=q8"],
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
    ["a root key", `root_key = "${HEX}"`, HEX],
    ["PWD of a data source", `Driver={x};Server=db;UID=sa;PWD=${password}`, password],
    ["a password in PWD", `PWD=${password}`, password],
    ["a password in PWD that begins with a dot", `PWD='.${password}'`, password],
    ["a signed address", `https://b.s3.amazonaws.com/o?X-Amz-Signature=${HEX}`, HEX],
    ["a signature in a query", `https://x.test/a?sig=${token}${token}&se=1`, token],
    ["a signature of CloudFront", `CloudFront-Signature=${token}${token}`, token],
    ["a secret of a container", `run --secret ${token}`, token],
    ["a login for git", `echo "${password}" | git credential-store --stdin`, password],
    ["a token that begins with 0x", `api_token = "0x${HEX}"`, HEX],
    ["a login without a blank", `machine db.acme.test login bob password ${password}`, password],
    ["a token between brackets", `events.signOut({ token: ${token} })`, token],
    ["a key that ends in a digit", `DB_KEY = "${token}Key7"`, token],
    ["a token with a colon and bars", `token: "${token}:${token}|${token}"`, token],
    ["a pair", `log in as \`bob\` / \`${password}\``, password],
  ])("%s", (_what, text, secret) => expect(redactText(text, "plain").text).not.toContain(secret));
});
