import { oneOf } from "../../kit/word-pattern.ts";

/**
 * Programs, and the words with which they hand out a secret or make a new one: all words of one of these lists, each a
 * pattern. Told by words, not by a pattern over all of them: the text comes from a model, and such patterns take the
 * square of its length.
 */
const STORES: Readonly<Record<string, readonly string[]>> = {
  op: ["read", String.raw`item get --(?:fields?|otp)(?:=.*)? .*(?:pass|secret|credential|token|otp).*`],
  bw: ["get (?:password|totp|notes)"],
  rbw: ["get|code"],
  lpass: ["show"],
  "secret-tool": ["lookup"],
  keyring: ["get"],
  security: [String.raw`find-\w{1,20}-password -\w*w`],
  "vault bao": ["--?field(?:=.*)?", "print token"],
  argocd: ["initial-password"],
  aws: ["get-secret-value", "get-random-password", "get-login-password", "ssm --with-decryption"],
  gcloud: ["secrets access", "auth print-.*"],
  az: ["keyvault secret show", "get-access-token", "acr credential show", "storage keys list"],
  // The values, and not the list of what there is.
  "kubectl oc k": ["create token", String.raw`get secrets?(?:/.*)? .*(?:\.data\b|index\x20\.data).*`],
  docker: ["swarm join-token -q"],
  doppler: ["secrets get --plain"],
  infisical: ["secrets get"],
  chamber: ["read"],
  "sops age rage gpg gpg2": ["-d|decrypt|--decrypt(?:=.*)?"],
  "ansible-vault": ["view|decrypt"],
  gh: ["auth token"],
  openssl: ["rand", "enc -d", "-decrypt"],
  wg: ["gen(?:key|psk)", "show private-key|preshared-keys"],
  "rails rake": ["secret|credentials:fetch"],
  mix: ["phx.gen.secret"],
  php: ["key:generate --show"],
  "get-secret": ["-AsPlainText"],
  "pwgen apg diceware xkcdpass": [".*"],
};

const BY_PROGRAM = new Map(
  Object.entries(STORES).flatMap(([programs, lists]) => {
    const patterns = lists.map((list) => list.split(" ").map((word) => new RegExp(`^(?:${word})$`, "is")));
    return programs.split(" ").map((program) => [program, patterns] as const);
  }),
);

const PASS_WITHOUT_ENTRY =
  /^(?:ls|list|insert|edit|rm|mv|cp|git|init|find|grep|generate|version|help|config|sync|mounts|recipients|otp-|--|$)/;

/** Whether a command hands out a secret or makes a new one: `op read …`, `openssl rand …`. */
export function isStore(words: readonly string[]): boolean {
  const [program = "", first = ""] = words;
  if (program === "pass" || program === "gopass")
    return !PASS_WITHOUT_ENTRY.test(first) && !words.some((word) => word === "-h" || word === "--help");
  const lists = BY_PROGRAM.get(program.toLowerCase());
  return lists?.some((list) => list.every((asked) => words.some((word) => asked.test(word)))) ?? false;
}

/** Programs that hand out the one thing that they are asked for by its name, and how they are asked. */
const KEEPERS = oneOf(`
  git npm pnpm yarn aws terraform tofu terragrunt pulumi heroku consul etcdctl redis-cli valkey-cli dotenv snap gh
  glab gcloud flyctl fly vercel tmux wp drush
`);
const GET = /^(?:--)?get$|^(?:hget|getex|getdel|output|config|config:get|show-environment)$/i;

/**
 * What such a program is asked for: of a path, a key or a dotted name the last part. Empty where that is no name of a
 * secret, `undefined` where nothing is asked for.
 */
export function keptName([program = "", ...rest]: readonly string[]): string | undefined {
  if (!KEEPERS.test(program) || !rest.some((word) => GET.test(word))) return undefined;
  const asked = rest.slice(rest.findLastIndex((word) => GET.test(word)) + 1);
  const from = asked.findIndex((word) => !word.startsWith("-"));
  const end = asked.findIndex((word, index) => index > from && word.startsWith("-"));
  const last = from === -1 ? "" : (asked.slice(from, end === -1 ? undefined : end).at(-1) as string);
  const name = last.split(/[./:]/).at(-1) ?? "";
  return /^(?:signingkey|helper)$/i.test(name) ? "" : name;
}
