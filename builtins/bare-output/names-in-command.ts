import { judgeKey } from "../../redactors/judge-key.ts";
import { bareWords } from "../write-back/bare-words.ts";
import { parseShell, type Pipeline } from "../write-back/parse-shell.ts";

/** Programs that print what they are pointed at. */
const PRINTERS = /^(?:cat|tac|nl|head|tail|less|more|bat|batcat|type|gc|get-content|strings|base64|cut|tr|g?sed|g?awk|jq|yq|dasel|echo|printf|print|printenv|write-(?:output|host))$/i;

/** Those that do so in one of their modes. */
const PRINTING = /^(?:git (?:\S+ ){0,4}?(?:config|credential)|(?:npm|pnpm|yarn) config|(?:docker|podman|kubectl|oc) (?:.* )?exec|(?:kubectl|oc) (?:.* )?get .*\.data|(?:terraform|tofu|terragrunt) (?:.* )?output|pulumi (?:config|stack output)|heroku config:get|fly(?:ctl)? |vercel env|gh (?:auth|config)|glab (?:auth|config)|gcloud (?:auth|secrets)|aws (?:.* )?(?:ssm|secretsmanager)|az (?:.* )?(?:keyvault|account)|(?:node|deno|bun|python[\d.]*|ruby|perl|php) -\w*[cepr]) /i;

/** Stores of secrets, and makers of new ones: what they print is one, whatever they are asked for. */
const STORES =
  /^(?:(?:go)?pass (?!ls|list|insert|edit|rm|mv|cp|git|init|find|generate -c)\S|op read |bw get (?:password|totp)|rbw get |lpass show |secret-tool lookup|security find-\w+-password .*-w|keyring get |vault (?:kv get|read) .*-field|aws (?:.* )?(?:secretsmanager get-secret-value|ssm get-parameter .*--with-decryption|ecr get-login-password)|gcloud (?:secrets versions access|auth print-)|az keyvault secret show|(?:kubectl|oc) (?:.* )?get secrets? .*\.data|doppler secrets get .*--plain|infisical secrets get|chamber read |sops (?:.* )?(?:-d|--decrypt|decrypt)|gpg2? (?:.* )?(?:-d|--decrypt)|r?age (?:.* )?(?:-d|--decrypt)|gh auth token|openssl rand |pwgen|apg |wg gen(?:key|psk)|(?:bin\/)?(?:rails|rake) secret|mix phx\.gen\.secret|php artisan key:generate .*--show)/i;

/** What they make of what they are given is no secret any more. */
const DIGESTS = /^(?:wc|md5|md5sum|sha\d+sum|shasum|b2sum|cksum|sum|test|\[)$|^openssl (?:dgst|md5|sha)/;

const SHELLS = /^(?:ba|z|da|k|fi)?sh$|^(?:eval|pwsh|powershell)(?:\.exe)?$/;

/** Under this name goes what has none. */
const UNNAMED = "secret";

/** Characters. A longer script does more than to print a value. */
const LONGEST = 32 * 1024;

/** The names of the secrets that a script would print: `DB_PASSWORD` of `echo "$DB_PASSWORD"`, `master.key` of `cat config/master.key`. */
export function namesInCommand(script: string, depth = 0): string[] {
  if (script.length > LONGEST) return [];
  return [...new Set(parseShell(script).flatMap((pipeline) => namesIn(pipeline, depth)))];
}

/** The names in a path: of the file and of the folder that it is in. */
export function namesInPath(path: string): string[] {
  const parts = path.split(/[\\/]+/).slice(-2);
  return parts.some((part) => /^secrets$|^\.erlang\.cookie$/.test(part)) ? [UNNAMED] : named(parts.slice(-1));
}

function namesIn(pipeline: Pipeline, depth: number): string[] {
  const commands = pipeline.map(({ words }) => bareWords(words));
  if (commands.some((words) => DIGESTS.test(words[0] ?? "") || DIGESTS.test(words.join(" ")))) return [];
  return commands.flatMap((words) => {
    const [program = "", ...rest] = words;
    if (SHELLS.test(program)) return depth < 2 ? rest.filter((word) => !word.startsWith("-")).flatMap((word) => namesInCommand(word, depth + 1)) : [];
    if (STORES.test(words.join(" "))) return [UNNAMED];
    if (!PRINTERS.test(program) && !PRINTING.test(`${words.join(" ")} `)) return [];
    return [...named(rest.flatMap((word) => word.split(/[^\w.-]+/))), ...rest.filter((word) => /[\\/]/.test(word)).flatMap(namesInPath)];
  });
}

/** Those that promise a secret. */
function named(words: readonly string[]): string[] {
  return words.filter((word) => word.length >= 3 && word.length <= 80 && !WRITTEN.test(word) && judgeKey(word) !== undefined);
}

/** Files that people or programs write many lines of, whatever they are about. */
const WRITTEN = /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|swift|cs?|cc|cpp|h|hpp|php|pl|sh|sql|proto|vue|svelte|html?|s?css|md|rst|svg|lock|json|ya?ml|toml|xml|csv|log)$/i;
