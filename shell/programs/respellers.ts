import { anyOf } from "../../kit/word-pattern.ts";
import { operandsOf } from "../parse-options.ts";
import type { Program } from "../program.ts";

/** Options for bytes in another base than 16, and for numbers of more than one byte. */
const OTHER_BASE = /^-[A-Za-z]*[bdoiefDOI]|^-t?[bdofu]\d?/;
/** A class of letters or digits, as `tr` replaces it by another one. */
const LETTERS = /[A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9]{4}|:alnum:|:alpha:|:digit:/;

/** A range of `cut` that leaves out the first characters, and with these the names of the values. */
const BEHIND_NAMES = /^(?:-[cb]|--(?:characters|bytes)=)(?:[2-9]|[1-9]\d+)/;
/** Functions of code that respell a text. */
const RESPELLS_IN_CODE = anyOf(String.raw`
  [ab]85encode b32encode \b(?:zlib|gzip|bz2|lzma)\.(?:compress|deflate|gzip|brotli) rot[_-]?13 maketrans \bord\( charCodeAt codePointAt
  createCipher \bFernet\b \bpack\(?\s?["']u convert_uuencode \bgz(?:compress|deflate|encode) \btr/
`);
/** Functions of code that encode a text in a way that a search for secrets reads, once. */
const ENCODES_IN_CODE =
  /b64encode|\bbtoa\b|["']base64["']|base64_encode|hexlify|\.hex\(\)|["']hex["']|\[::-1\]|\breverse|strrev/g;

/** Programs that print a text in other letters. */
export const RESPELLERS: readonly Program[] = [
  { names: "base64 xxd od hexdump hd rev fold", encodes: () => true },
  {
    names: "openssl",
    encodes: ([verb, ...own]) => verb === "base64" || (verb === "enc" && /-(?:base64|a)\b/.test(own.join(" "))),
  },
  { names: "python python2 python3 node deno bun ruby perl php", respells: (own) => own.some(respellsInCode) },
  {
    names: "cut",
    respells: (own) => own.some((word, at) => BEHIND_NAMES.test(word + (/^-[cb]$/.test(word) ? own[at + 1] : ""))),
  },
  { names: "base32 basenc uuencode", respells: () => true },
  { names: "gzip bzip2 xz zstd brotli compress", respells: (own) => compressesInput(own) },
  { names: "xxd", respells: /^-[a-z]*[bi]/ },
  {
    names: "od hexdump hd",
    // Without the column of offsets (`-An`), a dump of several lines is none that a search for secrets reads again.
    respells: (own) => own.some((word) => /^-An?$/.test(word) || (OTHER_BASE.test(word) && !/^-t?x|^-C/.test(word))),
  },
  { names: "fold", respells: (own) => /(?:^| )(?:-w ?|--width[= ]|-)([2-9]|1\d)(?: |$)/.test(own.join(" ")) },
  { names: "tr", respells: (own) => operandsOf(own).length === 2 && operandsOf(own).every((one) => LETTERS.test(one)) },
  {
    names: "sed gsed",
    respells: (own) => own.some((word) => /(?:^|[;{}\s])(?:y([/|,#:])|s([/|,#:])\^?\.\2(?!& ))/.test(word)),
  },
  {
    names: "openssl",
    respells: (own) => own[0] === "enc" && own.some((word) => /^-(?:aes|des|camellia|chacha|aria)/.test(word)),
  },
  { names: "jq gojq jaq", respells: /@base32|explode|reverse|\/ ?""|split\(""\)/ },
];

/** Whether a compressor prints, since it reads its input or is told to print. */
function compressesInput(own: readonly string[]): boolean {
  return (
    !own.some((word) => /^-[A-Za-z]*d|^--decompress/.test(word)) &&
    (operandsOf(own).length === 0 || own.some((word) => /^-[A-Za-z]*c|^--stdout/.test(word)))
  );
}

/** Whether code respells a text, by one function or by two that encode. */
function respellsInCode(code: string): boolean {
  return RESPELLS_IN_CODE.test(code) || new Set(code.match(ENCODES_IN_CODE)).size > 1;
}
