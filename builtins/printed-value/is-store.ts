/** A command as the judges below look at it. */
interface Asked {
  readonly words: readonly string[];
  /** The words behind the program. */
  readonly first: string;
  readonly second: string;
  /** Whether all of these words stand in it. */
  readonly has: (...words: readonly string[]) => boolean;
  /** Whether one of these flags does, alone or with `=`. */
  readonly flag: (...flags: readonly string[]) => boolean;
}

const PASS_WITHOUT_ENTRY =
  /^(?:ls|list|insert|edit|rm|mv|cp|git|init|find|grep|generate|version|help|config|sync|mounts|recipients|otp-)/;

/** Programs, and with which words they hand out a secret or make a new one. */
const STORES: readonly (readonly [programs: string, handsOut: (asked: Asked) => boolean])[] = [
  [
    "pass gopass",
    ({ first, flag }) =>
      first !== "" && !PASS_WITHOUT_ENTRY.test(first) && !first.startsWith("--") && !flag("-h", "--help"),
  ],
  ["op", (asked) => asked.first === "read" || asksField(asked)],
  ["bw", ({ first, second }) => first === "get" && /^(?:password|totp|notes)$/.test(second)],
  ["rbw", ({ first }) => /^(?:get|code)$/.test(first)],
  ["lpass", ({ first }) => first === "show"],
  ["secret-tool", ({ first }) => first === "lookup"],
  ["keyring", ({ first }) => first === "get"],
  [
    "security",
    ({ first, words }) => /^find-\w{1,20}-password$/.test(first) && words.some((word) => /^-\w*w$/.test(word)),
  ],
  ["vault bao", ({ first, second, flag }) => flag("-field", "--field") || (first === "print" && second === "token")],
  ["argocd", ({ has }) => has("initial-password")],
  [
    "aws",
    ({ has }) =>
      has("get-secret-value") ||
      has("get-random-password") ||
      has("get-login-password") ||
      has("ssm", "--with-decryption"),
  ],
  [
    "gcloud",
    ({ words, has }) => has("secrets", "access") || (has("auth") && words.some((word) => word.startsWith("print-"))),
  ],
  [
    "az",
    ({ has }) =>
      has("keyvault", "secret", "show") ||
      has("get-access-token") ||
      has("acr", "credential", "show") ||
      has("storage", "keys", "list"),
  ],
  ["kubectl oc k", ({ words, has }) => has("create", "token") || (has("get") && asksSecretData(words))],
  ["docker", ({ has }) => has("swarm", "join-token", "-q")],
  ["doppler", ({ has }) => has("secrets", "get", "--plain")],
  ["infisical", ({ has }) => has("secrets", "get")],
  ["chamber", ({ first }) => first === "read"],
  ["sops age rage gpg gpg2", ({ flag }) => flag("-d", "--decrypt", "decrypt")],
  ["ansible-vault", ({ first }) => /^(?:view|decrypt)$/.test(first)],
  ["gh", ({ first, second }) => first === "auth" && second === "token"],
  ["openssl", ({ first, flag }) => first === "rand" || (first === "enc" && flag("-d")) || flag("-decrypt")],
  [
    "wg",
    ({ first, has }) => /^gen(?:key|psk)$/.test(first) || has("show", "private-key") || has("show", "preshared-keys"),
  ],
  ["rails rake", ({ first }) => /^(?:secret|credentials:fetch)$/.test(first)],
  ["mix", ({ first }) => first === "phx.gen.secret"],
  ["php", ({ has }) => has("key:generate", "--show")],
  ["get-secret", ({ has }) => has("-AsPlainText")],
  ["pwgen apg diceware xkcdpass", () => true],
];

const BY_PROGRAM = new Map(
  STORES.flatMap(([programs, handsOut]) => programs.split(" ").map((program) => [program, handsOut] as const)),
);

/**
 * Whether a command hands out a secret or makes a new one, whatever it is asked for: `op read …`, `openssl rand …`.
 * Told by words, not by a pattern over all of them: the text comes from a model, and such patterns take the square of
 * its length.
 */
export function isStore(words: readonly string[]): boolean {
  const [program = "", first = "", second = ""] = words;
  const handsOut = BY_PROGRAM.get(program.toLowerCase());
  return (
    handsOut !== undefined &&
    handsOut({
      words,
      first,
      second,
      has: (...asked) => asked.every((word) => words.includes(word)),
      flag: (...flags) => words.some((word) => flags.some((flag) => word === flag || word.startsWith(`${flag}=`))),
    })
  );
}

/** `op item get`: a field whose name tells of a secret. */
function asksField({ words, first, second, flag }: Asked): boolean {
  if (first !== "item" || second !== "get") return false;
  return words.some((word) => /pass|secret|credential|token|otp/i.test(word)) && flag("--fields", "--field", "--otp");
}

/** Of a Kubernetes secret: the values, and not the list of what there is. */
function asksSecretData(words: readonly string[]): boolean {
  return (
    words.some((word) => /^secrets?(?:$|\/)/.test(word)) && words.some((word) => /\.data\b|index \.data/.test(word))
  );
}
