import { oneOf } from "../../kit/word-pattern.ts";

/** Programs that run another one: on another machine, in a container, as another user, for each line. */
const WRAPPERS = oneOf(String.raw`
  ssh docker docker-compose podman nerdctl kubectl oc lxc incus nsenter chroot vagrant fly flyctl heroku railway
  sudo doas su runuser timeout nice ionice env xargs parallel find bundle poetry pipenv uv rye hatch npx pnpm yarn
  direnv doppler op infisical aws-vault chamber mise asdf cmd cmd\.exe time watch strace setsid flock stdbuf
  gcloud minikube microk8s k3s sops multipass orb wsl python3? php
`);

/** What they are told to run stands behind one of these; the others take it after their own options. */
const VERB = /^(?:exec|run|ssh|-exec|-execdir|-c|-C|--command|--|\/c|manage\.py|artisan|exec-env)$/;
const NEEDS_VERB = oneOf(`
  docker docker-compose podman nerdctl kubectl oc lxc incus vagrant fly flyctl heroku railway find poetry pipenv
  uv rye hatch pnpm yarn doppler op infisical aws-vault chamber mise asdf gcloud minikube sops bundle python3? php
`);

export const SHELLS = /^(?:ba|z|da|k|fi)?sh$|^(?:eval|pwsh|powershell)(?:\.exe)?$/;

/** Programs that may print a secret, as the one that is run is told from the wrapper's own words. */
const RUNNABLE = oneOf(
  String.raw`
    cat tac nl head tail less more bat type gc get-content strings base64 xxd cut tr sed awk jq yq echo printf
    printenv grep egrep rg node deno bun python[\d.]* ruby perl php rails rake psql mysql mariadb sqlite3 redis-cli
    mongosh git openssl vault gpg age sops pass op aws gcloud az kubectl docker docker-compose podman wg pwgen
    dotenv ssh sudo tsx ts-node wp drush su timeout
  `,
  "i",
);

/**
 * The command that a wrapper runs: its words, or the script of a shell elsewhere. `undefined` where nothing is wrapped,
 * or nothing that prints a secret.
 */
export function innerCommand(words: readonly string[]): readonly string[] | string | undefined {
  let at = 0;
  while (
    at < words.length &&
    /^[A-Za-z_]\w*\+?=|^(?:then|do|else|if|while|until|!|\{|\(|command|builtin|nohup)$/.test(words[at] as string)
  )
    at += 1;
  const wrapper = baseName(words[at]);
  if (!WRAPPERS.test(wrapper)) return undefined;
  const told = words.find((word) => word.startsWith("--command="));
  if (told !== undefined) return told.slice("--command=".length);
  const end = words.indexOf("--", at);
  const verb = end !== -1 ? end : words.findIndex((word, index) => index > at && VERB.test(word));
  if (NEEDS_VERB.test(wrapper) && verb === -1) return undefined;
  if (/^(?:python3?|php)$/.test(wrapper)) return ofFramework(words, verb);
  for (let inner = Math.max(at, NEEDS_VERB.test(wrapper) ? verb : at) + 1; inner < words.length; inner += 1) {
    const word = words[inner] as string;
    if (
      /\s/.test(word) &&
      !word.startsWith("-") &&
      /^(?:ssh|vagrant|minikube|sops|fly|flyctl|heroku|gcloud|su|runuser|wsl|cmd|cmd\.exe|watch|flock|parallel)$/.test(
        wrapper,
      )
    )
      return word;
    if (RUNNABLE.test(baseName(word)) || SHELLS.test(baseName(word))) return words.slice(inner);
  }
  return ["true"];
}

/** `python manage.py shell -c …` and `php artisan tinker …` run what follows. */
function ofFramework(words: readonly string[], verb: number): readonly string[] | undefined {
  return /^(?:manage\.py|artisan)$/.test(words[verb] ?? "") && /^(?:shell|tinker)$/.test(words[verb + 1] ?? "")
    ? ["node", ...words.slice(verb + 2)]
    : undefined;
}

function baseName(word = ""): string {
  return word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1);
}
