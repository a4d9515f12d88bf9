import type { Program, Reading } from "../program.ts";
import { codeLeavesNothing, editorLeavesNothing, sedLeavesNothing } from "../edits-in-place.ts";
import { operandsOf, parseOptions } from "../parse-options.ts";
import { RESPELLERS } from "./respellers.ts";

const PATTERN = { pattern: "ef --regexp --expression --file" };
/** Options with which grep prints only names, numbers or nothing. */
const COUNTS = /^-[A-Za-z]*[qclL]|^--(?:count|quiet|silent|files(?:-with(?:out)?-match(?:es)?)?)$/;

/** Programs that print texts or parts of texts, and editors. */
export const TEXTS: readonly Program[] = [
  {
    names: "cat tac nl head tail more most type bat batcat glow mdcat mlr gc get-content strings base32 hexdump od rev",
    kind: "show",
  },
  { names: "[io.file]::readalltext [io.file]::readalllines [system.io.file]::readalltext", kind: "show" },
  { names: "[system.io.file]::readalllines", kind: "show" },
  { names: "fold fmt pr column paste convertfrom-json out-string select-object", kind: "show" },
  { names: "sort shuf", kind: "show", acts: /^-\w*o|^--output/, options: { output: "o --output", other: "kSTt" } },
  { names: "iconv base64", kind: "show", acts: /^-\w*o|^--output/ },
  { names: "uniq xxd", kind: "show", acts: (own) => operandsOf(own).length > 1 },
  { names: "less", kind: "show", acts: /^-\w*[oO]|^--log-file/i },
  { names: "bat batcat", acts: /^--pager/ },
  { names: "cut crudini xmllint xmlstarlet tomlq", kind: "part" },
  { names: "tr", kind: "part", readsNot: /^/ },
  { names: "crudini", acts: /^--(?:set|del|merge)/ },
  { names: "xmllint", acts: /^-\w*o|^--output/ },
  { names: "xmlstarlet", acts: /^-L$|^--inplace/ },
  { names: "tomlq yq", acts: /^-\w*i|^--(?:inplace|in-place)/ },
  { names: "dasel", acts: /^(?:put|delete)$/ },
  {
    names: "sed gsed",
    kind: "part",
    options: PATTERN,
    reads: 1,
    readsNot: /^-[A-Za-z]*i|^--in-place/,
    acts: editsWithSed,
    inPlace: /^-\w*i|^--in-?place/,
    empties: 1,
    spares: (own) => !sedLeavesNothing(own),
  },
  {
    names: "awk gawk mawk",
    kind: "part",
    options: PATTERN,
    reads: 1,
    wordsAreCode: true,
    acts: /^-\w*i|^--in|[>|]|system|getline/,
    inPlace: /^(?:inplace|--include=inplace|-iinplace)$/,
  },
  { names: "jq gojq jaq dasel", kind: "select", reads: (own) => selected(own, 0) },
  { names: "yq", kind: "select", reads: (own) => selected(own, 1) },
  { names: "grep egrep fgrep zgrep rg ag ack", kind: "search", reads: searched, readsNot: COUNTS },
  { names: "select-string findstr", kind: "search", reads: (own) => ({ files: own }), readsNot: COUNTS },
  { names: "rg", acts: /^--(?:pre|hostname-bin)(?:=|$)/ },
  { names: "ag ack", acts: /^--pager/ },
  { names: "echo print printf write-output write-host", kind: "echo" },
  { names: "seq expr basename dirname realpath readlink md5sum sha1sum sha256sum sha512sum shasum", kind: "derive" },
  { names: "md5 cksum envsubst gron yes figlet date", kind: "derive" },
  { names: "date", acts: /^-\w*s|^--set/ },
  { names: "vi vim nvim vimdiff gvimdiff nvimdiff ex ed view nano emacs join look expand sdiff", reads: "all" },
  {
    names: "vi vim nvim nvi ex ed",
    empties: /^(?![-+:%,\d])(.+)$/s,
    spares: (own) => !editorLeavesNothing(own),
    readsCommands: true,
  },
  {
    names: "perl ruby",
    inPlace: /^-\w{0,4}i/,
    empties: "all",
    spares: (own) => !codeLeavesNothing(own),
    options: { other: "eEIMm" },
  },
  { names: "source .", leavesFiles: true },
  { names: "uuencode gzip bzip2 xz zstd split csplit zcat zless m4 source .", reads: "all" },
  {
    names: "openssl",
    reads: "all",
    readsIf: /^(?:rsa|dsa|ec|pkey|pkcs8|pkcs12|enc|base64)$/,
    readsNot: /^-(?:pubout|pubin|noout)$/,
  },
  ...RESPELLERS,
  { names: "make", options: { input: "f --file --makefile" } },
  // Editors and `expect` run scripts that their arguments or the lines of their input hold.
  { names: "vi vim nvim nvi ex", runsWord: /^(?:\+?:?)!(.+)$/s },
  { names: "ed ex", runsLine: /^!/ },
  { names: "expect", runsLine: /^\s*(?:spawn|exec)\s/, runsWord: /(?:^|\n)\s*(?:spawn|exec)\s([^\n]+)/ },
];

/**
 * Whether sed writes files or runs programs: by `-i`, or by the commands `w` and `e`, which are also flags of the
 * command `s`.
 */
function editsWithSed(own: readonly string[]): boolean {
  return (
    own.some((word) => /^-\w*i|^--(?:inplace|in-place)/.test(word)) ||
    operandsOf(own).some((script) =>
      /(?:^|[;{}\s\d$/!])[wWe] \S|[^\w\s][gpiIm0-9]*(?:[wW] \S|[wW][\w.~][^\s/]*$|e\s*$)/m.test(script),
    )
  );
}

const DEEP = /^-[A-Za-z]*[rRu]|^--(?:hidden|no-ignore|unrestricted|(?:dereference-)?recursive)/;
const CHOOSES = /^--(?:ex|in)clude|^--(?:i?glob|type)\b|^-[gt]/;
const CHOSEN = "g --include --glob --iglob";

function searched(own: readonly string[]): Reading {
  const { operands, valuesOf } = parseOptions(own, `ABCm ${PATTERN.pattern} ${CHOSEN}`);
  const named = valuesOf(PATTERN.pattern).length > 0 ? operands : operands.slice(1);
  const files = [...named, ...valuesOf(CHOSEN)];
  if (!own.some((word) => DEEP.test(word)) || own.some((word) => CHOOSES.test(word))) return { files };
  return { files, folders: named.length > 0 ? named : ["."] };
}

/**
 * The files of `jq` or `yq`: the operands without the filter. If there are only `least` operands, none of them is a
 * filter.
 */
function selected(own: readonly string[], least: number): Reading {
  const operands = operandsOf(own, "poL --input-format --output-format --arg --argjson --slurpfile");
  // A filter of jq begins like `.key`, `[`, `{`, `(` or `|`.
  const at = operands.findIndex((word) => /^[.[{($|"]/.test(word));
  return { files: operands.length === least ? operands : operands.toSpliced(Math.max(0, at), 1) };
}
