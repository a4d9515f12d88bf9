import { operandsOf } from "./read-options.ts";

/**
 * What a program does with its words, its files and what it is fed:
 *
 * | kind | prints |
 * |---|---|
 * | `show` | its files, or else its input, as they are, in another order or in another encoding |
 * | `part` | a part of each of their lines |
 * | `select` | a field of their JSON or YAML |
 * | `search` | those of their lines, or those names, in which it finds something |
 * | `echo` | its words |
 * | `derive` | what it makes of its words or its input: a sum, a date, a part of a path |
 * | `look` | what it sees at a place, or nothing: none of its words and no file's content |
 * | `send` | what a server answers to a request |
 * | `query` | what a database answers |
 * | `code` | whatever the program says that it is given: `node -e …` |
 *
 * Without a kind it may do anything.
 */
type ProgramKind = "show" | "part" | "select" | "search" | "echo" | "derive" | "look" | "send" | "query" | "code";

/** In small letters: PowerShell's are written in any. */
const KINDS: Readonly<Record<ProgramKind, string>> = {
  show: `cat tac nl head tail less more type bat batcat gc get-content strings base64 base32 xxd hexdump od rev sort
    uniq shuf fold fmt pr column paste iconv convertfrom-json out-string select-object`,
  part: "cut tr sed gsed awk gawk mawk crudini xmllint xmlstarlet tomlq",
  select: "jq yq gojq jaq dasel",
  search: "grep egrep fgrep zgrep rg ag ack select-string findstr",
  echo: "echo print printf write-output write-host",
  derive: `seq expr date basename dirname realpath readlink md5sum sha1sum sha256sum sha512sum shasum md5 cksum envsubst
    gron yes figlet`,
  look: `find fd fdfind ls tree test [ [[ diff cmp comm wc stat file du df which whereis cd pushd popd true false :
    sleep wait exit return break continue shift unset local readonly for select case in read pgrep man help ping dig
    nslookup host whois`,
  send: "curl wget http https xh",
  query: "psql mysql mariadb sqlite3 duckdb sqlcmd usql clickhouse-client",
  code: `node deno bun tsx ts-node python python2 python3 ruby perl php rails tinker mongosh mongo irb elixir iex`,
};

const BY_NAME: ReadonlyMap<string, ProgramKind> = new Map(
  Object.entries(KINDS).flatMap(([kind, names]) =>
    names.split(/\s+/).map((name): [string, ProgramKind] => [name, kind as ProgramKind]),
  ),
);

/** The kind of a program, by its name without a folder; `undefined` where it may do anything. */
export function programKind(name: string): ProgramKind | undefined {
  return BY_NAME.get(name.toLowerCase().replace(/^(python)[\d.]+$/, "$1"));
}

/** Options with which programs that only print write what they read, run another one or set something. */
const WRITES: readonly (readonly [names: string, option: RegExp])[] = [
  ["find", /^-(?:delete|fprint|fls|exec|ok)/],
  ["fd fdfind", /^(?:-[xX]|--exec)/],
  ["sort iconv shuf tree base64 xmllint", /^-\w*o|^--output/],
  ["yq tomlq sed gsed", /^-\w*i|^--(?:inplace|in-place)/],
  ["awk gawk mawk", /^-\w*i|^--in|[>|]|system|getline/],
  ["xmlstarlet", /^-L$|^--inplace/],
  ["crudini", /^--(?:set|del|merge)/],
  ["dasel", /^(?:put|delete)$/],
  ["less", /^-\w*[oO]|^--log-file/i],
  ["rg", /^--(?:pre|hostname-bin)(?:=|$)/],
  ["ag ack bat batcat", /^--pager/],
  ["man", /^-\w*[PH]|^--(?:pager|html)/],
  ["date", /^-\w*s|^--set/],
];

/** Whether a program that only prints is told to do more. */
export function isToldToWrite(name: string, own: readonly string[]): boolean {
  if (WRITES.some(([names, option]) => names.split(" ").includes(name) && own.some((word) => option.test(word))))
    return true;
  const operands = operandsOf(own);
  if (name === "uniq" || name === "xxd") return operands.length > 1;
  return (name === "sed" || name === "gsed") && operands.some(writesWithSed);
}

/** The commands `w` and `e` of sed, and both as flags of `s`. */
function writesWithSed(script: string): boolean {
  return /(?:^|[;{}\s])[wWe] \S|[^\w\s][gpiIm0-9]*(?:[wW] \S|[wW][\w.~][^\s/]*$|e\s*$)/m.test(script);
}
