import { alnum, hex, made, strong, type Harmless, type Held } from "./made.ts";

const A = alnum(18, 1601);
const H = hex(32, 1602);
const S = strong(1603);
const SALT = made("abcdefXYZ23456789!#$%&()*+,-./:;=?@^_{|}~", 64, 1604);

/** A text whose `X` is the secret. */
const holds = (text: string, secret = A): Held => [text, text.replace("X", secret), secret];

/** Names and values that are joined in a way of their own. */
export const BESIDE: readonly Held[] = [
  // Short names.
  holds('{"user":"jo","pw":"X"}'),
  holds('{"userPw":"X"}'),
  holds("DBPW=X\n"),
  holds("PW=X; mysql\n"),
  holds("ENC_KEY=X\n"),
  holds("COOKIE_KEY=X\n"),
  holds('{"tok":"X"}'),
  holds('{"routing_key": "X"}', H),
  holds("DB_PASSWORD==X\n"),
  holds("Login admin:X works", S),
  // Drawn otherwise.
  holds("║ DB_PASSWORD │ X ║\n"),
  holds("┃ DB_PASSWORD ┃ X ┃\n"),
  holds("DB_PASSWORD ........ X\n"),
  holds("* DB_PASSWORD  X\n"),
  holds("DB_PASSWORD\nX\n"),
  holds("DB_PASSWORD:\vX\n"),
  holds("Password　：　X\n"),
  holds("password ＝ X\n"),
  holds("Password&nbsp;: X\n"),
  holds("<b>Password:</b> X<br>\n"),
  holds("<code>password</code>: <code>X</code>\n"),
  holds('<td>DB_PASSWORD</td><td class="c"><pre>&#x27;X&#x27;</pre></td>\n'),
  // Above or beside.
  holds("DbPassword:\n  Type: String\n  NoEcho: true\n  Default: X\n"),
  holds('{"token": {"type": "string", "example": "X"}}'),
  holds("- name: X-API-Key\n  in: header\n  example: @\n".replace("@", A), A),
  holds('<param name="password" type="string" default="X"/>'),
  holds('{"apikey": [{"key": "value", "value": "X"}, {"key": "key", "value": "api"}]}'),
  holds('{"type": "random_password", "instances": [{"attributes": {"length": 18, "result": "X"}}]}'),
  holds("    Key Content            : X\n"),
  holds('{"id": "https://kv.vault.azure.net/secrets/db/1", "value": "X"}'),
  holds("[smtp.acme.test]:587 jo:X\n"),
  // Of a command.
  holds("acme secrets set DB_PASSWORD X"),
  holds("etcdctl put /shop/db_password X"),
  holds("tmux setenv API_TOKEN X"),
  holds("aws ssm put-parameter --name /shop/db_password --type SecureString --value X"),
  holds("gh variable set API_TOKEN -b X"),
  holds("reg add HKCU\\Environment /v API_TOKEN /d X"),
  holds("echo X | wrangler secret put API_TOKEN"),
  holds("wrangler secret put API_TOKEN <<< X"),
  holds("acme login --password-stdin <<E\nX\nE\n"),
  holds("smbclient -U 'ACME\\jo%X' //nas/share"),
  holds("redis-cli CONFIG SET requirepass X"),
  holds("bcp t out f -S db1 -U sa -PX -c"),
  holds("mkpasswd -m sha-512 X"),
  // Of a protocol.
  holds("printf 'AUTH X\\r\\nPING\\r\\n' | nc cache1 6379"),
  holds("printf 'USER jo\\r\\nPASS X\\r\\n' | nc mail 110"),
  holds("printf 'a LOGIN jo X\\r\\n' | openssl s_client"),
  holds("Request Command: PASS\n    Request arg: X\n"),
  holds("redis-cli ACL SETUSER app on '>X' '~*'"),
  // Of a call.
  holds('request.setValue("X", forHTTPHeaderField: "api-key")'),
  holds('[request setValue:@"X" forHTTPHeaderField:@"api-key"];'),
  holds("page.getByLabel('Password').fill('X');"),
  holds("cy.get('input[name=password]').type('X')"),
  holds("ENV.fetch('API_SECRET') { 'X' }"),
  holds('env::var("JWT_SECRET").unwrap_or_else(|_| "X".into())'),
  holds('buildConfigField("String", "API_KEY", "\\"X\\"")'),
  holds("setattr(settings, 'SMTP_PASSWORD', 'X')"),
  holds('("DB_PASSWORD", "X")'),
  holds("(DB_PASSWORD, 'X')"),
  holds('{password, "X"}'),
  holds("set :session_secret, 'X'"),
  holds("default['postgresql']['password']['postgres'] = 'X'"),
  holds("jwt.sign(payload, 'X', { expiresIn: '1h' });"),
  holds("hmac.new(b'X', body, hashlib.sha256)"),
  // The salt of WordPress, and a typed password behind a verb.
  ["a salt", `define('AUTH_KEY', '${SALT}');\n`, SALT],
  holds("user jo pass X", S),
];

export const BESIDE_HARMLESS: readonly Harmless[] = [
  `Cache restored from key: linux-node-${hex(64, 1605)}\n`,
  "Slack bot tokens look like `xoxb-123456789012-...`.\n",
  "token:\n  type: string\n  example: eyJhbGciOi...\n",
  "\t* autogen.sh: Pass option --lgpl=3orGPLv2 to gnulib-tool.\n",
  "\t(ix86_print_operand): Pass true to ix86_force_load_from_GOT_p\n",
  `{"id":"${A}","token":"none"}`,
  `<input id="password" class="${A}">`,
  `{"password": {"type": "string", "format": "password"}, "id": "${A}"}`,
  'routing_key = "orders.created.v2"\n',
  "page.getByLabel('Password').fill(process.env.PASSWORD2 ?? '');",
  'expect(screen.getByLabelText("Password")).toHaveAttribute("type", "password");',
  "kubectl config set-context dev2 --namespace=token-test1",
  "echo node-v20.1.0 | sort # secret",
  "PASSLIB==1.7.4\n",
  "login https://acme.test/v2/step1",
  "log in at localhost:8080/admin2",
  '{"errors":["password","must_contain_1_digit!"]}',
  '# METHOD can be "trust", "reject", "md5", "password", "scram-sha-256",',
  "  * Add new upstream signing key 19882D92DDA4C400C22C0D56CC2AF4472167BE03",
  "GnuPG key: 0x7EC2DBB6F4DBF434",
  "tok = lexer.nextToken2Skip()",
  "<b>Password:</b> at least 8 characters<br>",
  "<code>password</code>: <code>string</code>",
].map((text) => [text, text]);
