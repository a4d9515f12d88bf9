import type { Program } from "../program.ts";

/** Programs that print a secret which they keep themselves or fetch. */
export const KEEPERS: readonly Program[] = [
  { names: "gh glab", keeps: [/^auth (?:token|status\b.*(?:-t|--show-token))\b/, "a login's token"] },
  {
    names: "gcloud",
    keeps: [/\bauth\b.*\bprint-(?:access|identity)-token\b|\bsecrets versions access\b/, "a login's token or a secret"],
  },
  {
    names: "az",
    keeps: [/^account get-access-token\b|^keyvault secret (?:show|download)\b|--expose-token\b/, "a token or a secret"],
  },
  {
    names: "aws",
    keeps: [
      /\bconfigure (?:get\b.*(?:secret|token)|export-credentials)|\bget-(?:secret-value|login-password|session-token)\b|\bassume-role\b|\bget-parameters?\b.*--with-decryption/,
      "a key or a secret",
    ],
  },
  {
    names: "heroku doctl fly flyctl netlify",
    keeps: [/^auth[: ](?:token|print)|^config(?::get)?(?: |$)/, "a token or secrets"],
  },
  { names: "op", keeps: [/^read\b|\b--reveal\b|^item get\b.*--fields|^document get/, "an entry of a vault"] },
  { names: "bw rbw lpass", keeps: [/^(?:get|show|export)\b/, "an entry of a vault"] },
  {
    names: "pass gopass",
    keeps: [
      /^(?:show |-c )?(?!ls|list|find|grep|insert|generate|edit|rm|mv|cp|git|init|help|version|otp|-)\S+/,
      "an entry of a vault",
    ],
  },
  {
    names: "security",
    keeps: [/^find-(?:generic|internet)-password\b.*-\w*[gw]\b|^dump-keychain\b.*-d/, "an entry of the keychain"],
  },
  { names: "secret-tool", keeps: [/^(?:lookup|search)\b/, "an entry of the keyring"] },
  { names: "vault bao", keeps: [/^(?:kv get|read|print token|token (?:create|lookup))\b/, "a secret of a vault"] },
  {
    names: "kubectl oc",
    keeps: [
      /\bconfig view\b.*--raw|\bget secrets?\b.*(?:-o|--output|--template)|\bcreate token\b|\bwhoami\b.*-t\b/,
      "a cluster's secrets",
    ],
  },
  { names: "gpg gpg2", keeps: [/--export-secret-(?:sub)?keys\b/, "private keys"] },
  {
    names: "npm pnpm yarn",
    keeps: [/^(?:config )?get\b.*(?:_auth|authtoken|_password)|^token create\b/i, "a registry's token"],
  },
  { names: "git", keeps: [/^credential(?:-[\w-]+)? (?:fill|get)\b/, "a login"] },
  {
    names: "terraform tofu",
    keeps: [/^output\b.*(?:-json\b|(?:password|secret|token|key)\b)|^state pull\b/i, "secrets of its state"],
  },
  {
    names: "docker podman docker-compose podman-compose",
    keeps: [
      /(?:^|compose\b.*\b)config\b(?!.* (?:-q|--(?:quiet|services|volumes|images|profiles|hash|no-interpolate))\b)/,
      "the values of .env",
    ],
  },
  { names: "sops", keeps: [/(?:^|\s)(?:-d|--decrypt|decrypt|exec-env)\b/, "what it decrypts"] },
  { names: "ansible-vault", keeps: [/^(?:view|decrypt)\b.*/, "what it decrypts"] },
  { names: "doppler infisical chamber", keeps: [/^(?:secrets|export|read|env)\b/, "secrets of a vault"] },
  { names: "aws-vault", keeps: [/^(?:export|exec\b.*\b(?:env|printenv))\b/, "a key"] },
  { names: "keytool", keeps: [/^-(?:list\b.*-v|exportcert|importkeystore)\b/, "what a key store holds"] },
  { names: "stripe", keeps: [/^config\b.*--list/, "a login's key"] },
];
