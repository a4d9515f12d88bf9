import { alternatives } from "../../kit/word-pattern.ts";
import { promiseOf } from "../../redactors/doors/judge.ts";

/** The name for a secret of unknown name. Stores of secrets mostly hold passwords, which a user may have typed. */
export const UNNAMED = "password";

/** The names of secrets in a path: that of the file, or `UNNAMED` for a file in a folder of secrets. */
export function namesInPath(path: string): string[] {
  const parts = path.split(/[\\/]+/).slice(-3);
  const file = parts.at(-1) ?? "";
  if (LISTS.test(path) || WRITTEN.test(file) || /^(?:README|LICENSE|VERSION|\.git(?:keep|ignore)$)/i.test(file))
    return [];
  if (/^\/dev\/u?random$/.test(path) || file === ".erlang.cookie" || /^\.?secrets$/.test(parts.at(-2) ?? ""))
    return [UNNAMED];
  return namesAmong([file.replace(PLAIN, "")]);
}

/** The words that are names of secrets. */
export function namesAmong(words: readonly string[]): string[] {
  return words.filter(
    (word) =>
      word.length >= 3 &&
      word.length <= 80 &&
      !MANIFOLD.test(word) &&
      !TELLS_OF.test(word) &&
      !WRITTEN.test(word) &&
      promiseOf(word) !== undefined,
  );
}

/** Matches the name of a value that belongs to a secret but is not secret: `AWS_ACCESS_KEY_ID`. */
const TELLS_OF = /(?:[_.-]|[a-z](?=I))ids?$|checksum|fingerprint/i;

/** Words that name no secret if they stand alone: `pass` may be the result of a test, `key` may belong to any index. */
const MANIFOLD = /^(?:pass|keys?)$/i;

/** Endings of file names that say nothing about the content. */
const PLAIN = /\.(?:te?xt|b64|enc|gpg|asc|age|plain|out|tmp)$/i;

/**
 * Files with names of accounts, branches or hosts. Even if a secret's name is in such a path, the file holds no secret.
 */
const LISTS = /^\/etc\/(?:passwd|group)-?$|[\\/]refs[\\/]|packed-refs$|known_hosts|authorized_keys/;

const ENDINGS = alternatives(String.raw`
  [cm]?[jt]sx? py go rs rb java kt swift cs? cc cpp h hpp php pl sh sql proto vue svelte html? s?css md rst svg lock
  json ya?ml toml xml csv tsv log pub sha\d+(?:sum)? md5 sum sig id pid version
`);
/** Files with many lines about anything, written by people or programs. */
const WRITTEN = new RegExp(String.raw`\.(?:${ENDINGS})$`, "i");
