import { alnum, hex, strong, type Harmless, type Held } from "./made.ts";

const [A, B] = [strong(1501), alnum(12, 1502)];
const left = alnum(6, 1503);
const right = alnum(9, 1504);
const joined = (sign: string): string => left + sign + right;
const ROW = ["marble", "castle", "falcon", "river"];
const KEY = `${alnum(86, 1505)}==`;

/** Passwords that look like code, paths, media types or prose, where nothing but a value can stand. */
export const PLAIN: readonly Held[] = [
  ...[".", "(", ")", "<", ":", "|"].map(
    (sign): Held => [`a password with ${sign} in it`, `DB_HOST=db\nDB_PASSWORD=${joined(sign)}\n`, joined(sign)],
  ),
  ["two runs of letters", "db:\n  user: app\n  password: cHDm.tUoWzKq\n", "cHDm.tUoWzKq"],
  ["letters and a bracket", "DB_PASSWORD=jIqK(KkqttrVB\n", "jIqK(KkqttrVB"],
  ["letters and a colon", '{"user":"app","password":"UBbp:PRPcYRhh"}', "UBbp:PRPcYRhh"],
  ["a slash, as media types have it", '{"user":"app","password":"iVIN/Q8HeFDTc"}', "iVIN/Q8HeFDTc"],
  ["a word with a part of a name of code", "[mysql]\nuser = a\npassword = Monkey.garden8\n", "Monkey.garden8"],
  ["an ampersand, and no entity", "Server=db;User Id=sa;Password=WOcT&ep4L4PoG;Encrypt=True", "WOcT&ep4L4PoG"],
  ["an ampersand in a sentence", "The password is gFcU&KJWxiBik and the user is app.", "gFcU&KJWxiBik"],
  ["a bracket in an address", `postgres://app:${left}<${right}@db:5432/app`, `${left}<${right}`],
  ["base64 that begins with a plus", `<Properties cpassword="+Pod${alnum(30, 1506)}/k" />`, alnum(30, 1506)],
  ["a printed object", `DbConfig(host=db, user=app, password=${B}, port=5432)`, B],
  ["a printed object, digits", "INFO using DbConfig(host=db, password=98480719, port=5432)", "98480719"],
  ["a printed object, words", "DbConfig(host=db, user=app, password=rocket_falcon_3)", "rocket_falcon_3"],
  ["a row of words", `Password: ${ROW.join("-")}`, ROW.join("-")],
  ["a row of words in a sentence", `The database password is ${ROW.join("_")} and the user is app.`, ROW.join("_")],
  ["settings without a sign, a short name", `url https://x.acme.io\nuser admin\npw ${A}\n`, A],
  ["an attribute of DynamoDB", `{"password":{"S":"${B}"}}`, B],
  ["a default behind ?:", `password = System.getenv("DB_PASSWORD") ?: "${A}"`, A],
  ["a message to NickServ with a digit", `/msg nickserv identify ${B}`, B],
  ["seckey", `seckey: ${alnum(24, 1507)}`, alnum(24, 1507)],
  ["tkn", `tkn: "${alnum(24, 1508)}"`, alnum(24, 1508)],
  ["pymysql.connect", `db = pymysql.connect("db1", "shop", "${B}", "orders")`, B],
  ["FTP", `ftp = FTP('ftp.acme.io', 'anna', '${B}')`, B],
  ["PlainAuth", `smtp.PlainAuth("", "anna@acme.io", "${B}", "mx.acme.io")`, B],
  ["changeUserPassword", `db.changeUserPassword("shop", "${B}")`, B],
  ["db.auth with letters and a dot", 'db.auth("app", "jrjF.zRRcoVNS")', "jrjF.zRRcoVNS"],
  ["CosmosClient", `CosmosClient(url, "${KEY}")`, KEY],
  ["a credential turned into characters", `new UsernamePasswordCredentials("anna", "${B}".toCharArray())`, B],
  ["a credential in an Option", `.basic_auth("anna", Some("${B}"))`, B],
  ["schtasks", `schtasks /create /tn x /tr y.exe /ru acme\\anna /rp ${A}`, A],
];

/** The same signs in code, lists, help and translations. */
export const PLAIN_HARMLESS: readonly Harmless[] = [
  ["members and calls", "password = form.fields2\npassword: hash(userInput)\npassword = Md5Crypt.hash2\n"],
  ["settings that name a member", "password: AppConfig.token1\nsecret = Settings.value2\n"],
  ["words with a colon", '{"password":"form:Password","token":"Grant:AccessToken","secret":"AES:CBC"}'],
  ["media types and repositories", "token: text/x-rst2\nsecret: actions/checkout4\n"],
  ["algorithms", "password-hash: PBKDF2WithHmacSHA512\nencoder(credentials('CRAM-MD5', done))\n"],
  ["ids of a user behind a password's word", "user:{plain}pass:1000:1000::/home/user\n"],
  ["alternatives", "auth_verbose_passwords=no|plain|sha1\n"],
  ["files", "libpassword_la-password-scheme.lo: password-scheme-pbkdf2.c\n"],
  ["names of Ant's filters", '<filter token="JDT_VERSION" value="${jdt.version}"/>'],
  ["labels in PHP", "$labels['changepasswd']  = 'Canvia la contrasenya';\n$labels['password'] = 'Wachtwurd';\n"],
  ["PHP between texts", "'<login password=\"'.$pass.'\" />'"],
  ["a class of a style sheet", "  &.pass:before {\n"],
  [
    "help",
    '`\t- "OCI_PRIVKEY_PASS":\tPrivate key password`\n<td>x.password</td>\n<td>remote connection password.</td>',
  ],
  ["a default in brackets", "getprop('smtp_pass', '(none)');"],
  ["a chain of calls", "Authorization authorization = TestAuthorizations2\n    .authorization(client).build();"],
  ["a variable in camelCase", "this.encryptionKeyString = keyBytes;"],
  ["the id of a session before a query", "/bar.html;jsessionid=1234?x=/../../"],
  ["a call with names", "config = DbConfig(host=host, user=user, password=db_password2, port=port)"],
  ["a class in C++", "Secret DhIetf1024Sha256Aes128CbcPkcs7::encrypt(const Secret& input)"],
  ["a folder of cargo's cache", "github.com-1ecc6299db9ec823,async-stripe-0.15.0,3157635\n"],
  ["an extension of a directory", `import azuread:index/UserFlow example extension_${hex(32, 1509)}_Hobby`],
  ["what a manual fills in", 'password: "REPLACE_ME_2024"'],
  ["a sentence about one", "The password is sent-over-the-wire and the token is only-valid-once."],
  ["a type of C", "gnutls_certificate_credentials_t serverx509cred2;"],
  ["calls as GNU writes them", "  pwd = getpwuid (uid);\n  password = g_strdup (PASSWORD),\n"],
  ["members of a structure in C", "  .set_encrypt_key = _gost28147_set_key_cpa,\n"],
  ["bytes in a text", String.raw`OBJ_userPassword="\x67\x2A\x00\x0B"`],
  ["numbers of an object", "#define OBJ_userPassword   OBJ_X509,35L\n"],
  ["hashes that a server knows", "handshake password_hash_algo=plain:sha256:pbkdf2+sha256"],
  ["names in a list", "@sensitive('pass_word', 'credit_card_number')"],
  ["a constant's own value", "{ in: [Constant::PASSWORD, Value::PASSWORD => Name::PASSWORD] }"],
  ["a variable for a pass", 'Pass "GUILE_AUTO_COMPILE=0" to avoid it. The user has to pass PEM/PKCS8 encoded keys.'],
  ["a message to NickServ", '"/msg nickserv identify password" hides it; /msg nickserv ghost meinNick\n'],
  ["names of errors below a heading", "Code   Password\n-201   GNUTLS_E_BASE64_ENCODING_ERROR\n"],
  ["a place in Oracle's manual", `docs.oracle.com/Oracle-Rules.html#GUID-D0C5A47E-6F93-4C2D-9E49-${hex(12, 1510)}`],
  ["programs in a list of files", "./src/main/radtest ./scripts/rc.radiusd ./scripts/cron/radiusd.cron.daily\n"],
  ["a value that is struck out", "'password' => '[------]',"],
  ["an encoding", "If true, the password is base64 encoded."],
  ["a function that failed", 'DEBUG("1httpLoadCredentials: CertOpenSystemStore failed: %s")'],
  ["one of several functions", "#define XXH3_initCustomSecret XXH3_initCustomSecret_scalar\n"],
  ["an error's text", "getPassword.exception=Ausnahme beim Holen des Passwortes"],
];
