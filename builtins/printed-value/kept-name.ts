import { oneOf } from "../../kit/word-pattern.ts";

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
