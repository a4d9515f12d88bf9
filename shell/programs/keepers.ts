import { pattern } from "../../kit/word-pattern.ts";
import type { Program } from "../program.ts";

/** Programs that print secrets that they store, fetch or generate. */
export const KEEPERS: readonly Program[] = [
  {
    names: "gh glab",
    keeps: [/^auth (?:token|status\b.* (?:-t|--show-token))\b|^config get token\b/, "a login's token"],
  },
  {
    names: "gcloud",
    keeps: [/\bauth\b.*\bprint-(?:access|identity)-token\b|\bsecrets versions access\b/, "a login's token or a secret"],
  },
  {
    names: "az",
    keeps: [
      pattern()`
        ^account get-access-token\b|^keyvault secret (?:show|download)\b|--expose-token\b|\bkeys list\b
        |^acr credential show\b|\bcreate-for-rbac\b|\b(?:show|list)-connection-string\b|\bcredential (?:reset|list)\b
      `,
      "a token or a secret",
    ],
  },
  {
    names: "aws",
    keeps: [
      pattern()`
        \bconfigure (?:get\b.*(?:secret|token)|export-credentials)|\bget-(?:secret-value|login-password|session-token)\b
        |\bassume-role\b|\bcreate-access-key\b|\bgenerate-db-auth-token\b|\bget-parameters?\b.*--with-decryption
      `,
      "a key or a secret",
    ],
  },
  {
    names: "heroku doctl fly flyctl netlify",
    keeps: [
      pattern()`
        ^auth[: ](?:token|print)|^config(?::get)?(?:\x20|$)|^env:(?:list|get)\b|^pg:credentials:url\b
        |^tokens create\b|^databases (?:connection|user get)\b
      `,
      "a token or secrets",
    ],
  },
  { names: "op", keeps: [/^read\b|\b--reveal\b|^item get\b.*--fields|^document get/, "an entry of a vault"] },
  { names: "bw rbw lpass", keeps: [/^(?:get|show|export|list items)\b/, "an entry of a vault"] },
  {
    names: "pass gopass",
    keeps: [
      /^(?:show |-c )?(?!ls|list|find|grep|insert|generate|edit|rm|mv|cp|git|init|help|version|otp|-)\S+/,
      "an entry of a vault",
    ],
  },
  {
    names: "security",
    keeps: [/^find-(?:generic|internet)-password\b.* -\w*[gw]\b|^dump-keychain\b.* -d/, "an entry of the keychain"],
  },
  { names: "secret-tool", keeps: [/^(?:lookup|search)\b/, "an entry of the keyring"] },
  { names: "vault bao", keeps: [/^(?:kv get|read|print token|token (?:create|lookup))\b/, "a secret of a vault"] },
  {
    names: "kubectl oc",
    keeps: [
      /\bconfig view\b.*--raw|\bget secrets?\b.* (?:-o|--output|--template)|\bcreate token\b|\bwhoami\b.* -t\b/,
      "a cluster's secrets",
    ],
  },
  {
    names: "gpg gpg2",
    keeps: [
      /--export-secret-(?:sub)?keys\b|^(?!(?:.* )?(?:-o|--output)).*(?:^| )(?:-\w*d|--decrypt)\b/,
      "private keys or secrets",
    ],
  },
  { names: "age rage", keeps: [/^(?!(?:.* )?(?:-o|--output)).*(?:^| )(?:-\w*d|--decrypt)\b/, "what it decrypts"] },
  { names: "printenv", keeps: [/(?:PASSW|SECRET|TOKEN|API_?KEY|CREDENTIAL)/i, "a secret of the environment"] },
  { names: "ps", keeps: [/^[a-z]*e[a-z]*(?: |$)/, "the environment of programs"] },
  { names: "pip pip3", keeps: [/^config (?:list|get|debug)\b/, "logins of an index"] },
  {
    names: "npm pnpm yarn",
    keeps: [/^(?:config )?get\b.*(?:_auth|authtoken|_password)|^token create\b/i, "a registry's token"],
  },
  { names: "git", keeps: [/^credential(?:-[\w-]+)? (?:fill|get)\b|^config\b.*\bextraheader\b/i, "a login"] },
  {
    names: "terraform tofu",
    keeps: [
      /^output\b.*(?: -json\b|(?:password|secret|token|key)\b)|^state pull\b|^show\b(?!.*plan)/i,
      "secrets of its state",
    ],
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
  { names: "keytool", keeps: [/^-(?:list\b.* -v|exportcert|importkeystore)\b/, "what a key store holds"] },
  { names: "stripe", keeps: [/^config\b.*--list/, "a login's key"] },
  {
    names: "op",
    bare: ["read", String.raw`item get --(?:fields?|otp)(?:=.*)? .*(?:pass|secret|credential|token|otp).*`],
  },
  { names: "bw", bare: ["get (?:password|totp|notes)"] },
  { names: "rbw", bare: ["get|code"] },
  { names: "lpass", bare: ["show"] },
  { names: "secret-tool", bare: ["lookup"] },
  { names: "keyring", bare: ["get"] },
  { names: "security", bare: [String.raw`find-\w{1,20}-password -\w*w`] },
  { names: "vault bao", bare: ["--?field(?:=.*)?", "print token"] },
  { names: "argocd", bare: ["initial-password"] },
  { names: "aws", bare: ["get-secret-value", "get-login-password", "ssm --with-decryption"] },
  { names: "gcloud", bare: ["secrets access", "auth print-.*"] },
  { names: "az", bare: ["keyvault secret show", "get-access-token", "acr credential show", "storage keys list"] },
  { names: "kubectl oc k", bare: ["create token", String.raw`get secrets?(?:/.*)? .*(?:\.data\b|index\x20\.data).*`] },
  { names: "docker", bare: ["swarm join-token -q"] },
  { names: "doppler", bare: ["secrets get --plain"] },
  { names: "infisical", bare: ["secrets get"] },
  { names: "chamber", bare: ["read"] },
  { names: "sops age rage gpg gpg2", bare: ["-d|decrypt|--decrypt(?:=.*)?"] },
  { names: "ansible-vault", bare: ["view|decrypt"] },
  { names: "gh", bare: ["auth token"] },
  { names: "openssl", bare: ["enc -d", "-decrypt"] },
  { names: "wg", bare: ["show private-key|preshared-keys"] },
  { names: "rails rake", bare: ["credentials:fetch"] },
  { names: "get-secret", bare: ["-AsPlainText"] },
  { names: "openssl", makes: ["rand"] },
  { names: "wg", makes: ["gen(?:key|psk)"] },
  { names: "rails rake", makes: ["secret"] },
  { names: "mix", makes: ["phx.gen.secret"] },
  { names: "php", makes: ["key:generate --show"] },
  { names: "aws", makes: ["get-random-password"] },
  { names: "pwgen apg diceware xkcdpass", makes: [".*"] },
  {
    names: "git npm pnpm yarn aws terraform tofu terragrunt pulumi heroku consul etcdctl redis-cli valkey-cli",
    gets: true,
  },
  { names: "dotenv snap gh glab gcloud flyctl fly vercel tmux wp drush", gets: true },
  { names: "aws az gcloud gh glab kubectl oc k docker podman nerdctl helm argocd vault bao op", selects: true },
  { names: "env printenv set export cat gc get-content type tr strings curl docker", tells: () => true },
  { names: "docker-compose podman nerdctl kubectl oc helm heroku sops dotnet tmux ssh", tells: () => true },
  { names: "journalctl systemctl sudo", tells: () => true },
  { names: "git", tells: /^(?:show|log|credential|config)/ },
];
