import { alternatives } from "../../kit/word-pattern.ts";
import { judgeKey } from "../../redactors/doors/judge.ts";

/** The name for a value without one: a store of secrets prints passwords that a person may have typed. */
export const UNNAMED = "password";

/** The names of secrets in a path: the file's, and that of a folder that holds nothing else. */
export function namesInPath(path: string): string[] {
  const parts = path.split(/[\\/]+/).slice(-3);
  const file = parts.at(-1) ?? "";
  if (LISTS.test(path) || WRITTEN.test(file) || /^(?:README|LICENSE|VERSION|\.git(?:keep|ignore)$)/i.test(file))
    return [];
  if (/^\/dev\/u?random$/.test(path) || file === ".erlang.cookie" || /^\.?secrets$/.test(parts.at(-2) ?? ""))
    return [UNNAMED];
  return namesAmong([file.replace(PLAIN, "")]);
}

/** The words that promise a secret. */
export function namesAmong(words: readonly string[]): string[] {
  return words.filter(
    (word) =>
      word.length >= 3 &&
      word.length <= 80 &&
      !MANIFOLD.test(word) &&
      !TELLS_OF.test(word) &&
      !WRITTEN.test(word) &&
      judgeKey(word) !== undefined,
  );
}

/** A name that names a secret and belongs to none: `AWS_ACCESS_KEY_ID`. */
const TELLS_OF = /(?:[_.-]|[a-z](?=I))ids?$|checksum|fingerprint/i;

/** Results of tests, and words of any index: alone these words promise nothing. */
const MANIFOLD = /^(?:pass|keys?)$/i;

/** Endings that say nothing about the content of a file. */
const PLAIN = /\.(?:te?xt|b64|enc|gpg|asc|age|plain|out|tmp)$/i;

/** Files whose names are an account's, a branch's or a list's: a secret's name in them means nothing. */
const LISTS = /^\/etc\/(?:passwd|group)-?$|[\\/]refs[\\/]|packed-refs$|known_hosts|authorized_keys/;

const ENDINGS = alternatives(String.raw`
  [cm]?[jt]sx? py go rs rb java kt swift cs? cc cpp h hpp php pl sh sql proto vue svelte html? s?css md rst svg lock
  json ya?ml toml xml csv tsv log pub sha\d+(?:sum)? md5 sum sig id pid version
`);
/** Files that people or programs write many lines of, about anything. */
const WRITTEN = new RegExp(String.raw`\.(?:${ENDINGS})$`, "i");
