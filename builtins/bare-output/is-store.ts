/**
 * Whether a command hands out a secret or makes a new one, whatever it is asked for: `op read …`, `openssl rand …`.
 * Told by words, not by a pattern over all of them: the text comes from a model, and such patterns take the square of
 * its length.
 */
export function isStore(words: readonly string[]): boolean {
  const [program = "", first = ""] = words;
  const has = (...asked: readonly string[]): boolean => asked.every((word) => words.includes(word));
  const flag = (...asked: readonly string[]): boolean =>
    words.some((word) => asked.some((one) => word === one || word.startsWith(`${one}=`)));
  switch (program.toLowerCase()) {
    case "pass":
    case "gopass":
      return first !== "" && !NO_ENTRY.test(first) && !first.startsWith("--") && !flag("-h", "--help");
    case "op":
      return (
        first === "read" ||
        (first === "item" &&
          words[2] === "get" &&
          words.some((word) => /pass|secret|credential|token|otp/i.test(word)) &&
          flag("--fields", "--field", "--otp"))
      );
    case "bw":
      return first === "get" && /^(?:password|totp|notes)$/.test(words[2] ?? "");
    case "rbw":
      return /^(?:get|code)$/.test(first);
    case "lpass":
      return first === "show";
    case "secret-tool":
      return first === "lookup";
    case "keyring":
      return first === "get";
    case "security":
      return /^find-\w{1,20}-password$/.test(first) && words.some((word) => /^-\w*w$/.test(word));
    case "vault":
    case "bao":
      return flag("-field", "--field") || (first === "print" && words[2] === "token");
    case "argocd":
      return has("initial-password");
    case "aws":
      return (
        has("get-secret-value") ||
        has("get-random-password") ||
        has("get-login-password") ||
        has("ssm", "--with-decryption")
      );
    case "gcloud":
      return has("secrets", "access") || (has("auth") && words.some((word) => word.startsWith("print-")));
    case "az":
      return (
        has("keyvault", "secret", "show") ||
        has("get-access-token") ||
        has("acr", "credential", "show") ||
        has("storage", "keys", "list")
      );
    case "kubectl":
    case "oc":
    case "k":
      return (
        has("create", "token") ||
        (has("get") &&
          words.some((word) => /^secrets?(?:$|\/)/.test(word)) &&
          words.some((word) => /\.data\b|index \.data/.test(word)))
      );
    case "docker":
      return has("swarm", "join-token", "-q");
    case "doppler":
      return has("secrets", "get", "--plain");
    case "infisical":
      return has("secrets", "get");
    case "chamber":
      return first === "read";
    case "sops":
    case "age":
    case "rage":
    case "gpg":
    case "gpg2":
      return flag("-d", "--decrypt", "decrypt");
    case "ansible-vault":
      return /^(?:view|decrypt)$/.test(first);
    case "gh":
      return first === "auth" && words[2] === "token";
    case "openssl":
      return first === "rand" || (first === "enc" && flag("-d")) || flag("-decrypt");
    case "wg":
      return /^gen(?:key|psk)$/.test(first) || has("show", "private-key") || has("show", "preshared-keys");
    case "rails":
    case "rake":
      return /^(?:secret|credentials:fetch)$/.test(first);
    case "mix":
      return first === "phx.gen.secret";
    case "php":
      return has("key:generate", "--show");
    case "get-secret":
      return has("-AsPlainText");
    default:
      return /^(?:pwgen|apg|diceware|xkcdpass)$/.test(program);
  }
}

const NO_ENTRY =
  /^(?:ls|list|insert|edit|rm|mv|cp|git|init|find|grep|generate|version|help|config|sync|mounts|recipients|otp-)/;
