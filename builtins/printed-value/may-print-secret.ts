import { isObject, type Json } from "../../kit/json.ts";
import { anyOf } from "../../kit/word-pattern.ts";
import { shellArguments } from "../shell/shell-arguments.ts";
import { fileOf } from "../tool-kind.ts";

/** Characters of a call's arguments that are looked at. */
const MOST = 4096;

/** What stands in the name of everything that hands out a secret. */
const TELLING = anyOf(
  String.raw`
    pass secret token key cred cookie auth pwd rand pwgen \bwg\b \bop\b \bbw\b vault sops gpg \bage\b \brbw\b
    \bapg\b decrypt jwt bearer mnemonic otp psk
  `,
  "i",
);

/** Whether a call may print a secret and nothing around it: a look that spares most events the rest. */
export function mayPrintSecret(input: Json | undefined): boolean {
  const { scripts, given } = shellArguments(input);
  const words = [...filesOf(input), ...scripts, ...given].join("\n").slice(0, MOST);
  return words !== "" && TELLING.test(words);
}

/** The files that a tool's arguments name. */
export function filesOf(input: Json | undefined): string[] {
  const file = fileOf(input);
  if (file !== undefined) return [file];
  return isObject(input)
    ? ["paths", "file_paths", "files", "filePaths"].flatMap((key) =>
        Array.isArray(input[key])
          ? input[key].flatMap((item) => (typeof item === "string" ? [item] : (fileOf(item) ?? [])))
          : [],
      )
    : [];
}
