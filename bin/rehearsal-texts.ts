/** An invented token, which the detector takes for a secret. */
const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
/** A text without a secret, and without a word that usually precedes a secret. */
export const PROSE =
  "Run the tests in packages/core and see test/fixtures/window (commit 9fceb02d0ae598e95dc970b7): " +
  "four words, then a row of many small letters and no more.\n";
/** An output with secrets. */
export const OUTPUT = `Run npm test in packages/core, then look at line 42 of src/index.ts (commit 9fceb02d0ae598e95dc970b7).
password = "${TOKEN}"
postgres://app:${TOKEN}@db.internal:5432/app
`;

/** Code and prose with words that precede a secret in other texts. */
export const WORDS = `export function parseToken(text: string, key = defaults.key): Token | undefined {
  const [name, value] = text.split("="); // see https://example.org/docs#basic for the task
  if (key === "k_1") return { name, value: options.token };
}
The key to it is the password of the user, which is passed on.
`;

/** `WORDS` as added lines of a diff. */
export const DIFFERENCE = WORDS.replaceAll(/^/gm, "+");

/** Texts without a secret that the detector has to examine closely: settings, types, columns, lists of words. */
export const ALMOST = `api_key: \${API_KEY:-none}
TOKEN=changeme
auth_token = options.auth.token
session key: ${"0123456789abcdef".repeat(2)}
"secret": "see the vault", 'password': process.env.PASSWORD || ''
user,password,mail
ana,\${ana},ana@example.org
def login(token: str, password: Optional[str] = None, key: list[int] = []) -> Session:
if (token === "none" || "none" === secret) throw new Error("no password");
mnemonic: see the wallet
Authorization: Bearer <token>
Cookie: session=<id>
mysql -u root -p db
Ability and absence of those who then come over here are all that we have until they go away again.
${["about above absent absorb abstract absurd", "abuse access accident account accuse achieve"].join(" ")}
\u001b[32mpassword\u001b[0m: none, %70assword=none, \\"token\\": \\"none\\"
`;

/** A user's settings with a rule and a second detector. */
export const OWN_RULES = `// The user's
{
  "rules": [{ "kind": "acme-token", "pattern": "acme_[a-z0-9]{32}" }],
  "allow": ["docs/**"],
  "detectors": ["own", "secretlint"]
}
`;

/**
 * A variable and a file with an invented secret, which each hook reads. Most users have secrets in variables and files.
 */
export const VARIABLES = { REHEARSAL_API_KEY: ["Rq4", "tN8vL2xW6", "mK9pB3cJ7hD5"].join("") };

/** A file of npm with the invented secret. */
export const NPMRC = `//registry.example/:_authToken=${VARIABLES.REHEARSAL_API_KEY}\n`;
