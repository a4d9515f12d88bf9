import { oneOf } from "../../kit/word-pattern.ts";

/** Programs that print a secret which they keep themselves or fetch, the words with which they do, and what it is. */
const ROWS: readonly (readonly [programs: string, words: RegExp, what: string])[] = [
  ["gh glab", /^auth (?:token|status\b.*(?:-t|--show-token))\b/, "a login's token"],
  [
    "gcloud",
    /\bauth\b.*\bprint-(?:access|identity)-token\b|\bsecrets versions access\b/,
    "a login's token or a secret",
  ],
  ["az", /^account get-access-token\b|^keyvault secret (?:show|download)\b|--expose-token\b/, "a token or a secret"],
  [
    "aws",
    /\bconfigure (?:get\b.*(?:secret|token)|export-credentials)|\bget-(?:secret-value|login-password|session-token)\b|\bassume-role\b|\bget-parameters?\b.*--with-decryption/,
    "a key or a secret",
  ],
  ["heroku doctl fly flyctl netlify", /^auth[: ](?:token|print)|^config(?::get)?(?: |$)/, "a token or secrets"],
  ["op", /^read\b|\b--reveal\b|^item get\b.*--fields|^document get/, "an entry of a vault"],
  ["bw rbw lpass", /^(?:get|show|export)\b/, "an entry of a vault"],
  [
    "pass gopass",
    /^(?:show |-c )?(?!ls|list|find|grep|insert|generate|edit|rm|mv|cp|git|init|help|version|otp|-)\S+/,
    "an entry of a vault",
  ],
  ["security", /^find-(?:generic|internet)-password\b.*-\w*[gw]\b|^dump-keychain\b.*-d/, "an entry of the keychain"],
  ["secret-tool", /^(?:lookup|search)\b/, "an entry of the keyring"],
  ["vault bao", /^(?:kv get|read|print token|token (?:create|lookup))\b/, "a secret of a vault"],
  [
    "kubectl oc",
    /\bconfig view\b.*--raw|\bget secrets?\b.*(?:-o|--output|--template)|\bcreate token\b|\bwhoami\b.*-t\b/,
    "a cluster's secrets",
  ],
  ["gpg gpg2", /--export-secret-(?:sub)?keys\b/, "private keys"],
  ["npm pnpm yarn", /^(?:config )?get\b.*(?:_auth|authtoken|_password)|^token create\b/i, "a registry's token"],
  ["git", /^credential(?:-[\w-]+)? (?:fill|get)\b/, "a login"],
  ["terraform tofu", /^output\b.*(?:-json\b|(?:password|secret|token|key)\b)|^state pull\b/i, "secrets of its state"],
  [
    "docker podman docker-compose podman-compose",
    /(?:^|compose\b.*\b)config\b(?!.* (?:-q|--(?:quiet|services|volumes|images|profiles|hash|no-interpolate))\b)/,
    "the values of .env",
  ],
  ["sops", /(?:^|\s)(?:-d|--decrypt|decrypt|exec-env)\b/, "what it decrypts"],
  ["ansible-vault", /^(?:view|decrypt)\b.*/, "what it decrypts"],
  ["doppler infisical chamber", /^(?:secrets|export|read|env)\b/, "secrets of a vault"],
  ["aws-vault", /^(?:export|exec\b.*\b(?:env|printenv))\b/, "a key"],
  ["keytool", /^-(?:list\b.*-v|exportcert|importkeystore)\b/, "what a key store holds"],
  ["stripe", /^config\b.*--list/, "a login's key"],
];

const BY_PROGRAM = new Map(
  ROWS.flatMap(([programs, words, what]) => programs.split(" ").map((name) => [name, { words, what }] as const)),
);
/** Programs that print their environment. */
const SHOWS_ENVIRONMENT = oneOf("env printenv export set declare");
/** The whole environment, in code. */
const WHOLE_ENVIRONMENT =
  /process\.env\b(?!\.\w|\[)|os\.environ\b(?!\[|\.get|\.pop|\.set)|\bENV\.(?:to_h|each|inspect)|getenv\(\)|dotenv_values\(|%ENV\b/;

/** What a command prints that is a secret, without a file that holds it; `undefined` for all else. */
export function secretsPrinted(name: string, own: readonly string[]): string | undefined {
  const row = BY_PROGRAM.get(name);
  return row?.words.test(own.join(" ")) ? row.what : undefined;
}

/** Files of variables that a program is given, where it then prints all of them. */
export function variablesShown(all: readonly string[]): readonly string[] {
  const shows = all.some((word) => SHOWS_ENVIRONMENT.test(word) || WHOLE_ENVIRONMENT.test(word));
  if (!shows) return [];
  const named = all.flatMap((word, at) => {
    const joined = /^--env-file=(.+)$/s.exec(word)?.[1];
    const next = /^(?:--env-file|-f|-e)$/.test(all[at - 1] ?? "") ? word : undefined;
    return joined ?? next ?? [];
  });
  const loads = all.some((word) => /dotenv/.test(word)) || all[0] === "direnv";
  return [...named, ...(loads ? [all[0] === "direnv" ? ".envrc" : ".env"] : [])];
}
