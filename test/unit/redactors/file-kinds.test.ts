import { expect, test } from "vitest";
import { redactText } from "../../../redactors/with-detector.ts";
import { brokenLaws } from "../../support/broken-laws.ts";
import { randomFrom } from "../../support/chance.ts";

/** A value of these characters, made up at run time. */
function made(characters: string, length: number, seed: number): string {
  const random = randomFrom(seed);
  return Array.from({ length }, () => characters[random(characters.length)]).join("");
}

const LETTERS = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";
const WORD = `${made(LETTERS.toLowerCase().slice(0, 24), 3, 5)}swordfish`;
const PASSWORD = `Tr0ub${made(LETTERS, 4, 3)}&9q`;
const MIXED = `${made(LETTERS, 6, 1)}4${made(`${LETTERS}23456789`, 12, 1)}7`;
/** Passwords that say what they are. */
const NAMED = ["root", "password"].join("");
const BOAST = ["super", "secret"].join("");
const OWN = ["shop", "passwd"].join("");
const MINE = ["my", "cool", "pass"].join("");
const NUMBERED = ["pass", "word", "1"].join("");
/** Words that only their place gives away. */
const JOINED = ["river", "rocket", "shadow"].join("_");
const LONG = `${made(`${LETTERS}23456789`, 38, 2)}9a`;
const HEX32 = `7${made("0123456789abcdef", 30, 6)}a`;
const HEX64 = `3${made("0123456789abcdef", 62, 7)}c`;
const UUID = [8, 4, 4, 4, 12].map((length, at) => made("0123456789abcdef", length, 30 + at)).join("-");
const AWS_ID = ["AKI", `A${made("ABCDEFGHJKLMNPQRSTUVWXYZ234567", 16, 8)}`].join("");
const CRYPT = made(`${LETTERS}./23456789`, 22, 9);
const CRYPT86 = made(`${LETTERS}./23456789`, 86, 10);
const LINE = made(`${LETTERS}+/23456789`, 64, 11);
const GITHUB = ["gh", `p_${made(`${LETTERS}23456789`, 36, 12)}`].join("");
const PRIVATE = ["PRIVATE", "KEY"].join(" ");

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** The kinds of files in which people leave secrets: what the file is, its text, what must be gone from it. */
const FILES: readonly (readonly [name: string, text: string, ...secrets: string[]])[] = [
  [
    ".bash_profile",
    "export PATH=$PATH:/usr/local/bin\n" +
      `export AWS_ACCESS_KEY_ID=${AWS_ID}\n` +
      `export AWS_SECRET_ACCESS_KEY=${LONG}\n` +
      "alias ll='ls -l'\n",
    AWS_ID,
    LONG,
  ],
  [
    ".bashrc with a login",
    `alias deploy='mysql -h db -u root -p${PASSWORD}'\nexport HOMEBREW_GITHUB_API_TOKEN=${HEX32}00aabbcc\n`,
    PASSWORD,
    HEX32,
  ],
  [
    ".bash_history",
    `cd /srv\nmysqldump -u root --password=${PASSWORD} shop > shop.sql\ncurl -u bob:${MIXED} https://ci/\n`,
    PASSWORD,
    MIXED,
  ],
  [
    ".docker/config.json",
    "{\n" +
      `\t"auths": {\n` +
      `\t\t"https://index.docker.io/v1/": {\n` +
      `\t\t\t"auth": "${base64(`bob:${PASSWORD}`)}"\n` +
      "\t\t}\n" +
      "\t}\n" +
      "}",
    base64(`bob:${PASSWORD}`),
  ],
  [
    ".docker/.dockercfg",
    `{"https://registry.test": {"auth": "${base64(`bob:${WORD}`)}", "email": "bob@acme.test"}}`,
    base64(`bob:${WORD}`),
  ],
  [".netrc", `machine ftp.acme.test\n\tlogin bob\n\tpassword ${WORD}\n`, WORD],
  [
    "_netrc of Heroku",
    "machine api.heroku.com\n" +
      "  login bob@acme.test\n" +
      `  password ${UUID}\n` +
      "machine git.heroku.com\n" +
      "  login bob@acme.test\n" +
      `  password ${UUID}\n`,
    UUID,
  ],
  [
    "recentservers.xml",
    "<FileZilla3><RecentServers><Server>\n" +
      "<Host>ftp.acme.test</Host><Port>21</Port><User>bob</User>\n" +
      `<Pass encoding="base64">${base64(WORD)}</Pass>\n` +
      "</Server></RecentServers></FileZilla3>",
    base64(WORD),
  ],
  [
    "sitemanager.xml",
    `<Server>\n\t<Host>h</Host>\n\t<User>root</User>\n\t<Pass>${WORD}</Pass>\n\t<Logontype>1</Logontype>\n</Server>`,
    WORD,
  ],
  [
    "filezilla.xml, settings of the server",
    `<User Name="bob"><Option Name="Pass">${HEX32}</Option><Option Name="Group"></Option></User>`,
    HEX32,
  ],
  [
    ".remote-sync.json",
    "{\n" +
      `  "uploadOnSave": true,\n` +
      `  "hostname": "h.acme.test",\n` +
      `  "username": "bob",\n` +
      `  "password": "${WORD}",\n` +
      `  "transport": "scp"\n` +
      "}",
    WORD,
  ],
  [
    ".ftpconfig",
    "{\n" +
      `    "protocol": "sftp",\n` +
      `    "host": "h",\n` +
      `    "user": "bob",\n` +
      `    "pass": "${WORD}",\n` +
      `    "passphrase": "${PASSWORD}"\n` +
      "}",
    WORD,
    PASSWORD,
  ],
  [
    "sftp-config.json",
    "{\n" +
      "    // The tab key will cycle through the settings\n" +
      `    "type": "sftp",\n` +
      `    "host": "h",\n` +
      `    "user": "bob",\n` +
      `    "password": "${WORD}",\n` +
      `    //"ssh_key_file": "~/.ssh/id_rsa",\n` +
      `    "remote_path": "/srv/",\n` +
      "}",
    WORD,
  ],
  [".vscode/sftp.json", `{"host": "h", "port": 22, "username": "bob", "password": "${WORD}", "remotePath": "/"}`, WORD],
  ["deployment-config.json", `{"host":"ftp.acme.test","username":"deploy","password":"${WORD}","port":"22"}`, WORD],
  [
    "deployment.xml and webServers.xml of IDEA",
    `<fileTransfer host="h" port="22" accessType="SFTP" username="bob" ` +
      `password="${made("0123456789abcdef", 28, 13)}" />\n` +
      `<option name="password" value="dfc2${made("0123456789abcdef", 12, 14)}" />`,
    made("0123456789abcdef", 28, 13),
    made("0123456789abcdef", 12, 14),
  ],
  ["dataSources.local.xml", `<user-name>bob</user-name>\n<property name="password" value="${WORD}"/>`, WORD],
  ["proftpdpasswd", `bob:$1$q9Xh2Lk3$${CRYPT}:1001:1001::/srv:/bin/false\n`, CRYPT],
  [
    ".env with a password that says so",
    `DB_HOST=db\nDB_PASSWORD=${OWN}\nDATABASE_URL=postgres://shop:${BOAST}@db:5432/shop\n`,
    OWN,
    BOAST,
  ],
  ["wp-config.php with a password that says so", `define('DB_USER', 'shop');\ndefine('DB_PASSWORD', '${OWN}');\n`, OWN],
  [
    "a server's JSON with a password that says so",
    `{"host": "h.acme.test", "username": "bob", "password": "${NAMED}"}`,
    NAMED,
  ],
  [
    "a server's XML with a password that says so",
    `<Server><Host>h.acme.test</Host><User>bob</User><Pass>${OWN}</Pass></Server>`,
    OWN,
  ],
  ["a script with a password that says so", `$dbuser = 'bob';\n$dbpass = '${NAMED}';\n`, NAMED],
  ["a call of mysql with a password that says so", `mysql -u root -p${BOAST} shop\n`, BOAST],
  ["server.ini with a password that says so", `[Server]\nName=My Server\nPassword=${OWN}\n`, OWN],
  ["etc/shadow", `root:$6$aBcDeFgH$${CRYPT86}:17834:0:99999:7:::\ndaemon:*:17737:0:99999:7:::\n`, CRYPT86],
  [
    "etc/shadow of old",
    `bob:${made(`${LETTERS}./23456789`, 13, 16)}:17834:0:99999:7:::\n`,
    made(`${LETTERS}./23456789`, 13, 16),
  ],
  ["etc/passwd with a hash", `bob:$1$q9Xh2Lk3$${CRYPT}:0:0:root:/root:/bin/bash`, CRYPT],
  [
    "client.ovpn",
    "client\n" +
      "remote vpn.acme.test 1194\n" +
      "<auth-user-pass>\n" +
      "bob\n" +
      `${WORD}\n` +
      "</auth-user-pass>\n" +
      "<tls-auth>\n" +
      "-----BEGIN OpenVPN Static key V1-----\n" +
      `${HEX32}\n` +
      `${HEX32}\n` +
      "-----END OpenVPN Static key V1-----\n" +
      "</tls-auth>\n",
    WORD,
    HEX32,
  ],
  ["a table in JSON", `{"output":"id,user,password\\n1,bob,${PASSWORD}\\n2,eve,${MIXED}\\n"}`, PASSWORD, MIXED],
  [
    "a manifest with quotes",
    `apiVersion: "v1"\nkind: "Secret"\ndata:\n\tpassword: "${base64(WORD)}"\n\tplain: "${base64("bob")}"\n`,
    base64(WORD),
    base64("bob"),
  ],
  [
    "a page's token of Facebook",
    `https://graph.acme.test/me?access_token=130874276261258|${MIXED}${MIXED.slice(0, 8)}&x=1`,
    MIXED,
  ],
  [".htpasswd, apr1", `bob:$apr1$p1aq2xh0$${CRYPT}\n`, CRYPT],
  [".htpasswd, bcrypt", `bob:$2y$05$${made(`${LETTERS}./23456789`, 53, 17)}\n`, made(`${LETTERS}./23456789`, 53, 17)],
  [".htpasswd, sha", `bob:{SHA}${base64(made(LETTERS, 20, 18))}\n`, base64(made(LETTERS, 20, 18))],
  [
    "slapd.conf",
    `rootdn "cn=admin,dc=acme"\nrootpw {SSHA}${base64(made(LETTERS, 24, 21))}\n`,
    base64(made(LETTERS, 24, 21)),
  ],
  [
    ".pgpass",
    `localhost:5432:shop:bob:${WORD}\n*:*:*:postgres:${PASSWORD}\ndb.acme.test:5433:*:app:${MIXED}\n`,
    WORD,
    PASSWORD,
    MIXED,
  ],
  [".my.cnf", `[client]\nuser=root\npassword="${WORD}"\n`, WORD],
  [
    "wp-config.php",
    "define( 'DB_USER', 'bob' );\n" +
      "/** MySQL database password */\n" +
      `define( 'DB_PASSWORD', '${WORD}' );\n` +
      `define('AUTH_KEY',         '${made(`${LETTERS}0123456789!#$%^*()-_ []{}<>~+=,.;:/?|`, 64, 22)}');\n` +
      `define('NONCE_SALT',       '${made(`${LETTERS}0123456789!#$%^*()-_[]{}<>~+=,.;:/?|`, 64, 23)}');`,
    WORD,
    made(`${LETTERS}0123456789!#$%^*()-_ []{}<>~+=,.;:/?|`, 64, 22),
    made(`${LETTERS}0123456789!#$%^*()-_[]{}<>~+=,.;:/?|`, 64, 23),
  ],
  [
    "settings.py",
    `SECRET_KEY = '${made("abcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*(-_=+)", 50, 24)}'\n` +
      "DATABASES = {'default': {'ENGINE': 'django.db.backends.mysql', 'NAME': 'shop', 'USER': 'bob', 'PASSWORD': " +
      `'${WORD}', 'HOST': ''}}\n`,
    made("abcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*(-_=+)", 50, 24),
    WORD,
  ],
  ["config/database.yml", `production:\n  adapter: postgresql\n  username: shop\n  password: ${WORD}\n`, WORD],
  ["config/secrets.yml", `production:\n  secret_key_base: ${HEX64}${HEX64}\n`, HEX64],
  ["secret_token.rb", `Shop::Application.config.secret_token = '${HEX64}'\n`, HEX64],
  [
    "logins.json of Firefox",
    `{"nextId":2,"logins":[{"hostname":"https://acme.test","encryptedUsername":` +
      `"MDIEEPgAAAAAAAAAAAAAAAAAAAEwFAYIKoZIhvcNAwcECA${made(LETTERS, 12, 25)}","encryptedPassword":` +
      `"MDoEEPgAAAAAAAAAAAAAAAAAAAEwFAYIKoZIhvcNAwcECI${made(`${LETTERS}2345`, 22, 26)}=="}]}`,
    made(`${LETTERS}2345`, 22, 26),
  ],
  [
    "robomongo.json",
    `{"connections":[{"connectionName":"prod","credentials":[{"databaseName":"admin","enabled":true,` +
      `"mechanism":"SCRAM-SHA-1","userName":"bob","userPassword":"${WORD}"}],"serverHost":"h"}]}`,
    WORD,
  ],
  [
    "ventrilo_srv.ini",
    `[Server]\nName=My Server\nPhonetic=My Server\nAuth=0\nDuplicates=1\nAdminPassword=${WORD}\nPassword=${MIXED}\n`,
    WORD,
    MIXED,
  ],
  [
    "salesforce.js",
    `var jsforce = require('jsforce');\nconn.login('bob@acme.test', '${PASSWORD}${MIXED}', function(err, res) {\n});`,
    `${PASSWORD}${MIXED}`,
  ],
  [
    ".esmtprc",
    `identity "bob@acme.test"\n` +
      "hostname smtp.acme.test:587\n" +
      `username "bob@acme.test"\n` +
      `password "${WORD}"\n` +
      "starttls enabled\n",
    WORD,
  ],
  [".msmtprc", `account acme\nhost smtp.acme.test\nuser bob\npassword ${WORD}\n`, WORD],
  [".fetchmailrc", `poll pop.acme.test proto pop3 user "bob" password "${WORD}" is bob here\n`, WORD],
  [
    "mongoid.yml",
    "production:\n" +
      "  sessions:\n" +
      "    default:\n" +
      `      uri: mongodb://bob:${WORD}@h.acme.test:27017/shop\n` +
      "  options:\n" +
      `    password: "${PASSWORD}"\n`,
    WORD,
    PASSWORD,
  ],
  ["cloud/.credentials", `[default]\naws_access_key_id = ${AWS_ID}\naws_secret_access_key = ${LONG}\n`, AWS_ID, LONG],
  [
    ".s3cfg",
    `[default]\naccess_key = ${AWS_ID}\nbucket_location = US\nsecret_key = ${LONG}\ngpg_passphrase = ${WORD}\n`,
    AWS_ID,
    LONG,
    WORD,
  ],
  [
    ".tugboat",
    "---\n" +
      "authentication:\n" +
      `  client_key: ${MIXED}\n` +
      `  api_key: ${HEX32}\n` +
      `  access_token: ${HEX64}\n` +
      "ssh:\n" +
      "  ssh_user: root\n",
    MIXED,
    HEX32,
    HEX64,
  ],
  [
    "heroku.json",
    `{"apps":[{"name":"shop"}],"auth":{"email":"bob@acme.test","password":"${WORD}","HEROKU_API_KEY":"${UUID}"}}`,
    WORD,
    UUID,
  ],
  ["hub", `github.com:\n- user: bob\n  oauth_token: ${HEX32}01234567\n  protocol: https\n`, HEX32],
  ["gh hosts.yml", `github.com:\n    user: bob\n    oauth_token: ${GITHUB}\n    git_protocol: https\n`, GITHUB],
  [
    ".git-credentials",
    `https://bob:${WORD}@git.acme.test\nhttps://${HEX32}01234567:x-oauth-basic@github.com\n`,
    WORD,
    HEX32,
  ],
  [
    ".gitconfig",
    `[url "https://bob:${WORD}@github.com/"]\n` +
      "\tinsteadOf = https://github.com/\n" +
      "[github]\n" +
      "\tuser = bob\n" +
      `\ttoken = ${HEX32}01234567\n` +
      "[sendemail]\n" +
      `\tsmtppass = ${PASSWORD}\n`,
    WORD,
    HEX32,
    PASSWORD,
  ],
  ["id_rsa", `-----BEGIN RSA ${PRIVATE}-----\n${LINE}\n${LINE}\n-----END RSA ${PRIVATE}-----\n`, LINE],
  [
    "id_ed25519",
    `-----BEGIN OPENSSH ${PRIVATE}-----\n` +
      `b3BlbnNzaC1rZXktdjEAAAAABG5vbmU${LINE.slice(31)}\n` +
      `${LINE}\n` +
      `-----END OPENSSH ${PRIVATE}-----\n`,
    LINE,
  ],
  [
    "a key of PuTTY",
    "PuTTY-User-Key-File-2: ssh-rsa\n" +
      "Encryption: none\n" +
      "Comment: bob\n" +
      "Public-Lines: 1\n" +
      "AAAAB3NzaC1yc2EAAAABJQAAAQEA\n" +
      "Private-Lines: 2\n" +
      `${LINE}\n` +
      `${LINE.slice(0, 40)}\n` +
      `Private-MAC: ${HEX32}01234567\n`,
    LINE,
  ],
  [
    "dump.sql of a shop",
    `INSERT INTO \`users\` (\`id\`, \`login\`, \`password\`, \`email\`) VALUES\n` +
      `(1, 'bob', '${HEX32}', 'bob@acme.test'),\n` +
      `(2, 'eve', '${HEX32.split("").toReversed().join("")}', 'eve@acme.test');`,
    HEX32,
    HEX32.split("").toReversed().join(""),
  ],
  [
    "dump.sql of WordPress",
    `INSERT INTO \`wp_users\` VALUES (1,'admin','$P$B${made(`${LETTERS}./23456789`, 30, 27)}','admin','a@acme.test');`,
    made(`${LETTERS}./23456789`, 30, 27),
  ],
  [
    "dump.sql of phpBB",
    `INSERT INTO phpbb_users VALUES (2, 'admin', '$H$9${made(`${LETTERS}./23456789`, 30, 28)}', 0);`,
    made(`${LETTERS}./23456789`, 30, 28),
  ],
  [
    "dump.sql of MySQL's users",
    `INSERT INTO \`user\` VALUES ('localhost','root','*${made("0123456789ABCDEF", 40, 29)}','Y','Y');`,
    made("0123456789ABCDEF", 40, 29),
  ],
  [
    "GRANT",
    `GRANT ALL ON *.* TO 'bob'@'%' IDENTIFIED BY PASSWORD '*${made("0123456789ABCDEF", 40, 31)}' WITH GRANT ` +
      "OPTION;\n" +
      `SET PASSWORD FOR 'eve'@'%' = PASSWORD('${WORD}');`,
    made("0123456789ABCDEF", 40, 31),
    WORD,
  ],
  [
    "credentials.xml of Jenkins",
    "<com.cloudbees.plugins.credentials.impl.UsernamePasswordCredentialsImpl>\n" +
      "  <scope>GLOBAL</scope>\n" +
      "  <username>bob</username>\n" +
      `  <password>{AQAAABAAAAAQ${made(`${LETTERS}+/23456789`, 42, 32)}=}</password>\n` +
      "</com.cloudbees.plugins.credentials.impl.UsernamePasswordCredentialsImpl>\n" +
      `<secret>{AQAAABAAA ${LONG}}</secret>`,
    made(`${LETTERS}+/23456789`, 42, 32),
    LONG,
  ],
  [
    "hudson.util.Secret",
    `<apiToken>${made(`${LETTERS}+/23456789`, 43, 33)}=</apiToken>\n` +
      `<passwordHash>#jbcrypt:$2a$10$${made(`${LETTERS}./23456789`, 53, 34)}</passwordHash>`,
    made(`${LETTERS}+/23456789`, 43, 33),
    made(`${LETTERS}./23456789`, 53, 34),
  ],
  [
    "configuration.php of Joomla",
    "class JConfig {\n" +
      "\tpublic $user = 'bob';\n" +
      `\tpublic $password = '${WORD}';\n` +
      `\tpublic $secret = '${MIXED}';\n` +
      `\tpublic $smtppass = '${PASSWORD}';\n` +
      "}",
    WORD,
    MIXED,
    PASSWORD,
  ],
  [
    "config.php",
    "$db = array(\n" +
      "  'host' => 'localhost',\n" +
      "  'username' => 'bob',\n" +
      `  'password' => '${WORD}',\n` +
      ");\n" +
      `$cfg['Servers'][$i]['password'] = '${PASSWORD}';\n` +
      `$cfg['blowfish_secret'] = '${MIXED}';`,
    WORD,
    PASSWORD,
    MIXED,
  ],
  [
    "settings.php of Drupal",
    "$databases['default']['default'] = array(\n" +
      "  'driver' => 'mysql',\n" +
      "  'username' => 'bob',\n" +
      `  'password' => '${WORD}',\n` +
      ");\n" +
      `$drupal_hash_salt = '${made(`${LETTERS}_-23456789`, 43, 35)}';`,
    WORD,
    made(`${LETTERS}_-23456789`, 43, 35),
  ],
  [
    "connect.php with words",
    `mysqli_connect("localhost", "bob", "${WORD}", "shop");\nnew PDO($dsn, 'bob', '${NAMED}');`,
    WORD,
    NAMED,
  ],
  ["salesforce.js with words", `conn.login('bob@acme.test', '${WORD}${WORD}', done);`, WORD],
  [
    "connect.php",
    `$link = mysqli_connect("localhost", "bob", "${PASSWORD}", "shop");\n` +
      `$pdo = new PDO('mysql:host=h;dbname=shop', 'bob', '${MIXED}');`,
    PASSWORD,
    MIXED,
  ],
  [
    "env.php of Magento",
    "'crypt' => [\n" +
      `    'key' => '${HEX32}'\n` +
      "],\n" +
      "'db' => ['connection' => ['default' => ['host' => 'localhost', 'username' => 'bob', 'password' => " +
      `'${WORD}']]]`,
    HEX32,
    WORD,
  ],
  [
    "local.xml of Magento",
    "<crypt>\n" +
      `  <key><![CDATA[${HEX32}]]></key>\n` +
      "</crypt>\n" +
      "<username><![CDATA[bob]]></username>\n" +
      `<password><![CDATA[${WORD}]]></password>`,
    HEX32,
    WORD,
  ],
  ["zabbix_server.conf", `DBHost=localhost\nDBName=zabbix\nDBUser=zabbix\nDBPassword=${WORD}\n`, WORD],
  [
    "web.config",
    `<add name="Default" connectionString="Server=h;Database=shop;User Id=sa;Password=${WORD};" />\n` +
      `<machineKey validationKey="${HEX64.toUpperCase()}" decryptionKey="${HEX32.toUpperCase()}" />\n` +
      `<network host="smtp" userName="bob" password="${PASSWORD}" />`,
    WORD,
    HEX64.toUpperCase(),
    HEX32.toUpperCase(),
    PASSWORD,
  ],
  ["tomcat-users.xml", `<user username="tomcat" password="${WORD}" roles="manager-gui"/>`, WORD],
  [
    "settings.xml of Maven",
    `<server>\n  <id>nexus</id>\n  <username>deploy</username>\n  <password>${WORD}</password>\n</server>`,
    WORD,
  ],
  [
    ".npmrc",
    `//registry.acme.test/:_authToken=${UUID}\n` +
      `//npm.acme.test/:_password=${base64(PASSWORD)}\n` +
      `_auth=${base64(`bob:${WORD}`)}\n`,
    UUID,
    base64(PASSWORD),
    base64(`bob:${WORD}`),
  ],
  [".pypirc", `[pypi]\nusername: bob\npassword: ${WORD}\n`, WORD],
  [".gem/credentials", `---\n:rubygems_api_key: ${HEX32}\n`, HEX32],
  [".cargo/credentials.toml", `[registry]\ntoken = "${MIXED}${MIXED.slice(0, 12)}"\n`, MIXED],
  [
    "knife.rb, .chef/encrypted_data_bag_secret",
    `knife[:aws_secret_access_key] = "${LONG}"\nknife[:azure_api_key] = '${HEX32}'\n`,
    LONG,
    HEX32,
  ],
  ["hiera.yaml", `mysql::root_password: '${WORD}'\nprofile::api::token: ${MIXED}\n`, WORD, MIXED],
  ["group_vars/all.yml", `ansible_become_pass: ${WORD}\nvault_db_password: "${PASSWORD}"\n`, WORD, PASSWORD],
  ["inventory", `web1 ansible_host=10.0.0.1 ansible_user=bob ansible_ssh_pass=${WORD}\n`, WORD],
  [
    "kubeconfig",
    "users:\n" +
      "- name: admin\n" +
      "  user:\n" +
      `    client-key-data: ${base64(`-----BEGIN RSA ${PRIVATE}-----\n${LINE}\n`)}\n` +
      "    username: bob\n" +
      `    password: ${WORD}\n`,
    base64(`-----BEGIN RSA ${PRIVATE}-----\n${LINE}\n`),
    WORD,
  ],
  [
    "terraform.tfstate",
    `{"resources": [{"instances": [{"attributes": {"username": "bob", "password": "${WORD}", "secret": ` +
      `"${LONG}", "private_key_pem": "-----BEGIN RSA ${PRIVATE}-----\\n${LINE}\\n-----END RSA ` +
      `${PRIVATE}-----\\n"}}]}]}`,
    WORD,
    LONG,
    LINE,
  ],
  ["wpa_supplicant.conf", `network={\n\tssid="home"\n\tpsk="${WORD}"\n}\n`, WORD],
  ["NetworkManager", `[wifi-security]\nkey-mgmt=wpa-psk\npsk=${PASSWORD}\n`, PASSWORD],
  ["wg0.conf", `[Interface]\nPrivateKey = ${LINE.slice(0, 43)}=\n[Peer]\nPublicKey = x\n`, LINE.slice(0, 43)],
  ["lftp", `lftp -u bob,${PASSWORD} ftp.acme.test\n`, PASSWORD],
  [".dbeaver credentials", `{"mysql-1":{"#connection":{"user":"bob","password":"${WORD}"}}}`, WORD],
  [".irssi/config", `servers = ( { address = "irc.test"; password = "${WORD}"; nick = "bob"; } );`, WORD],
  ["xchat", `<section name="servlist">\nN=Acme\nP=${MIXED}\n</section>\nnickserv identify ${PASSWORD}`, PASSWORD],
  [
    "ultravnc.ini",
    `[ultravnc]\npasswd=${made("0123456789ABCDEF", 18, 36)}\n[admin]\nUseRegistry=0\n`,
    made("0123456789ABCDEF", 18, 36),
  ],
  [
    "rdp and unattend.xml",
    `<UserAccounts><AdministratorPassword><Value>${base64(PASSWORD)}</Value><PlainText>false</PlainText>` +
      `</AdministratorPassword></UserAccounts>\npassword 51:b:${HEX64.toUpperCase()}`,
    base64(PASSWORD),
    HEX64.toUpperCase(),
  ],
  [
    "cisco",
    `enable secret 5 $1$mERr$${CRYPT}\n` +
      `username bob password 7 ${made("0123456789ABCDEF", 20, 37)}\n` +
      `snmp-server community ${MIXED} RO\n`,
    CRYPT,
    made("0123456789ABCDEF", 20, 37),
  ],
  [
    "Groups.xml of a Windows domain",
    `<Properties action="U" userName="bob" cpassword="${made(`${LETTERS}+/23456789`, 43, 38)}" acctDisabled="0"/>`,
    made(`${LETTERS}+/23456789`, 43, 38),
  ],
  [
    "rabbitmq",
    `[{rabbit, [{default_user, <<"bob">>}, {default_pass, <<"${PASSWORD}">>}]}].\ndefault_pass = ${WORD}\n`,
    PASSWORD,
  ],
  ["redis.conf", `requirepass ${PASSWORD}\nmasterauth ${MIXED}\n`, PASSWORD, MIXED],
  [
    "dump.sql of PostgreSQL",
    "COPY public.users (id, email, encrypted_password, name) FROM stdin;\n" +
      `1\tbob@acme.test\t${HEX32}01234567\tBob\n` +
      `2\teve@acme.test\t${HEX64}\tEve\n` +
      "\\.\n",
    HEX32,
    HEX64,
  ],
  ["dump.sql, digested in place", `UPDATE users SET password=MD5('${PASSWORD}') WHERE id=1;`, PASSWORD],
  [
    "logins.json, the users too",
    `{"encryptedUsername":"MDIEEPgAAAAAAAAAAAAAAAAAAAEwFAYIKoZIhvcNAwcECA${made(LETTERS, 14, 41)}"}`,
    made(LETTERS, 14, 41),
  ],
  [".npmrc, with blanks", `_auth = ${base64(`bob:${PASSWORD}`)}\n`, base64(`bob:${PASSWORD}`)],
  [
    "app.json",
    `{"env": {"ACME_KEY": {"value": "${MIXED}"}, "SECRET_TOKEN": {"description": "x", "value": "y"}}}`,
    MIXED,
  ],
  ["variables.tf", `variable "db_password" {\n  type    = string\n  default = "${PASSWORD}"\n}\n`, PASSWORD],
  [
    "filezilla.xml, of a proxy",
    `<Setting name="Proxy password">${MIXED}</Setting><Item name="Admin password" type="string">${PASSWORD}</Item>`,
    MIXED,
    PASSWORD,
  ],
  [
    "settings-security.xml",
    `<settingsSecurity><master>{${LINE.slice(0, 43)}=}</master></settingsSecurity>`,
    LINE.slice(0, 43),
  ],
  [".sbt", `credentials += Credentials("Nexus", "nexus.acme.test", "bob", "${PASSWORD}")`, PASSWORD],
  ["config.php with a handle", `$db = new mysqli($server, $user, "${PASSWORD}");`, PASSWORD],
  [".mbsyncrc", `IMAPAccount acme\nHost imap.acme.test\nUser bob\nPass ${WORD}\n`, WORD],
  [".offlineimaprc", `remoteuser = bob\nremotepass = ${PASSWORD}\n`, PASSWORD],
  ["passwords of dovecot", `bob:{PLAIN}${PASSWORD}::::::\n`, PASSWORD],
  [
    "a router",
    `enable password ${PASSWORD}\n` +
      `username bob privilege 15 password 0 ${MIXED}\n` +
      `snmp-server community ${MIXED}x RW\n` +
      `tacacs-server key ${PASSWORD}y\n` +
      `crypto isakmp key ${PASSWORD}z address 0.0.0.0\n` +
      `username eve secret 9 $9$${made(LETTERS, 14, 42)}$${CRYPT86.slice(0, 43)}\n` +
      "line vty 0 4\n" +
      ` password ${MIXED}q\n`,
    PASSWORD,
    MIXED,
    CRYPT86.slice(0, 43),
  ],
  ["a firewall", `config system admin\n  set password ENC ${LINE.slice(0, 50)}=\n`, LINE.slice(0, 50)],
  ["ipsec.secrets", `10.0.0.1 10.0.0.2 : PSK "${WORD}"\nbob : XAUTH "${PASSWORD}"\n`, WORD, PASSWORD],
  ["snmpd.conf", `rwcommunity ${MIXED} default\n`, MIXED],
  ["wpa_supplicant.conf of old", `network={\n\twep_key0="${PASSWORD}"\n}\n`, PASSWORD],
  ["WifiConfigStore.xml", `<string name="PreSharedKey">&quot;${PASSWORD}&quot;</string>`, PASSWORD],
  [
    "a profile of Windows",
    `<sharedKey><keyType>passPhrase</keyType><keyMaterial>${PASSWORD}</keyMaterial></sharedKey>`,
    PASSWORD,
  ],
  ["a person in LDIF", `dn: cn=bob\nuserPassword:: ${base64(PASSWORD)}\n`, base64(PASSWORD)],
  ["sssd.conf", `ldap_default_authtok = ${PASSWORD}\n`, PASSWORD],
  ["jndi.properties", `java.naming.security.credentials=${PASSWORD}\n`, PASSWORD],
  ["kickstart", `rootpw --plaintext ${PASSWORD}\nuser --name=bob --password=${MIXED}&${MIXED}\n`, PASSWORD, MIXED],
  ["preseed", `d-i passwd/root-password password ${PASSWORD}\n`, PASSWORD],
  ["grub.cfg", `password_pbkdf2 root grub.pbkdf2.sha512.10000.${HEX64}${HEX64}.${HEX64}${HEX64}\n`, HEX64],
  ["a login of Subversion", `K 8\npassword\nV 13\n${PASSWORD}\nK 15\nsvn:realmstring\n`, PASSWORD],
  ["passwords of mosquitto", `bob:$7$101$${made(LETTERS, 16, 43)}$${LINE}${LINE.slice(0, 22)}==\n`, LINE],
  ["haproxy.cfg", `userlist u\n  user bob insecure-password ${WORD}\nstats auth admin:${PASSWORD}\n`, WORD, PASSWORD],
  ["squid.conf", `cache_peer p parent 3128 0 login=bob:${PASSWORD}\n`, PASSWORD],
  ["users.acl of Redis", `user bob on >${WORD} ~* +@all\n`, WORD],
  ["a call of sqlplus", `sqlplus -s bob/${WORD}@//h:1521/orcl\n`, WORD],
  ["qBittorrent.conf", `WebUI\\Password_ha1=@ByteArray(${HEX32})\n`, HEX32],
  ["a connection string with a word", `Data Source=h;User ID=bob;Password=${WORD};`, WORD],
  ["a list of one", `{"server": "h", "password": ["${PASSWORD}"]}`, PASSWORD],
  ["a note", `Site: acme\nuser: bob\npw: ${PASSWORD}\n`, PASSWORD],
  ["krb5", `$krb5tgs$23$*bob$ACME$x*$${HEX32}$${HEX64}${HEX64}`, HEX64],
  [
    "sftp.json, of a word that says my",
    `{\n  "host": "10.0.0.1",\n  "username": "bob",\n  "password": "${MINE}"\n}`,
    MINE,
  ],
  ["mongoid.yml with an address", `  uri: mongodb://bob:${MINE}@db.acme.io:27017/shop\n`, MINE],
  ["db.properties with a prefix", `db.host=db.acme.io\ndb.username=shop\ndb.password=${NUMBERED}\n`, NUMBERED],
  [
    "credentials.xml of Jenkins, encrypted",
    `<username>bob</username>\n<password>{AQAA${LINE.slice(0, 59)}=}</password>`,
    LINE.slice(0, 59),
  ],
  ["a line of logfmt", `level=info user=app password=${JOINED} host=db`, JOINED],
  ["what a driver is given", `dbname=shop password=${JOINED} user=app`, JOINED],
  ["a struct that Go prints", `{Host:db User:app Password:${JOINED} Port:5432}`, JOINED],
  ["a struct that ends in its password", `{Host:db User:app Password:${JOINED}}`, JOINED],
  ["fields of names and values", `[{"name": "DB_PASSWORD", "value": "${JOINED}"}]`, JOINED],
  ["a table between double bars", `║ Name        ║ Value ║\n╠═════╬═════╣\n║ DB_PASSWORD ║ ${MIXED} ║\n`, MIXED],
  ["a table between semicolons", `name;value;date\nDB_HOST;db;2026\nDB_PASSWORD;${MIXED};2026\n`, MIXED],
  ...["2026-11-25T10:00:03Z api[812]: ", "[worker-3] 12:00:01 INFO ", ">>> ", "Nov 26 10:00:01 host7 sshd[55]: "].map(
    (before, at) =>
      [
        `a key that is printed behind ${before}`,
        [`-----BEGIN ${PRIVATE}-----`, LINE, LINE.toUpperCase(), LINE, `-----END ${PRIVATE}-----`]
          .map((line, count) => before.replace("0", String((count + at) % 10)) + line)
          .join("\n"),
        LINE,
        LINE.toUpperCase(),
      ] as const,
  ),
  [
    "a key behind a log's times in JSON",
    JSON.stringify({
      text: [`-----BEGIN ${PRIVATE}-----`, LINE, LINE.toUpperCase(), `-----END ${PRIVATE}-----`]
        .map((line, count) => `10:00:0${count} api: ${line}`)
        .join("\n"),
    }),
    LINE,
    LINE.toUpperCase(),
  ],
  [
    "a key in the cells of a table",
    [`-----BEGIN ${PRIVATE}-----`, LINE, LINE.toUpperCase(), `-----END ${PRIVATE}-----`]
      .map((line, count) => `| ${count} | ${line} |`)
      .join("\n"),
    LINE,
    LINE.toUpperCase(),
  ],
  ["outputs of a stack", `[{"OutputValue": "${MIXED}", "OutputKey": "MasterUserPassword"}]`, MIXED],
  ["outputs of a stack, names first", `[{"OutputKey": "MasterUserPassword", "OutputValue": "${MIXED}"}]`, MIXED],
  ["a parameter in a folder", `{"Value": "${MIXED}", "Type": "SecureString", "Name": "/prod/db/password"}`, MIXED],
  ["an attribute before its name", `<property value="${MIXED}" type="text" name="jdbc.password"/>`, MIXED],
];

/** Files of the same kinds that hold nothing to hide, or only its place. */
test.each([
  [
    "a table without secrets",
    "CREATE TABLE t (id int, name text);\nINSERT INTO t VALUES (1,'5f4dcc3b5aa765d61d8327deb882cf99');",
  ],
  [
    "calls without a password",
    "mqtt.connect('h', 'bob', 'topics')\n" +
      "menu.login('title', 'Welcome')\n" +
      "mysqli_connect($host, $user, $password)\n" +
      "new PDO($dsn, 'user', 'password')\n",
  ],
  ["names of fields", '{ user: "username", password: "userpassword", host: "hostname" }'],
  ["what a manual puts there", "DB_USER=bob\nDB_PASSWORD=mysecretpassword\nDB_HOST=db\n"],
  ["a name for a name", "const password = dbpassword;\nconnect(user, rootpassword)\n"],
  ["a login of a test's host", "curl http://bob:supersecret@localhost:8080/\n"],
  [
    "a header that explains names",
    " * @KX_PSK: PSK key-exchange algorithm.\n * @REALM: EAP Re-authentication Protocol\n",
  ],
  ["a community by default", "snmp-server community public RO\n"],
  ["a comparison of versions", "works on >=3.8 and login=other:name here"],
  ["a list of places", "src.ts:1024:note:left:some words here\nsrc.ts:1025:note:left:other\n"],
  ["a log of mail", "mail.acme.test:bob@acme.test:sent\nmail.acme.test: done\n"],
  ["an option's help", "the --username and --password options cannot be used"],
  ["a message", "the username or password was incorrect, account locked"],
  ["a table of rules", "'password' => ['required', 'string', 'min:8'],"],
  ["labels of a form", "server=api.acme.io\nusername=Benutzername\npassword=Passwort\n"],
  ["a login of a manual", '{"host": "db.example.com", "user": "bob", "password": "password1"}'],
  ["a name that the shell has", "db.host=db.acme.io\ndb.username=shop\ndb.password=${DB_PASSWORD}\n"],
  ["arguments that name variables", `connect(user=app, password=${JOINED}, host=db)`],
  ["a label beside its text", '[{"name": "Password", "value": "${["Velvet", "Garden"].join("")}"}]'],
  [
    "a certificate in a log",
    ["-----BEGIN CERTIFICATE-----", LINE, "-----END CERTIFICATE-----"].map((line) => `api[8]: ${line}`).join("\n"),
  ],
  [
    "what is said of a key",
    `INFO it begins with -----BEGIN ${PRIVATE}-----\nINFO and then come lines of base64, as every reader knows\n`,
  ],
  ["fields of a policy", '[{"OutputValue": "enabled", "OutputKey": "PasswordPolicy"}]'],
  ["words that a type allows", ' * RefreshToken: "seconds" || "minutes" || "hours" || "days",\n'],
  ["words that stand for each other", "token = 'seconds' + (x || 'minutes')"],
  ["codes of faults", 'ErrorCode[ErrorCode["ERR_INVALID_PASSWORD"] = 404006] = "x";\nINCORRECT_PASSWORD: "390100",\n'],
  ["a kind of type", 'variable "db_password" {\n  type = string\n}\n'],
])("leaves %s alone", (_name, text) => {
  expect(redactText(text, "plain").text).toBe(text);
});

test.each(FILES)("leaves nothing of the secrets in %s", (_name, text, ...secrets) => {
  const after = redactText(text, "plain").text;
  expect(secrets.filter((secret) => after.includes(secret))).toEqual([]);
});

test.each(FILES)("%s is redacted once for all, and JSON that holds it stays JSON", (_name, text) => {
  expect(brokenLaws(text)).toEqual([]);
});
