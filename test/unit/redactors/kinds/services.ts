import { alnum, base64, crypt, encoded, github, hex, made, small, strong, uuid, words, type Held } from "./made.ts";

const STORAGE = encoded(64, 100);
const OTHER = encoded(64, 300);
const UNSEAL = encoded(33, 500);
const UNSEAL2 = encoded(33, 600);
const PASSWORD = strong(11);
const WORDS = words(12);
const DEVOPS = small(52, 13);
const DEVOPS_NEW = `${alnum(76, 14)}AZDO${alnum(5, 15).slice(1)}`;
const SLACK = ["xox", "d-"].join("");
const SECRET40 = alnum(40, 16);
const AUTH = base64(`bob:${WORDS}`);

/** What the tools of clouds and services print and take. */
export const SERVICES: readonly Held[] = [
  [
    "az storage account keys list",
    "[\n" +
      "  {\n" +
      `    "creationTime": "2024-05-01T10:00:00+00:00",\n` +
      `    "keyName": "key1",\n` +
      `    "permissions": "FULL",\n` +
      `    "value": "${STORAGE}"\n` +
      "  },\n" +
      "  {\n" +
      `    "creationTime": "2024-05-01T10:00:00+00:00",\n` +
      `    "keyName": "key2",\n` +
      `    "permissions": "FULL",\n` +
      `    "value": "${OTHER}"\n` +
      "  }\n" +
      "]",
    STORAGE,
    OTHER,
  ],
  [
    "the same as a table",
    "KeyName    Permissions    Value\n" +
      "---------  -------------  " +
      "----------------------------------------------------------------------------------------\n" +
      `key1       FULL           ${STORAGE}\n` +
      `key2       FULL           ${OTHER}\n`,
    STORAGE,
    OTHER,
  ],
  [
    "the same, columns of another order",
    "CreationTime                      KeyName    Permissions    Value\n" +
      "--------------------------------  ---------  -------------  --------\n" +
      `2024-05-01T10:00:00.000000+00:00  key1       FULL           ${STORAGE}\n`,
    STORAGE,
  ],
  [
    "the same with tabs",
    `2024-05-01T10:00:00.000000+00:00\tkey1\tFULL\t${STORAGE}\n` +
      `2024-05-01T10:00:00.000000+00:00\tkey2\tFULL\t${OTHER}\n`,
    STORAGE,
    OTHER,
  ],
  [
    "the same as YAML",
    `- creationTime: '2024-05-01T10:00:00+00:00'\n  keyName: key1\n  permissions: FULL\n  value: ${STORAGE}\n`,
    STORAGE,
  ],
  [
    "az storage, the value alone",
    `$ az storage account keys list -n shop --query "[0].value" -o tsv\n${STORAGE}\n`,
    STORAGE,
  ],
  ["az storage in a shell", `az storage blob list --account-name shop --account-key ${STORAGE}`, STORAGE],
  [
    "a connection string of storage",
    `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${STORAGE};EndpointSuffix=core.windows.net`,
    STORAGE,
  ],
  ["AZURE_STORAGE_KEY", `export AZURE_STORAGE_KEY="${STORAGE}"`, STORAGE],
  [
    "az cosmosdb keys",
    `{\n  "primaryMasterKey": "${STORAGE}",\n  "primaryReadonlyMasterKey": "${OTHER}"\n}`,
    STORAGE,
    OTHER,
  ],
  [
    "az redis keys",
    `{"primaryKey": "${encoded(32, 700)}", "secondaryKey": "${encoded(32, 800)}"}`,
    encoded(32, 700),
    encoded(32, 800),
  ],
  [
    "az acr credential show",
    "{\n" +
      `  "passwords": [\n` +
      "    {\n" +
      `      "name": "password",\n` +
      `      "value": "${alnum(52, 17)}"\n` +
      "    }\n" +
      "  ],\n" +
      `  "username": "shop"\n` +
      "}",
    alnum(52, 17),
  ],
  [
    "az servicebus keys",
    `{"primaryConnectionString": ` +
      `"Endpoint=sb://shop.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${encoded(32, 900)}"}`,
    encoded(32, 900),
  ],
  [
    "az ad sp create-for-rbac",
    `{\n  "appId": "${uuid(18)}",\n  "displayName": "ci",\n  "password": "${WORDS}",\n  "tenant": "${uuid(19)}"\n}`,
    WORDS,
  ],
  [
    "aws iam create-access-key, a table",
    `|  AccessKeyId      |  ${["AK", "IA", made("ABCDEFGHJKLMNPQRSTUVWXYZ234567", 16, 20)].join("")}  |\n` +
      `|  SecretAccessKey  |  ${SECRET40}  |\n`,
    SECRET40,
  ],
  ["gcloud hmac", `metadata:\n  accessId: GOOG1EACMEACME\nsecret: ${SECRET40}\n`, SECRET40],
  [
    "vault operator init",
    `Unseal Key 1: ${UNSEAL}\nUnseal Key 2: ${UNSEAL2}\n\nInitial Root Token: hvs.${alnum(24, 21)}\n`,
    UNSEAL,
    UNSEAL2,
    alnum(24, 21),
  ],
  [
    "vault operator init of old",
    `Unseal Key 1: ${UNSEAL}\n\nInitial Root Token: s.${alnum(24, 22)}\n`,
    UNSEAL,
    alnum(24, 22),
  ],
  [
    "vault's root token as a UUID",
    `Unseal Key 1 (will be hidden): ${hex(66, 23)}\nInitial Root Token: ${uuid(24)}\n`,
    hex(66, 23),
    uuid(24),
  ],
  [
    "vault init as JSON",
    "{\n" +
      `  "unseal_keys_b64": [\n` +
      `    "${UNSEAL}",\n` +
      `    "${UNSEAL2}"\n` +
      "  ],\n" +
      `  "unseal_keys_hex": [\n` +
      `    "${hex(66, 25)}"\n` +
      "  ],\n" +
      `  "unseal_shares": 5,\n` +
      `  "root_token": "hvs.${alnum(24, 26)}"\n` +
      "}",
    UNSEAL,
    UNSEAL2,
    hex(66, 25),
    alnum(24, 26),
  ],
  ["vault's recovery keys", `Recovery Key 1: ${UNSEAL}\nRecovery Key 2: ${UNSEAL2}\n`, UNSEAL, UNSEAL2],
  ["vault init of bao", `Success! Vault is initialized\n\n  Unseal Key 1:   ${UNSEAL}\n`, UNSEAL],
  [
    "consul acl bootstrap",
    `AccessorID:       ${uuid(27)}\nSecretID:         ${uuid(28)}\nDescription:      Bootstrap Token\n`,
    uuid(28),
  ],
  [
    "nomad acl bootstrap",
    `Accessor ID  = ${uuid(29)}\nSecret ID    = ${uuid(30)}\nName         = Bootstrap Token\n`,
    uuid(30),
  ],
  [
    "docker auth in a string",
    `DOCKER_AUTH_CONFIG: "{\\"auths\\":{\\"registry.acme.test\\":{\\"auth\\":\\"${AUTH}\\"}}}"`,
    AUTH,
  ],
  ["docker auth in single quotes", `DOCKER_AUTH_CONFIG='{"auths":{"registry.acme.test":{"auth":"${AUTH}"}}}'`, AUTH],
  [
    "docker auth, escaped twice",
    JSON.stringify(
      JSON.stringify({
        variables: { DOCKER_AUTH_CONFIG: JSON.stringify({ auths: { "r.acme.test": { auth: AUTH } } }) },
      }),
    ),
    AUTH,
  ],
  [
    "docker auth in config.toml",
    `environment = ["DOCKER_AUTH_CONFIG={\\"auths\\":{\\"r.acme.test\\":{\\"auth\\":\\"${AUTH}\\"}}}"]`,
    AUTH,
  ],
  [
    "duo",
    `[duo]\nikey=DI${made("ABCDEFGHJKLMNPQRSTUVWXYZ234567", 18, 31)}\nskey=${SECRET40}\nhost=api-1.duosecurity.com\n`,
    SECRET40,
  ],
  ["duo_skey", `duo_ikey: DI${made("ABCDEFGHJKLMNPQRSTUVWXYZ234567", 18, 31)}\nduo_skey: ${SECRET40}\n`, SECRET40],
  ["duo in code", `duo_akey = "${SECRET40}"\nDUO_SKEY = "${alnum(40, 33)}"`, SECRET40, alnum(40, 33)],
  ["a PAT of Azure DevOps in the environment", `export AZURE_DEVOPS_EXT_PAT=${DEVOPS}`, DEVOPS],
  ["a PAT of Azure DevOps in an address", `git clone https://${DEVOPS}@dev.azure.com/acme/shop/_git/shop`, DEVOPS],
  ["a PAT of Azure DevOps, said", `here is my azure devops token ${DEVOPS} for the feed`, DEVOPS],
  ["a PAT of Azure DevOps, a variable", `AZDO_PAT: ${DEVOPS}`, DEVOPS],
  ["a PAT of Azure DevOps in VSTS' days", `VSTS_TOKEN = '${DEVOPS}'`, DEVOPS],
  [
    "a PAT of Azure DevOps in .npmrc",
    `//pkgs.dev.azure.com/acme/_packaging/feed/npm/registry/:_password=${base64(DEVOPS)}`,
    base64(DEVOPS),
  ],
  ["a new PAT of Azure DevOps, bare", `use ${DEVOPS_NEW} please`, DEVOPS_NEW],
  [
    "a new PAT of Azure DevOps, piped",
    `echo ${DEVOPS_NEW} | az devops login --organization https://dev.azure.com/acme`,
    DEVOPS_NEW,
  ],
  [
    "Slack's cookie in percent codes",
    `curl -b "d=${SLACK}${alnum(30, 34)}%2B${alnum(30, 35)}%2F${alnum(20, 36)}%3D%3D" https://acme.slack.com/api`,
    `${alnum(30, 34)}%2B`,
    alnum(30, 35),
    alnum(20, 36),
  ],
  [
    "Slack's cookie in a header",
    `cookie: b=.1; d=${SLACK}${alnum(20, 37)}%2f${alnum(30, 38)}%3d; x=1`,
    alnum(20, 37),
    alnum(30, 38),
  ],
  [
    "Slack's cookie in a variable",
    `SLACK_COOKIE=${SLACK}${alnum(20, 39)}%2B${alnum(60, 40)}`,
    alnum(20, 39),
    alnum(60, 40),
  ],
  [
    "SMTP, LOGIN",
    `AUTH LOGIN\r\n334 VXNlcm5hbWU6\r\n${base64("bob@acme.test")}\r\n334 UGFzc3dvcmQ6\r\n${base64(WORDS)}\r\n235 ok`,
    base64(WORDS),
  ],
  ["SMTP, LOGIN as a client shows it", `<- 334 UGFzc3dvcmQ6\n -> ${base64(PASSWORD)}\n<- 235 ok`, base64(PASSWORD)],
  ["IMAP, LOGIN", `a001 LOGIN bob@acme.test ${PASSWORD}\na001 OK`, PASSWORD],
  ["IMAP, LOGIN with quotes", `A3 LOGIN "bob" "${WORDS}"`, WORDS],
  ["POP3", `+OK ready\nUSER bob\n+OK\nPASS ${WORDS}\n+OK logged in`, WORDS],
  ["FTP", `220 ftp.acme.test\nUSER bob\n331 Password required\nPASS ${PASSWORD}\n230 ok`, PASSWORD],
  ["NickServ", `/msg NickServ IDENTIFY ${WORDS}`, WORDS],
  ["NickServ with a name", `PRIVMSG NickServ :IDENTIFY bob ${PASSWORD}`, PASSWORD],
  ["a form", `username=bob&password=${WORDS}&remember=1`, WORDS],
  [
    "a form in a request",
    `POST /login HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\nuser=bob&password=${WORDS}`,
    WORDS,
  ],
  ["a form that curl sends", `curl -d 'email=bob%40acme.test&password=${WORDS}' https://acme.test/login`, WORDS],
  ["a form, pass first", `curl -X POST --data "pass=${WORDS}&user=bob" https://acme.test`, WORDS],
  ["a form of WordPress", `log=admin&pwd=${WORDS}&wp-submit=Log+In&testcookie=1`, WORDS],
  ["a form of OAuth", `grant_type=password&client_id=shop&username=bob&password=${WORDS}`, WORDS],
  ["a form with percent codes", `user=bob&passwd=velvet%20harbor%2144`, "velvet%20harbor%2144"],
  ["a form in parts", `------x\r\nContent-Disposition: form-data; name="password"\r\n\r\n${WORDS}\r\n------x--`, WORDS],
  ["a form in requests", `requests.post(url, data="user=bob&password=${WORDS}")`, WORDS],
  ["a query of wifi", `WIFI:T:WPA;S:HomeNet;P:${WORDS};;`, WORDS],
  ["ODBC in braces", `Driver={ODBC Driver 18 for SQL Server};Server=db;Uid=bob;Pwd={${PASSWORD};x}`, PASSWORD],
  ["ODBC in braces, words", `DRIVER={PostgreSQL Unicode};SERVER=db;UID=bob;PWD={${WORDS}};DATABASE=shop`, WORDS],
  ["ODBC in code", `pyodbc.connect("DRIVER={FreeTDS};SERVER=db;UID=bob;PWD={${PASSWORD}}")`, PASSWORD],
  ["ADO with quotes", `Server=db;User Id=bob;Password='${PASSWORD};a';`, PASSWORD],
  ["a JWT's secret of Supabase", `SUPABASE_JWT_SECRET=${alnum(64, 41)}`, alnum(64, 41)],
  [
    "Elastic's reset",
    `Password for the [elastic] user successfully reset.\nNew value: ${alnum(20, 42)}\n`,
    alnum(20, 42),
  ],
  [
    "Elastic's setup",
    `Changed password for user kibana_system\nPASSWORD kibana_system = ${alnum(20, 43)}\n`,
    alnum(20, 43),
  ],
  ["MySQL's first start", `[Note] A temporary password is generated for root@localhost: ${PASSWORD}`, PASSWORD],
  ["MySQL's image", `[Entrypoint]: GENERATED ROOT PASSWORD: ${crypt(32, 44)}`, crypt(32, 44)],
  [
    "Jenkins' first start",
    "*************************************************************\n\n" +
      "Jenkins initial setup is required. An admin user has been created and a password generated.\n" +
      "Please use the following password to proceed to installation:\n\n" +
      `${hex(32, 45)}\n\n` +
      "This may also be found at: /var/jenkins_home/secrets/initialAdminPassword\n",
    hex(32, 45),
  ],
  [
    "argocd",
    "$ argocd admin initial-password -n argocd\n" +
      `${alnum(16, 46)}\n\n` +
      " This password must be only used for first time login.",
    alnum(16, 46),
  ],
  [
    "a token in an SSH remote",
    `git remote set-url origin https://oauth2:${github(47)}@gitlab.acme.test/a.git`,
    github(47),
  ],
];
