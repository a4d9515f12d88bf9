import { expect, test } from "vitest";
import { redactText } from "../../../redactors/with-detector.ts";
import { randomFrom } from "../../support/chance.ts";

/** A value of these characters, made up at run time. */
function made(characters: string, length: number, seed: number): string {
  const random = randomFrom(seed);
  return Array.from({ length }, () => characters[random(characters.length)]).join("");
}

const LETTERS = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";
const MACHINE = `${made(LETTERS, 9, 1)}4${made(`${LETTERS}23456789`, 9, 2)}7`;
const TYPED = `Summ${made("erx", 2, 3)}2031!`;
const WORD = ["sword", "fish"].join("");
const PHRASE = ["seven", "brown", "foxes", "sing"].join(" ");
const SIGNS = ["A,", ".:-@", "*¿?!"].join("");
const ONLY_SIGNS = ["*&-^", ",.+~", "#?"].join("");

/** How languages give a value to a name, or compare the two. */
const STATEMENTS: readonly (readonly [language: string, write: (name: string, value: string) => string])[] = [
  ["Python", (name, value) => `${name} = "${value}"`],
  ["Python, compared", (name, value) => `if ${name} == "${value}":`],
  ["Python, where nothing is set", (name, value) => `${name} = os.environ.get("X") or "${value}"`],
  ["JavaScript", (name, value) => `const ${name} = '${value}';`],
  ["JavaScript, compared", (name, value) => `if (${name} === '${value}') {`],
  ["JavaScript, where nothing is set", (name, value) => `let ${name} = options.x || "${value}";`],
  ["TypeScript", (name, value) => `const ${name}: string = '${value}';`],
  ["Java", (name, value) => `private String ${name} = "${value}";`],
  ["Go", (name, value) => `${name} := "${value}"`],
  ["Perl", (name, value) => `my $${name} = "${value}";`],
  ["Perl, compared", (name, value) => `if ($${name} eq "${value}") {`],
  ["Perl, in a hash", (name, value) => `$options{${name}} = "${value}";`],
  ["Perl, in a referenced hash", (name, value) => `$h->{'${name}'} = "${value}";`],
  ["Objective-C", (name, value) => `NSString *${name} = @"${value}";`],
  ["Objective-C, compared", (name, value) => `if ([${name} isEqualToString:@"${value}"]) {`],
  ["C", (name, value) => `char ${name}[] = "${value}";`],
  ["R", (name, value) => `${name} <- "${value}"`],
];

const VALUES = {
  "what a machine made": MACHINE,
  "what a person typed": TYPED,
  "a word": WORD,
  "a row of words": PHRASE,
  "signs and a letter": SIGNS,
  "nothing but signs": ONLY_SIGNS,
};

test.each(STATEMENTS)("cuts a password of any kind in %s", (_language, write) => {
  const left = Object.entries(VALUES).filter(([, value]) =>
    ["password", "db_password", "admin_passwd"].some((name) =>
      redactText(write(name, value), "plain").text.includes(value),
    ),
  );
  expect(left.map(([kind]) => kind)).toEqual([]);
});

test.each([
  ["a default in a shell", `\${DB_PASSWORD:-${TYPED}}`],
  ["LDIF", `userPassword:: ${Buffer.from(TYPED).toString("base64")}`],
  ["a digest under its name", `password_hash = "${made("0123456789abcdef", 31, 8)}7"`],
  ["a pass phrase in two words", `"pemPassPhrase": "${TYPED}"`],
  ["a variable of a shell", `export MAIL_PASSWORD='${WORD}'`],
  ["a word and a sign of a person", `password = ${TYPED.slice(0, -1)}$2`],
  ["a word that names itself, and a number", `db = "mysql://devuser:my${"Secret"}789@db.acme.test:3306/dev"`],
  ["a word in JSON", `{"id": "mysql", "password": "${WORD}"}`],
  ["a word in YAML", `rootPassword: "${WORD}"`],
  ["psexec", `psexec \\\\10.0.0.1 -u admin -p ${TYPED} cmd`],
  ["a key that looks like a media type", `secret_key = ${made("abcdefghijk", 5, 9)}/${MACHINE}${MACHINE}`.slice(0, 53)],
])("cuts the secret from %s", (_name, text) => {
  expect(redactText(text, "plain").text).not.toBe(text);
});

test("cuts salts of WordPress and keys of Django, whatever signs they happen to have", () => {
  const signs = "!@#$%^&*()-_ []{}<>~`+=,.;:/?|";
  const salts = Array.from({ length: 200 }, (_, at) => made(`${LETTERS}lLoO0123456789${signs}`, 64, 300 + at));
  const left = salts.filter((salt) =>
    redactText(`define('AUTH_KEY',         '${salt}');`, "plain").text.includes(salt),
  );
  expect(left.length).toBeLessThanOrEqual(4);
});

test.each([
  ["a message", 'password = "Please enter it again"'],
  ["a message of small letters", 'password = "must be at least eight long"'],
  ["a label", '{"username": "Name", "password": "Passwort"}'],
  ["a table of signs", 'password = "!@#$%^&*()_+-="'],
  ["an operator", 'secret = "!== && ||"'],
  ["what a field is", 'password = "required"'],
  ["the type of an input", 'if (password === "hidden") {'],
  ["a mode of fetch", 'request.credentials === "include"'],
  ["an attribute", '<field password="optional" name="x">'],
  ["a template", "token: `Basic ${Buffer.from('name:word64').toString('base64')}`"],
  ["a media type", 'secret = "application/vnd.acme+json"'],
  ["another variable", "password = options.secret || options.password"],
  ["a type", "const PARTS_OF_PASSWORD: ReadonlyMap<string, RegExp> = new Map();"],
  ["a translation into Russian", '{"email": "Почта", "password": "Пароль", "secret": "Секретный"}'],
  ["a translation into Spanish", "  email: 'Correo',\n  password: 'Contraseña',\n"],
  ["a translation into Lithuanian", '{"email": "El. paštas", "password": "Slaptažodis"}'],
  ["a translation into German", '{"publishable": "Öffentlich", "secret": "Geheimnis"}'],
  ["a translation into Japanese", "newAPIKey: '新しいAPI Keyを生成すると<1>無効</1>になります。よろしいですか、はい'"],
  ["a variable that a bundler renamed", "update({\n  password: password$1\n})"],
  ["an expression", "    result.password = legacyAuth && legacyAuth.shift();\n    result.user = name1;"],
  ["a union of types", "type Event =\n  | WillModifyToken\n  | DidClickOnDocLink9x\n"],
  ["a header that code takes apart", "authorization = authorization[1].encode('ascii')"],
  ["an assertion", "should_pass(\"WinDLL('./_sqlite3.dll')\")"],
  ["the types of an input in a list", "'type': ['TEXT', 'PASSWORD', 'CHECKBOX', 'RADIO'], 'name': 'user1'"],
  ["names in a list", "'PKPass', 'PKPassLibrary', 'PKPayment', 'TKTokenDriver', 'TKTokenKeyAlgorithm', 'TKSmartCard'"],
  ["a signed document", `<SignatureValue>${made(LETTERS, 40, 20)}4/x${made(LETTERS, 21, 21)}\n</SignatureValue>`],
  ["a question", "read.password('Password:', known)"],
  ["an anonymous login", "ftp.login('anonymous', '-anonymous@')"],
  ["a word for a token", "//registry.acme.test/:_authToken=MYTOKEN1\n"],
  ["a name that ends like a header's", "binaryauthorization:\n    v1alpha2:\n      default: true"],
  ["prose about a statement", 'the commands identified by "code" are conditional'],
  ["a constant of a service's program", "\tNEW_BEACON = NL80211_CMD_START_AP,\n\tDEAUTH = NL80211_CMD_DEL_AP,"],
  ["a list of options", "  ftp_passwd\n  ftp_proxy4\n  http2-request-window\n"],
  ["a list of explanations", "  proxy_pass    password for accessing a proxy\n  pushy_https2  use secure transport\n"],
  [
    "a row in the middle of a table",
    "syn keyword\tpfService\tpop3\nsyn keyword\tpfService\tpasswd\nsyn keyword\tpfService\tpop3pw\n",
  ],
  ["ages of passwords", "daemon:*:20228:0:99999:7:::\nbin:*:20228:0:99999:7:::\n"],
  ["a message in JSON", '{"password": "una palabra muy larga", "resetYourPassword": "Obnovte svoje heslo"}'],
  ["a check's outcome in JSON", '{"has-alt": {"pass": "Element has an alt attribute", "fail": "Element has none"}}'],
  ["a list of parameters", "split.__text_signature__ = '(pattern, string, maxsplit=0, flags=0)'"],
  ["a template with calls", "  token: `Basic ${Buffer.from('username:password').toString('base64')}`\n"],
  ["a regular expression", 'password = "^(?=.*[a-z])(?=.*[A-Z])(?=.*\\\\d)[A-Za-z\\\\d!@#$%^&*]{8,64}$"'],
  ["a pattern of Vim", 'syn match FuncTokenVerification2 "\\<io\\.jwt\\.verify_\\(rs\\|ps\\)\\(256\\|384\\|512\\)\\>"'],
  ["a kind of hash", 'password_hash = "argon2id"'],
])("leaves %s alone", (_name, text) => {
  expect(redactText(text, "plain").text).toBe(text);
});
