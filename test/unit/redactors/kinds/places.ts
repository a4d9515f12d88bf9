import { alnum, base64, crypt, encoded, github, hex, made, strong, words, type Held } from "./made.ts";

const PASSWORD = strong(51);
const OTHER = strong(52);
const WORDS = words(53);
const KEY = alnum(40, 54);
const TOKEN = github(55);
const [HEAD, TAIL] = [TOKEN.slice(0, 22), TOKEN.slice(22)];
const [FRONT, BACK] = [KEY.slice(0, 20), KEY.slice(20)];
const WEAK = ["irc", "pass"].join("_");
const NAMED = ["pass", "word"].join("");

/** Where in a text a secret stands: in several pieces, on the next line, in prose, in an address. */
export const PLACES: readonly Held[] = [
  ["YAML, folded, two lines", `api_key: >-\n  ${FRONT}\n  ${BACK}\nother: 1\n`, FRONT, BACK],
  ["YAML, kept, two lines", `  token: |\n    ${FRONT}\n    ${BACK}\n  name: x\n`, FRONT, BACK],
  ["YAML, folded, a prefix", `t: >-\n  ${HEAD}\n  ${TAIL}\n`, TAIL],
  ["YAML, three lines", `secret: >\n  ${FRONT}\n  ${BACK}\n  ${alnum(20, 56)}\n`, FRONT, BACK, alnum(20, 56)],
  ["YAML, the next line", `password:\n  ${PASSWORD}\nuser: bob\n`, PASSWORD],
  ["YAML, the next line, in quotes", `api_key:\n  "${KEY}"\n`, KEY],
  ["JSON, the next line", `{\n  "password":\n    "${PASSWORD}"\n}`, PASSWORD],
  ["a statement, the next line", `const apiKey =\n  "${KEY}";`, KEY],
  ["a statement of Python, the next line", `API_KEY = \\\n    "${KEY}"`, KEY],
  ["a statement of Go, the next line", `clientSecret :=\n\t"${KEY}"`, KEY],
  ["a statement, the bracket first", `SECRET_KEY = (\n    "${KEY}"\n)`, KEY],
  ["a mail, the next line", `Your password:\n\n    ${PASSWORD}\n\nBye`, PASSWORD],
  ["Markdown, the next line", `**Password:**\n\`${PASSWORD}\`\n`, PASSWORD],
  ["a list, the next line", `- API key:\n    - ${KEY}\n`, KEY],
  ["a title, the next line", `Client secret\n${KEY}\n`, KEY],
  ["in backticks", `The password is \`${PASSWORD}\` for now`, PASSWORD],
  ["in backticks, words", `Log in with password \`${WORDS}\`.`, WORDS],
  ["in backticks behind a colon", `Password: \`${WORDS}\``, WORDS],
  ["in backticks, a pair", `Use \`bob\` / \`${PASSWORD}\` to log in`, PASSWORD],
  ["in backticks, both named", `user \`bob\`, password \`${WORDS}\``, WORDS],
  ["in backticks, an assignment", `set \`password=${WORDS}\` in the file`, WORDS],
  ["bold", `Password: **${PASSWORD}**`, PASSWORD],
  ["a table of Markdown", `| user | password |\n|---|---|\n| bob | \`${WORDS}\` |\n`, WORDS],
  ["New password generated", `New password generated: ${PASSWORD}`, PASSWORD],
  ["Generated password", `Generated password for bob -> ${PASSWORD}`, PASSWORD],
  ["password reset", `Password reset to: ${WORDS}`, WORDS],
  ["a temporary password", `Your temporary password is: ${WORDS}`, WORDS],
  ["a password that was set", `root password set to ${PASSWORD}`, PASSWORD],
  ["password of whom", `Password (bob): ${PASSWORD}`, PASSWORD],
  ["password for whom", `admin password for the staging box: ${PASSWORD}`, PASSWORD],
  ["a password with an arrow", `bob's password => ${PASSWORD}`, PASSWORD],
  ["a key with an arrow", `api key -> ${KEY}`, KEY],
  ["login: a / b", `login: admin / ${PASSWORD}`, PASSWORD],
  ["login: a / b, words", `Login: bob@acme.test / ${WORDS}`, WORDS],
  ["credentials: a / b", `Credentials: root / ${WORDS}`, WORDS],
  ["creds a:b", `creds: bob:${PASSWORD}`, PASSWORD],
  ["user/pass", `user/pass: bob/${PASSWORD}`, PASSWORD],
  ["username / password on a line", `username: bob / password: ${WORDS}`, WORDS],
  ["log in as", `log in as bob with password ${WORDS}`, WORDS],
  [
    "an address, #",
    `https://bob:pa${"#"}ss${made("23456789", 3, 57)}@host.acme.test/x`,
    `pa#ss${made("23456789", 3, 57)}`,
  ],
  ["an address, ! and #", `https://bob@acme.test:${NAMED}!#@498@git.acme.test`, `${NAMED}!#@498`],
  ["an address, ?", `postgres://bob:what${"?"}now44@db.acme.test:5432/shop`, "what?now44"],
  ["an address, /", `https://bob:a${"/"}Kx7w22p@host.acme.test/x`, "a/Kx7w22p"],
  ["an address, %", `ftp://bob:50%off7Kw@ftp.acme.test/`, "50%off7Kw"],
  [
    "an address, brackets",
    `mysql://bob:p<a>${made("23456789", 4, 58)}ss@db:3306/shop`,
    `p<a>${made("23456789", 4, 58)}ss`,
  ],
  ["an address, quotes around", `redis: "redis://:${WORDS}@cache:6379/0"`, WORDS],
  ["an address, a word", `mongodb://shop:${WORDS}@db.acme.test/shop`, WORDS],
  ["an address, & and $", `amqp://bob:a&b$7Kw@mq:5672`, "a&b$7Kw"],
  ["krb5asrep", `$krb5asrep$23$bob@ACME.TEST:${hex(32, 60)}$${hex(400, 61)}`, hex(32, 60), hex(400, 61)],
  ["krb5tgs", `$krb5tgs$23$*svc$ACME.TEST$http/h*$${hex(32, 62)}$${hex(300, 63)}`, hex(32, 62), hex(300, 63)],
  ["krb5tgs, AES", `$krb5tgs$18$svc$ACME.TEST$${hex(24, 64)}$${hex(300, 65)}`, hex(24, 64), hex(300, 65)],
  ["krb5pa", `$krb5pa$18$bob$ACME.TEST$${hex(104, 66)}`, hex(104, 66)],
  ["NetNTLMv2", `bob::ACME:${hex(16, 67)}:${hex(32, 68)}:0101000000000000${hex(120, 69)}`, hex(32, 68), hex(120, 69)],
  [
    "secretsdump",
    `[*] Dumping local SAM hashes\nAdministrator:500:${hex(32, 73)}:${hex(32, 74)}:::\n`,
    hex(32, 73),
    hex(32, 74),
  ],
  ["DCC2", `ACME/bob:$DCC2$10240#bob#${hex(32, 75)}`, hex(32, 75)],
  ["sha512crypt", `bob:$6$rounds=5000$abcdefgh$${crypt(86, 76)}:19000:0:99999:7:::`, crypt(86, 76)],
  ["yescrypt", `bob:$y$j9T$${crypt(22, 77)}$${crypt(43, 78)}:19000:0:99999:7:::`, crypt(43, 78)],
  [
    "SCRAM of Postgres",
    `SCRAM-SHA-256$4096:${encoded(16, 80)}$${encoded(32, 110)}:${encoded(32, 150)}`,
    encoded(32, 110),
    encoded(32, 150),
  ],
  ["md5 of Postgres", `CREATE ROLE bob PASSWORD 'md5${hex(32, 81)}';`, hex(32, 81)],
  [
    "a vault of Office",
    `$office$*2013*100000*256*16*${hex(32, 82)}*${hex(32, 83)}*${hex(64, 84)}`,
    hex(32, 83),
    hex(64, 84),
  ],
  ["an archive", `$zip2$*0*3*0*${hex(32, 85)}*1a2b*1c*${hex(56, 86)}*${hex(20, 87)}*$/zip2$`, hex(32, 85), hex(56, 86)],
  ["rar5", `$rar5$16$${hex(32, 88)}$15$${hex(32, 89)}$8$${hex(16, 90)}`, hex(32, 88), hex(32, 89)],
  [
    "keepass",
    `$keepass$*2*60000*0*${hex(64, 91)}*${hex(64, 92)}*${hex(32, 93)}*${hex(64, 94)}*${hex(64, 95)}`,
    hex(64, 91),
    hex(64, 95),
  ],
  [
    "WPA",
    `WPA*02*${hex(32, 96)}*${hex(12, 97)}*${hex(12, 98)}*486f6d65*${hex(64, 99)}*${hex(120, 101)}*02`,
    hex(32, 96),
    hex(120, 101),
  ],
  ["Cisco's type 7", `username bob password 7 ${made("0123456789ABCDEF", 18, 104)}`, made("0123456789ABCDEF", 18, 104)],
  ["Cisco's type 5", `enable secret 5 $1$abcd$${crypt(22, 105)}`, crypt(22, 105)],
  ["IRC_PASS", `IRC_HOST=irc.acme.test\nIRC_NICK=bob\nIRC_PASS=${WEAK}\n`, WEAK],
  [
    "esmtprc",
    `identity "bob@acme.test"\n` +
      "hostname smtp.acme.test:587\n" +
      `username "bob@acme.test"\n` +
      `password "${NAMED}"\n` +
      "starttls required\n",
    `"${NAMED}"`,
  ],
  [
    "a weak word of PHP",
    "$dbhost = 'localhost';\n" +
      "$dbuser = 'root';\n" +
      `$dbpasswd = 'pass${123}';\n` +
      "$c = mysql_connect($dbhost, $dbuser, $dbpasswd);\n",
    `pass${123}`,
  ],
  [
    "WordPress with a weak word",
    "define( 'DB_NAME', 'main' );\n" +
      "define( 'DB_USER', 'admin' );\n" +
      `define( 'DB_PASSWORD', '${["ad", "min"].join("")}' );\n` +
      "define( 'DB_HOST', 'localhost' );\n",
    `_PASSWORD', '${["ad", "min"].join("")}'`,
  ],
  ["a weak word of netrc", `machine h.acme.test login bob password pass${123}\n`, `pass${123}`],
  [
    "dbeaver",
    `<connection host="db" port="1521" url="jdbc:oracle:thin:@//db:1521/orcl" user="bob" password="${NAMED}"/>`,
    `"${NAMED}"`,
  ],
  [
    "robomongo",
    `{"databaseName" : "main", "userName" : "bob", "userPassword" : "${["mongo", "pass"].join("")}"}`,
    ["mongo", "pass"].join(""),
  ],
  [
    "salesforce",
    `conn.login('bob@acme.test', '${["salesforce", NAMED].join("")}', function (err, res) {});`,
    ["salesforce", NAMED].join(""),
  ],
  ["_auth of npm", `_auth = ${base64("admin:admin")}`, base64("admin:admin")],
  [
    "weechat",
    `[server]\nlibera.addresses = "irc.libera.test/6697"\nlibera.username = "bob"\nlibera.password = "${WORDS}"\n`,
    WORDS,
  ],
  ["weechat's command", `/set irc.server.libera.sasl_password ${WORDS}`, WORDS],
  ["irssi", `servers = ( { address = "irc.acme.test"; port = "6697"; password = "${WORDS}"; } );`, WORDS],
  [
    "mutt",
    `set imap_user = "bob@acme.test"\nset imap_pass = "${WORDS}"\nset smtp_pass='${PASSWORD}'\n`,
    WORDS,
    PASSWORD,
  ],
  ["Jenkins", `<username>bob</username>\n<password>{AQAAABAAAAAw${encoded(36, 200)}}</password>`, encoded(36, 200)],
  ["Jenkins' secret", `<secret>{AQAAABAAAAAw${encoded(36, 240)}}</secret>`, encoded(36, 240)],
  [
    "WinSCP.ini",
    `[Sessions\\bob@h]\nHostName=h.acme.test\nUserName=bob\nPassword=${made("0123456789ABCDEF", 64, 106)}\n`,
    made("0123456789ABCDEF", 64, 106),
  ],
  [
    "Groups.xml",
    `<Properties action="U" userName="bob" cpassword="${encoded(48, 280).replace(/=+$/, "")}"/>`,
    encoded(48, 280).replace(/=+$/, ""),
  ],
  [
    "unattend.xml",
    `<AutoLogon><Password><Value>${WORDS}</Value><PlainText>true</PlainText></Password>` +
      `<Username>bob</Username></AutoLogon>`,
    WORDS,
  ],
  [
    "tomcat-users.xml",
    `<user username="bob" password="${["tom", "cat"].join("")}" roles="manager-gui"/>`,
    `"${["tom", "cat"].join("")}"`,
  ],
  ["chap-secrets", `# client server secret addresses\nbob * ${WORDS} *\n`, WORDS],
  ["smb credentials", `username=bob\npassword=${WORDS}\ndomain=ACME\n`, WORDS],
  ["MediaWiki", `$wgDBuser = "wiki";\n$wgDBpassword = "${WORDS}";\n`, WORDS],
  ["Magento", `'host' => 'db',\n'username' => 'shop',\n'password' => '${WORDS}',\n`, WORDS],
  ["cloud-init", `chpasswd:\n  list: |\n    root:${PASSWORD}\n    bob:${OTHER}\n  expire: False\n`, PASSWORD, OTHER],
  ["cloud-init, of one", `#cloud-config\nuser: bob\npassword: ${WORDS}\nchpasswd: { expire: False }\n`, WORDS],
  ["fetchmailrc", `poll mail.acme.test proto imap user "bob" with pass "${WORDS}" is "bob" here`, WORDS],
  ["git-credentials", `https://bob:${WORDS}@git.acme.test\n`, WORDS],
  [
    "pidgin",
    `<account><protocol>prpl-jabber</protocol><name>bob@acme.test</name><password>${WORDS}</password></account>`,
    WORDS,
  ],
  [
    "mRemoteNG",
    `<Node Name="h" Username="bob" Domain="" Password="${encoded(60, 320)}" Hostname="h"/>`,
    encoded(60, 320),
  ],
  [
    "appsettings",
    `{"ConnectionStrings":{"Db":"Server=db;Database=shop;User Id=bob;Password=${WORDS};Encrypt=true"}}`,
    WORDS,
  ],
  ["docker-compose", `    environment:\n      - POSTGRES_USER=shop\n      - POSTGRES_PASSWORD=${WORDS}\n`, WORDS],
  ["tfvars", `db_username = "shop"\ndb_password = "${WORDS}"\n`, WORDS],
  ["an inventory of Ansible", `db1 ansible_host=10.0.0.1 ansible_user=bob ansible_ssh_pass=${WORDS}\n`, WORDS],
];
