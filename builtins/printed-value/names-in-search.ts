import { oneOf } from "../../kit/word-pattern.ts";
import type { ShellCommand } from "../shell/parse-shell.ts";
import { wordsOf } from "./names-in-code.ts";
import { namesAmong } from "./names-in-path.ts";

/** Print texts, in which what is searched for may be a setting; those that list things print names. */
const TELLERS = oneOf(
  String.raw`
    env printenv set export cat gc get-content type tr strings curl docker docker-compose podman nerdctl kubectl oc
    helm heroku sops dotnet tmux ssh journalctl systemctl sudo git\x20(?:show|log|credential|config).*
  `,
  "is",
);

/** What a search prints has its name before it, unless that is cut off: by the search itself or by what follows. */
export function namesInSearch(
  rest: readonly string[],
  { reads = [] }: ShellCommand,
  isLast: boolean,
  before: string | undefined,
): string[] | undefined {
  const flags = rest.filter((word) => /^-\w/.test(word)).join("");
  if (/[lLqc]/.test(flags.replace(/color/, ""))) return [];
  const [pattern = "", ...files] = rest.filter((word) => !/^-./.test(word));
  if (isLast && !/[oAB]/.test(flags)) return before === undefined ? [] : undefined;
  if (files.length + reads.length === 0 && before !== undefined && !TELLERS.test(before)) return undefined;
  return namesAmong(
    wordsOf(pattern.replace(/\\[A-Za-z]|\.\*|\(\?<?[=!:]/g, " ")).map((word) => word.replace(/^\.+|[.]+$/g, "")),
  );
}
