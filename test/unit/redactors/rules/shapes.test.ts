import { expect, test } from "vitest";
import { redactText } from "../../../../redactors/with-detector.ts";
import { brokenLaws } from "../../../support/broken-laws.ts";

const PASSWORD = "Tr0ub4dorX9q&";
const KEY = "ZJzzzzgEOzdmenCkhvMdgaKj7Qp2";
const TOKEN = ["gh", "p_wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"].join("");
const WORD = "swordfish";
const LINE = "QK/uWcjyAhrsNDCh3Hpnslt3yf/X2lwqMekhupecPvo7unxzTzUp3PY0G5D9dwvx";
const LINE2 = "tSh5e4b54cRYsgs/wXuaaU1yW0Q9uOWyIBaPOHRu+Jk+ft2k1L2alrnWJo34Gk5V";
const BEGIN = ["-----BEGIN RSA", " PRIVATE KEY-----"].join("");
const END = ["-----END RSA", " PRIVATE KEY-----"].join("");
const PRIVATE = "PRIVATE";

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

const SEED = ["legal winner thank year wave sausage", "worth useful legal winner thank yellow"].join(" ").split(" ");
/** Of a key in JSON. */
const PART = KEY + KEY.split("").toReversed().join("");
const JWT = [
  "eyJhbGciOiJIUzI1NiJ9",
  Buffer.from('{"sub":"1234567890","name":"bob"}').toString("base64url"),
  KEY + KEY,
].join(".");

/** One shape in which secrets reach an agent a line: its name, the text. */
const SHAPES: readonly (readonly [name: string, text: string])[] = [
  ["netrc", "machine api.acme.io\n  login bob\n  password " + PASSWORD],
  ["netrc1", `machine h login bob password ${PASSWORD}`],
  ["docker auth", `{"auths":{"https://index.docker.io/v1/":{"auth":"${base64("bob:" + PASSWORD)}"}}}`],
  ["kubeconfig token", `users:\n- name: a\n  user:\n    token: ${KEY}`],
  ["mysql -p", `mysql -u root -p${PASSWORD} db`],
  ["mysql --password", `mysqldump --password=${PASSWORD} db`],
  ["PGPASSWORD", `PGPASSWORD=${PASSWORD} psql -h db`],
  ["redis-cli", `redis-cli -h x -a ${PASSWORD} ping`],
  ["redis prompt", `127.0.0.1:6379> AUTH ${PASSWORD}\nOK`],
  ["redis prompt with a user", `db:6379[1]> AUTH default ${PASSWORD}`],
  ["mongo's shell", `db.auth("bob", "${PASSWORD}")`],
  ["DBI of Perl", `DBI->connect("dbi:mysql:x", "bob", "${PASSWORD}")`],
  ["a parameter of CloudFormation", `[{"ParameterKey":"DBPassword","ParameterValue":"${KEY}"}]`],
  ["Markdown", "Set `API_KEY` to `" + KEY + "`"],
  ["ipmitool", `ipmitool -H h -U bob -P ${PASSWORD} power status`],
  ["snmpwalk", `snmpwalk -v2c -c ${KEY} 10.0.0.1`],
  ["xfreerdp", `xfreerdp /v:h /u:bob /p:${PASSWORD}`],
  ["gh secret set", `gh secret set DEPLOY --body "${KEY}"`],
  ["net use", `net use Z: \\\\h\\s /user:bob ${PASSWORD}`],
  ["a String of Rust", `let api_key = String::from("${KEY}");`],
  ["an optional of Rust", `password: Some("${PASSWORD}"),`],
  ["bytes of Go", `jwtSecret = []byte("${KEY}")`],
  ["prose in German", `Das Passwort lautet ${PASSWORD}`],
  ["Chinese", `密码：${PASSWORD}`],
  ["Chinese, in a sentence", `数据库的密码是 ${PASSWORD} ，请勿外传`],
  ["Japanese", `パスワードは「${PASSWORD}」です`],
  ["Korean", `비밀번호: ${PASSWORD}`],
  ["Russian", `Логин: bob\nПароль: ${PASSWORD}\n`],
  ["Dutch", `wachtwoord: ${PASSWORD}`],
  ["German, the other word", `Kennwort: ${PASSWORD}`],
  ["a JSON Web Key", `{"kty":"EC","crv":"P-256","x":"${"A1b2".repeat(11)}","d":"${PART}"}`],
  ["a JSON Web Key as text", JSON.stringify(`{"k": "${PART}", "kty": "oct", "alg": "HS256"}`)],
  ["XML in a page", `&lt;password&gt;${PASSWORD}&lt;/password&gt;`],
  [
    "base64 in lines",
    base64(`{"user": "bob of the long name that fills a line", "note": "nothing", "api_key": "${KEY}"}`).replace(
      /(.{76})/g,
      "$1\n",
    ),
  ],
  ["a token that a window broke", `Authorization of the request that was sent: ${JWT.slice(0, 60)}\n${JWT.slice(60)}`],
  ["prose in Spanish", `La contraseña es ${PASSWORD}`],
  ["mongo", `mongosh -u a -p ${PASSWORD} --host x`],
  ["ado", `Server=db;Database=x;User Id=sa;Password=${PASSWORD};Encrypt=true`],
  ["odbc", `Driver={x};Uid=sa;Pwd=${PASSWORD};`],
  ["jdbc sqlserver", `jdbc:sqlserver://db:1433;databaseName=x;user=sa;password=${PASSWORD};`],
  ["jdbc oracle", `jdbc:oracle:thin:scott/${PASSWORD}@//db:1521/x`],
  ["go dsn", `root:${PASSWORD}@tcp(127.0.0.1:3306)/x`],
  ["sqlalchemy", `postgresql+psycopg2://u:${PASSWORD}@h/x`],
  ["python dict", `{'user': 'bob', 'password': '${PASSWORD}'}`],
  ["fragment", `https://app/cb#access_token=${KEY}&token_type=bearer`],
  ["discord wh", `https://discord.com/api/webhooks/123456789012345678/${KEY}${KEY}abcdefgh12`],
  ["pem diff", `+${BEGIN}\n+${LINE}\n+${LINE2}\n+${END}`],
  ["pem diff minus", `-${BEGIN}\n-${LINE}\n-${LINE2}\n-${END}`],
  ["pem grep", `a.pem:1:${BEGIN}\na.pem:2:${LINE}\na.pem:3:${LINE2}\na.pem:4:${END}`],
  ["pem grep -n", `1:${BEGIN}\n2:${LINE}\n3:${LINE2}\n4:${END}`],
  ["pem crlf", `${BEGIN}\r\n${LINE}\r\n${LINE2}\r\n${END}`],
  ["pem quote", `> ${BEGIN}\n> ${LINE}\n> ${LINE2}\n> ${END}`],
  ["pem js concat", `"${BEGIN}\\n" +\n  "${LINE}\\n" +\n  "${LINE2}\\n" + "${END}"`],
  ["pem double escaped", `{"a":"{\\"k\\":\\"${BEGIN}\\\\n${LINE}\\\\n${LINE2}\\\\n${END}\\"}"}`],
  ["pem tail", `${LINE}\n${LINE2}\n${END}`],
  ["pem proc", `${BEGIN}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0011223344556677\n\n${LINE}\n${LINE2}\n${END}`],
  ["pem html", `<pre>${BEGIN}\n${LINE}\n${LINE2}\n${END}</pre>`],
  ["pem py triple", `key = """${BEGIN}\n${LINE}\n${LINE2}\n${END}"""`],
  [
    "pgp",
    `-----BEGIN PGP ${PRIVATE} KEY BLOCK-----\n` +
      "Version: x\n\n" +
      `${LINE}\n` +
      `${LINE2}\n` +
      "=abcd\n" +
      `-----END PGP ${PRIVATE} KEY BLOCK-----`,
  ],
  [
    "ssh2",
    `---- BEGIN SSH2 ENCRYPTED ${PRIVATE} KEY ----\n${LINE}\n${LINE2}\n---- END SSH2 ENCRYPTED ${PRIVATE} KEY ----`,
  ],
  ["zero width", `${"gh"}p_wWPw5k4aXcaT\u200b4fNP0UcnZwJUVFk6LO0pINUx`],
  ["hex", Buffer.from(`API_TOKEN=${TOKEN}\n`).toString("hex")],
  ["b64b64", base64(base64(`export GITHUB_TOKEN=${TOKEN}\n`))],
  ["b64 json", base64(`{"password":"${PASSWORD}"}`)],
  ["b64url", Buffer.from(`GITHUB_TOKEN=${TOKEN}?>~`).toString("base64url")],
  ["xml attr", `<user name="x" password="${PASSWORD}"/>`],
  ["xml attr2", `<property name="password" value="${PASSWORD}"/>`],
  ["sql create", `CREATE USER app IDENTIFIED BY '${PASSWORD}'`],
  ["sql create pg", `CREATE ROLE app LOGIN PASSWORD '${PASSWORD}'`],
  ["ruby", `:password => '${PASSWORD}',`],
  ["ruby2", `password: '${PASSWORD}'`],
  ["go const", `const apiKey = "${KEY}"`],
  ["rust", `let token: &str = "${KEY}";`],
  ["kotlin", `val clientSecret: String = "${KEY}"`],
  ["htpasswd", `bob:$apr1$hfT7jp2q$Jf2o8Cn9vcVCRZ3tGAPAc/`],
  ["shadow", `root:$6$aBcDeFgH$${"Q9".repeat(43)}:19000:0:99999:7:::`],
  ["token is", `the token is ${KEY}, please`],
  ["pw colon", `Username: bob\nPassword: swordfish`],
  ["pw prose", `login with bob / password ${PASSWORD}`],
  ["json pass low", `{"user":"bob","pass":"swordfish"}`],
  ["mnemonic", `mnemonic: "legal winner thank year wave sausage worth useful legal winner thank yellow"`],
  ["bip12", `legal winner thank year wave sausage worth useful legal winner thank yellow`],
  ["wif", `KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn`],
  [
    "solana array",
    `[174,47,154,16,202,193,206,113,199,190,53,133,169,175,31,56,222,53,138,189,224,216,117,173,10,149,53,` +
      `45,73,251,237,246,15,185,186,82,177,240,148,69,241,227,167,80,141,89,240,121,121,35,172,247,` +
      `68,251,226,218,48,63,176,109,168,89,238,135]`,
  ],
  ["totp", `TOTP_SECRET=JBSWY3DPEHPK3PXPJBSWY3DP`],
  ["eth", `private key: 0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318`],
  ["cookie", `Cookie: session=${KEY}; theme=dark`],
  ["set-cookie jwt", `set-cookie: connect.sid=s%3A${KEY}.abc; Path=/`],
  ["header json array", `["Authorization", "Bearer ${KEY}"]`],
  ["x-auth", `X-Auth-Token: ${KEY}`],
  ["proxy-auth", `Proxy-Authorization: Basic ${base64("u:" + PASSWORD)}`],
  ["basic header", `Authorization: Basic ${base64("bob:" + PASSWORD)}`],
  ["digest", `PRIVATE-TOKEN: ${KEY}`],
  ["wget", `wget --user=bob --password=${PASSWORD} http://x`],
  ["az", `az login --service-principal -u app -p ${KEY} --tenant x`],
  ["env -e", `docker run -e POSTGRES_PASSWORD=${PASSWORD} postgres`],
  ["compose", `environment:\n  - MYSQL_ROOT_PASSWORD=${PASSWORD}\n  - X=1`],
  ["compose map", `environment:\n  MYSQL_ROOT_PASSWORD: ${PASSWORD}`],
  ["tfvars", `db_password = "${PASSWORD}"`],
  ["ansible", `ansible_ssh_pass=${PASSWORD} ansible_user=x`],
  ["helm set", `helm install x --set auth.password=${PASSWORD}`],
  ["kubectl", `kubectl create secret generic x --from-literal=password=${PASSWORD}`],
  ["export", `export AWS_SECRET_ACCESS_KEY="wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzTESTKY"`],
  ["powershell", `$env:API_KEY = "${KEY}"`],
  ["cmd set", `set DB_PASSWORD=${PASSWORD}`],
  ["appsettings", `"ConnectionStrings": {"Default": "Server=x;User=sa;Password=${PASSWORD}"}`],
  ["properties", `db.password = ${PASSWORD}`],
  ["yaml quoted", `password: "${PASSWORD}"`],
  ["env comment", `# DB_PASSWORD=${PASSWORD}`],
  ["printenv", `DB_PASSWORD='${PASSWORD}'`],
  ["url userinfo token", `https://oauth2:${KEY}@gitlab.com/x.git`],
  ["url token only", `https://${TOKEN}@github.com/x`],
  [
    "sas",
    `https://x.blob.core.windows.net/c?sv=2020-08-04&sig=` +
      `${encodeURIComponent("abcDEF123+/xyzQWE456rtyUIO789pasDFG012hj=")}&se=2026`,
  ],
  ["gcs signed", `https://storage.googleapis.com/b/o?X-Goog-Signature=${"0a1b2c3d".repeat(16)}`],
  ["cloudinary", `cloudinary://123456789012345:${KEY}@demo`],
  ["redis, a boast", `redis://default:supersecret@cache-1:6380`],
  ["smtp", `smtps://u%40x.com:${PASSWORD}@smtp.x.com:465`],
  ["ftp", `ftp://bob:${PASSWORD}@h/f`],
  ["laravel", `APP_KEY=base64:${base64("0123456789abcdefghijklmnopqrstuv")}`],
  ["rails", `secret_key_base: ${"0a1b2c3d".repeat(16)}`],
  ["wp", `define('AUTH_KEY', 'k}F*|x9Zq^T7!s@L2p$V5b&N8m#R1c');`],
  ["csv quoted", `"user","password"\n"bob","${PASSWORD}"\n`],
  ["tsv", `user\tpassword\nbob\t${PASSWORD}\n`],
  ["md table", `| user | password |\n|---|---|\n| bob | ${PASSWORD} |`],
  [
    "psql",
    " id | login | password      \n" +
      "----+-------+---------------\n" +
      `  1 | bob   | ${PASSWORD}\n` +
      `  2 | eve   | ${WORD}\n` +
      "(2 rows)\n",
  ],
  [
    "psql in JSON",
    JSON.stringify({ output: ` login | password      \n-------+---------------\n bob   | ${PASSWORD}\n` }),
  ],
  ["psql, one row", `-[ RECORD 1 ]---\nid       | 1\npassword | ${PASSWORD}\n`],
  [
    "mysql",
    "+-------+---------------+\n" +
      "| login | password      |\n" +
      "+-------+---------------+\n" +
      `| bob   | ${PASSWORD} |\n` +
      `| eve   | ${WORD}     |\n` +
      "+-------+---------------+\n",
  ],
  [
    "a drawn table",
    "┌──────┬──────────────┐\n" +
      "│ user │ password     │\n" +
      "├──────┼──────────────┤\n" +
      `│ bob  │ ${PASSWORD} │\n` +
      "└──────┴──────────────┘",
  ],
  ["sqlite", `id  login  password\n--  -----  -------------\n1   bob    ${PASSWORD}\n`],
  ["kubectl get", `NAME     TOKEN                          AGE\nbuild    ${KEY}   3d\n`],
  ["sudo -S", `echo '${PASSWORD}' | sudo -S ls`],
  ["password-stdin", `printf '%s' "${PASSWORD}" | docker login -u bob --password-stdin`],
  ["chpasswd", `echo "root:${PASSWORD}" | chpasswd`],
  ["passwd --stdin", `echo ${PASSWORD.slice(0, -1)} | passwd --stdin bob`],
  ["bold", `**Password:** ${PASSWORD}`],
  ["bold name", `**Password**: ${PASSWORD}`],
  ["emphasis", `the admin password: *${PASSWORD}*`],
  ["French and Portuguese", `mot de passe : ${PASSWORD}\nsenha: ${PASSWORD}`],
  ["R", `password <- "${PASSWORD}"`],
  ["C++", `std::string apiKey{"${KEY}"};`],
  ["Zig", `const api_key: []const u8 = "${KEY}";`],
  ["Nim", `const apiKey* = "${KEY}"`],
  ["Visual Basic", `Dim password As String = "${PASSWORD}"`],
  ["Puppet", `password => Sensitive('${PASSWORD}'),`],
  ["Ansible", `ansible_password: !unsafe '${PASSWORD}'`],
  ["a diff of an environment", `+DB_PASSWORD=${WORD}\n`],
  ["js obj", `{ password: '${PASSWORD}', user: 'x' }`],
  ["argv", `["--password","${PASSWORD}"]`],
  ["ps", `bob 123 0.0 mysqld --password=${PASSWORD} --x`],
  ["log", `2026-01-01 INFO token=${KEY} user=bob`],
  ["logfmt q", `level=info apiKey="${KEY}"`],
  ["http body", `username=bob&password=${encodeURIComponent(PASSWORD)}&x=1`],
  ["graphql", `mutation { login(email: "a@b.c", password: "${PASSWORD}") }`],
  ["curl -d", `curl -d '{"password":"${PASSWORD}"}' x`],
  ["curl -H key", `curl -H "apikey: ${KEY}" x`],
  ["toml nested", `[a]\ntoken = '${KEY}'`],
  ["ini", `[client]\nuser=root\npassword=${PASSWORD}`],
  ["pypirc", `password:${PASSWORD}`],
  ["nuget", `<add key="ClearTextPassword" value="${PASSWORD}" />`],
  ["maven", `<server><password>${PASSWORD}</password></server>`],
  ["gradle", `signingPassword=${PASSWORD}`],
  ["swift", `let apiKey = "${KEY}"`],
  ["csharp", `string password = "${PASSWORD}";`],
  ["java", `props.setProperty("password", "${PASSWORD}");`],
  ["php arr", `'password' => '${PASSWORD}',`],
  ["perl", `my $password = "${PASSWORD}";`],
  ["lua", `password = "${PASSWORD}"`],
  ["bash -p", `sshpass -p '${PASSWORD}' ssh x`],
  ["openssl", `openssl enc -k ${PASSWORD} -in x`],
  ["zip", `zip -P ${PASSWORD} a.zip b`],
  ["keytool", `keytool -storepass ${PASSWORD} -list`],
  ["smb", `smbclient //h/s -U bob%${PASSWORD}`],
  ["ldap", `ldapsearch -D cn=x -w ${PASSWORD}`],
  ["vault kv", `vault kv put secret/x password=${PASSWORD}`],
  ["aws configure", `aws_secret_access_key = abcdEFGH1234ijklMNOP5678qrstUVWX9012yzAB`],
  ["heroku config", `SECRET_KEY_BASE: ${"0a1b2c3d".repeat(8)}`],
  ["terraform plan", `  + password = "${PASSWORD}"`],
  ["json escape", `{"log":"password=\\"${PASSWORD}\\""}`],
  ["ansi kv", `\x1b[36mpassword\x1b[0m=\x1b[32m${PASSWORD}\x1b[0m`],
  ["wrap", `token: ${"gh"}p_wWPw5k4aXcaT4fNP0Uc\nnZwJUVFk6LO0pINUx`],
  ["percent", `https://h/login?next=https%3A%2F%2Fh%2Fcb%3Faccess_token%3D${KEY}%26x%3D1`],
  ["percent password", `next=postgres%3A%2F%2Fu%3A${encodeURIComponent(PASSWORD)}%40h%2Fx`],
  ["hex in base64", base64(Buffer.from(`API_TOKEN=${TOKEN}\n`).toString("hex"))],
  ["wrap in JSON", JSON.stringify({ output: `token: ${"gh"}p_wWPw5k4aXcaT4fNP0Uc\n  nZwJUVFk6LO0pINUx` })],
  [
    "cat -n in JSON",
    JSON.stringify({ output: `     1\t${BEGIN}\n     2\t${LINE}\n     3\t${LINE2}\n     4\t${END}\n` }),
  ],
  [
    "colours in JSON in JSON",
    JSON.stringify({ a: JSON.stringify({ output: `\x1b[32m${"gh"}p_wWPw5k4aXcaT4\x1b[0mfNP0UcnZwJUVFk6LO0pINUx` }) }),
  ],
  ["element in JSON", JSON.stringify({ output: `<apiToken>\n    ${KEY}\n</apiToken>` })],
  ["extraheader", `git -c http.extraheader="AUTHORIZATION: basic ${base64(`x-access-token:${KEY}`)}" fetch`],
  ["extraheader in config", `[http "https://h/"]\n\textraheader = AUTHORIZATION: basic ${base64(`bob:${PASSWORD}`)}`],
  ["git remote -v", `origin\thttps://bob:${PASSWORD}@git.h/x.git (fetch)`],
  [
    "service account",
    `{"type": "service_account", "private_key": "${BEGIN}\\n${LINE}\\n${LINE2}\\n${END}\\n", "client_email": ` +
      `"a@b.iam.gserviceaccount.com"}`,
  ],
  ["k8s data", `apiVersion: v1\nkind: Secret\ndata:\n  password: ${base64(PASSWORD)}\n  plain: ${base64(WORD)}\n`],
  ["again", `token = "${KEY}"\n... later: ${KEY} came back`],
  ["beside an AWS id", `${"AKI"}AQYLPMN5HFIQR7XYA,${KEY}+/Q7x9Z2k4V6`],
  ["Erlang", `{default_pass, <<"${PASSWORD}">>}`],
  ["positional", `mysqli_connect("h", "bob", "${PASSWORD}", "shop")`],
  ["insert", `INSERT INTO users (id, name, password) VALUES (1, 'bob', '${PASSWORD}'), (2, 'eve', '${WORD}');`],
  ["CDATA", `<password><![CDATA[${PASSWORD}]]></password>`],
  ["xprv", `xprv${KEY}${KEY}${KEY}${KEY.slice(0, 23)}`],
  ["a word in the environment", `PGPASSWORD=${WORD} psql`],
  ["a word in compose", `POSTGRES_PASSWORD: ${WORD}`],
  ["a word in properties", `spring.datasource.password=${WORD}`],
  ["a word in hibernate", `<property name="hibernate.connection.password">${WORD}</property>`],
  ["a word in an ini file", `admin_password = ${WORD}`],
  ["a prompt", `[sudo] password for bob: ${PASSWORD}`],
  ["another prompt", `Enter password for user root: ${PASSWORD}`],
  ["param-name", `<init-param><param-name>password</param-name><param-value>${PASSWORD}</param-value></init-param>`],
  ["a namespace", `<wsse:Password Type="x">${PASSWORD}</wsse:Password>`],
  ["httpie", `http -a bob:${PASSWORD} example.test`],
  ["7z", `7z x -p${PASSWORD} a.7z`],
  ["ssh-keygen", `ssh-keygen -t rsa -N "${PASSWORD}" -f k`],
  ["mongodump", `mongodump -u bob -p ${PASSWORD} --out x`],
  ["cqlsh", `cqlsh -u c -p ${PASSWORD}`],
  ["etcdctl", `etcdctl --user root:${PASSWORD} get x`],
  ["mosquitto", `mosquitto_pub -u a -P ${PASSWORD} -t x`],
  ["rabbitmqctl", `rabbitmqctl add_user bob ${PASSWORD}`],
  ["PowerShell", `ConvertTo-SecureString "${PASSWORD}" -AsPlainText -Force`],
  ["haproxy", `user bob insecure-password ${PASSWORD}`],
  ["neo4j", `NEO4J_AUTH=neo4j/${PASSWORD.slice(0, -1)}`],
  ["nomad", `Secret ID    = 4c0883a6-9102-937d-6231-471b5dbb6204`],
  ["ether", `my wallet 0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318`],
];

test.each(SHAPES)("leaves nothing of the secret: %s", (_name, text) => {
  const { text: after, findings } = redactText(text, "plain");
  expect(findings.length).toBeGreaterThan(0);
  for (const secret of [
    PASSWORD.slice(0, -1),
    KEY,
    PART.slice(-20),
    KEY.slice(2, 7),
    SEED[5]!,
    JWT.slice(60, 80),
    TOKEN,
    LINE,
    LINE2,
    WORD,
    "wWPw5k4aXcaT",
    "4c0883a69102937d",
    "6231-471b5dbb6204",
  ])
    expect(after).not.toContain(secret);
});

test.each([
  `cat pw.txt | docker login -u bob --password-stdin`,
  `echo "$PASSWORD" | docker login -u bob --password-stdin`,
  `**Password:** at least eight characters`,
  `password <- readline("Password: ")`,
  `std::map<Token, int> tokens{};`,
  `NAME     TOKENS   AGE\nbuild    4096     3d\ndeploy   8192     3d\n`,
  ` column   | password_policy\n----------+-----------------\n minimum  | 12\n`,
  `type A =\n  | token\n  | string\ntoken | undefined\n`,
  `Options:\n  token    what the server wants\n  password the user's own\n`,
  `login.password=Kennwort\nlogin.title=Anmelden`,
  `const RESET_PASSWORD = "resetPassword";`,
  `PASSWORD_HASHERS = ["x"]`,
  `password for the next step`,
  `mongo.connect(url, options)`,
  `> Auth flow: see the manual\n> auth requests are signed`,
  `密码：至少8个字符\nパスワード: 8文字以上\nПароль: обязательно\n"密码": "password",\nпароль: {{password}}`,
  `{"kty":"RSA","n":"${"A1b2".repeat(30)}","e":"AQAB","kid":"4c0883a69102937d4c08"}`,
  `found.push({ rule: "seed-phrase", kind: "seed", span: [start, end], list: ["a"], edge, color: red, type, ` +
    "match: 1, word, text: 2, value, item, index });",
  `const PASSWORD: KeyClass = { kind: 1 };`,
  `The phrase is made of words from the list: about above absent, and others that are common in English.`,
  `recovery code was sent\nbackup codes: none\nrecovery codes 2024-2025 were old`,
  `La contraseña es obligatoria. Das Passwort ist falsch.`,
  `firebase.auth("app", "staging")`,
  "Rename `password` to `newPassword`",
  `snmpwalk -v2c -c public 10.0.0.1`,
  `gh secret set DEPLOY --body "$DEPLOY"`,
  `password: Some("password")`,
  `7z x -aoa a.7z`,
  `ssh-keygen -l -f k`,
  `note:see:the README for more`,
  `<key>Password</key>\n<true/>`,
  `id: 7, secret: false`,
])("leaves what only looks like one: %s", (text) => {
  expect(redactText(text, "plain").text).toBe(text);
});

test.each(SHAPES)("%s is redacted once for all, and JSON that holds it stays JSON", (_name, text) => {
  expect(brokenLaws(text)).toEqual([]);
});
