import { pattern } from "../../kit/word-pattern.ts";
import { isRandom } from "../judge/is-random.ts";
import { isPlaceholder } from "../judge/placeholder.ts";
import { addFinding, perScan, type Scan } from "../scan.ts";
import { isSeedWord, MIN_WORDS } from "./find-phrases.ts";

/** Characters behind the name in which the words are looked for. */
const MOST_OF_SEED = 640;

/** A word, and the text up to the next: ends of lines may be escaped. */
const PIECE = /([A-Za-z]+)((?:\\{1,4}[nrt]|[^A-Za-z\\]){0,24})/g;

/** The end of the last list of seed words. */
const lastSeed = perScan(() => ({ end: 0 }));

/**
 * `seed phrase`, `mnemonic`: the words of a wallet's seed in a list: numbered, in lines, behind commas, as JSON has
 * them.
 */
export function findSeedList(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const last = lastSeed(scan);
  if (start < last.end) return;
  let words: [from: number, to: number][] = [];
  let between = "";
  for (const { 1: word = "", 2: rest = "", index } of text.slice(end, end + MOST_OF_SEED).matchAll(PIECE)) {
    const isWord = word.length >= 3 && isSeedWord(word.toLowerCase());
    if (isWord) words.push([end + index, end + index + word.length]);
    // In a list the same stands between any two, but for the numbers.
    const separator = rest.replace(/\d+/, "0");
    const goesOn = isWord && (words.length === 1 || separator === between);
    between = separator;
    if (goesOn) continue;
    if (words.length >= MIN_WORDS) break;
    words = [];
  }
  const isList = words.length >= MIN_WORDS;
  // another name may stand closer to a list that was cut off here
  last.end = isList ? words.at(-1)![1] : end + MOST_OF_SEED / 2;
  // The list itself, from which seeds are drawn.
  if (!isList || words.every(([from, to], i) => i === 0 || text.slice(...words[i - 1]!) < text.slice(from, to))) return;
  // In quotes each word is a text of its own.
  const spans = /["'`]/.test(text.slice(words[0]![0], last.end)) ? words : [[words[0]![0], last.end] as const];
  for (const [from, to] of spans) addFinding(scan, "seed-phrase", from, to, words.length % 3 === 0 ? "high" : "medium");
}

/** Characters behind the name in which the codes are looked for. */
const MOST_OF_CODES = 480;

/** A code with the signs before it: groups of letters and digits, or digits alone. */
const CODE = pattern("iy")`
    (?:\\{1,4}[nrt]|[\s,;:|"'\x60()[\]{}*•#.-]){1,12}(?:\d{1,2}[.):]\s{1,4})?((?:[a-z0-9]{4,8}-){1,
    4}[a-z0-9]{4,8}|\d{6,12}|[a-f0-9]{8,16})(?![\w-])
  `;

/** The end of the last list of codes, of keys or of rows of a hash. */
export const lastCodes = perScan(() => ({ end: 0 }));

/** `recovery codes:`, `backup codes:`: each of them stands for a second factor. */
export function findRecoveryCodes(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const last = lastCodes(scan);
  if (start < last.end) return;
  const head = /^s?(?: are| is)?["'`*]{0,3}(?=[ \t]{0,3}[:=\r\n\\])/i.exec(text.slice(end, end + 16));
  if (head === null) return;
  const limit = end + MOST_OF_CODES;
  CODE.lastIndex = end + head[0].length;
  last.end = CODE.lastIndex;
  for (let match = CODE.exec(text); match !== null && CODE.lastIndex <= limit; match = CODE.exec(text)) {
    const code = match[1] as string;
    last.end = CODE.lastIndex;
    if (!/[0-9]/.test(code)) break;
    addFinding(scan, "recovery-code", CODE.lastIndex - code.length, CODE.lastIndex, "medium");
  }
}

const MOST_OF_USERS = 4096;
/** Cloud-init's list of users under `chpasswd:`, and the lines of `chap-secrets` below its heading. */
const LIST = /^[ \t]{0,4}\r?\n(?:[ \t]+expire:[^\n]*\n)?[ \t]+(?:list|users): ?\|?[ \t]*\r?\n/;
const OF_LIST = /^([ \t]+(?:- )?["']?[a-z_][\w.-]{0,31}:)((?!RANDOM\b|R\b)[^\s"']{4,128})["']?[ \t]*\r?$/;
const OF_CHAP = pattern()`
    ^(["']?[\w.*@\\-]{1,64}["']?[ \t]{1,32}["']?[\w.*-]{1,64}["']?[ \t]{1,32}["']?)([^\s"'#*]{4,128})
    (?:["']?[ \t]|["']?$)
  `;

/** Lines of users and their passwords, below a line that announces them. */
export function findInUserLines(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const isList = text[end - 1] === ":";
  const head = isList
    ? LIST.exec(text.slice(end, end + 160))?.[0]
    : /^[^\n]{0,80}\n/.exec(text.slice(end, end + 90))?.[0];
  if (head === undefined || (!isList && !/(?:^|\n)#[ \t]*$/.test(text.slice(Math.max(0, start - 24), start)))) return;
  let at = end + head.length;
  for (const line of text.slice(at, at + MOST_OF_USERS).split("\n")) {
    const match = (isList ? OF_LIST : OF_CHAP).exec(line);
    const [, before = "", value = ""] = match ?? [];
    if (match === null && line.trim() !== "" && !line.startsWith("#")) return;
    if (match !== null && !isPlaceholder(value))
      addFinding(scan, "password", at + before.length, at + before.length + value.length, "medium", "user-line");
    at += line.length + 1;
  }
}

/** Characters behind the words in which their keys are looked for. */
const MOST_OF_KEYS = 1600;

interface KeyList {
  /** The words that call it, in lower case. */
  readonly words: readonly string[];
  readonly kind: string;
  /** Must match right behind the words. */
  readonly behind?: RegExp;
  /** Must match somewhere behind them. */
  readonly also?: RegExp;
  /** Each key stands alone: an id or a digest has a name of its own. */
  readonly alone?: boolean;
  /** A key with nothing of its alphabet on either side. */
  readonly key: RegExp;
}

/** The 64 bytes of a storage account's or a database's key, in base64. */
const KEY_64 = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{86}==(?![A-Za-z0-9+/=])/g;

/** A share of Vault's key, in base64 or in hex digits. */
const SHARE = pattern("g")`
    (?<![A-Za-z0-9+/=_-])(?:[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{44}(?:[A-Za-z0-9+/]{0,4})(?:==?)?|
    [0-9a-f]{64}(?:[0-9a-f]{2,4})?)(?![A-Za-z0-9+/=])
  `;

/** Lists that tools print of keys which have no sign of their own. */
const LISTS: readonly KeyList[] = [
  {
    words: ["keyname", "keys list", "key list", "full  ", "key1", "key2", "keys renew"],
    kind: "azure-storage-key",
    key: KEY_64,
  },
  {
    words: ["primarykey", "secondarykey", "masterkey"],
    kind: "azure-shared-key",
    behind: /^["'\\]{0,4}\s{0,8}[:=]/,
    key: /(?<![A-Za-z0-9+/=_-])(?:[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==|[A-Za-z0-9]{52})(?![A-Za-z0-9+/=])/g,
  },
  {
    words: ["unseal key", "recovery key", "unseal_keys", "recovery_keys", '"keys"', "keys_base64"],
    kind: "vault-unseal-key",
    alone: true,
    behind: /^(?: ?\d| \(|s?(?:_b64|_hex|_base64)?["'\\]{0,4}\s{0,4}[:=])/,
    key: SHARE,
  },
  { words: ["key 1:"], kind: "vault-unseal-key", also: /root token:/i, key: SHARE },
];

/**
 * A table, a list or lines of keys under a word for them: those of `az storage account keys list`, of `vault operator
 * init`.
 */
export function findInKeyList(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const codes = lastCodes(scan);
  if (start < codes.end) return;
  const word = text.slice(start, end).toLowerCase();
  const list = LISTS.find(({ words }) => words.includes(word));
  if (list === undefined || list.behind?.test(text.slice(end, end + 24)) === false) return;
  if (list.also?.test(text.slice(end, end + MOST_OF_KEYS)) === false) return;
  let last = end;
  for (const match of text.slice(end, end + MOST_OF_KEYS).matchAll(list.key)) {
    const from = end + match.index;
    // A key stands near its word, or near the one before.
    if (from - last > NEAR) break;
    const isNamed = list.alone && FIELD.test(text.slice(last, from));
    last = from + match[0].length;
    if (!isNamed && isRandom(match[0]) && /[a-z]/.test(match[0]) && /\d/.test(match[0]))
      addFinding(scan, list.kind, from, last, "medium");
  }
  codes.end = Math.max(codes.end, last - 1);
}

const NEAR = 480;
const FIELD = /"\w+"\s{0,4}:\s{0,4}"$/;
