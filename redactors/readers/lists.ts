import { pattern } from "../../kit/word-pattern.ts";
import { isRandom } from "../judge/is-random.ts";
import { isPlaceholder } from "../judge/placeholder.ts";
import { addFinding, perScan, type Scan } from "../scan.ts";

/** The end of the list that was read last. */
const lastList = perScan(() => ({ end: 0 }));

/** The most characters behind a list's words in which its keys are looked for. */
const MOST_OF_KEYS = 1600;

interface KeyList {
  /** The anchors that announce the list, in lower case. */
  readonly words: readonly string[];
  readonly kind: string;
  /** A pattern that must match right behind the words. */
  readonly behind?: RegExp;
  /** A pattern that must match somewhere behind the words. */
  readonly also?: RegExp;
  /** Whether a key in the list has no field name. A value that has a field name is then an id or a digest. */
  readonly alone?: boolean;
  /** Matches a key, with no further character of its alphabet on either side. */
  readonly key: RegExp;
}

/** The key of an Azure storage account or database: 64 bytes in base64. */
const KEY_64 = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{86}==(?![A-Za-z0-9+/=])/g;

/** A share of Vault's key, in base64 or in hex digits. */
const SHARE = pattern("g")`
    (?<![A-Za-z0-9+/=_-])(?:[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{44}(?:[A-Za-z0-9+/]{0,4})(?:==?)?|
    [0-9a-f]{64}(?:[0-9a-f]{2,4})?)(?![A-Za-z0-9+/=])
  `;

/** Lists of keys without a prefix, as tools print them. */
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
 * Finds the keys in a table, a list or lines below the words that announce keys, as `az storage account keys list` and
 * `vault operator init` print them.
 */
export function findInKeyList(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const lists = lastList(scan);
  if (start < lists.end) return;
  const word = text.slice(start, end).toLowerCase();
  const list = LISTS.find(({ words }) => words.includes(word));
  if (list === undefined || list.behind?.test(text.slice(end, end + 24)) === false) return;
  if (list.also?.test(text.slice(end, end + MOST_OF_KEYS)) === false) return;
  let last = end;
  for (const match of text.slice(end, end + MOST_OF_KEYS).matchAll(list.key)) {
    const from = end + match.index;
    // A key that is far from the words and from the key before it is no part of the list.
    if (from - last > NEAR) break;
    const isNamed = list.alone && FIELD.test(text.slice(last, from));
    last = from + match[0].length;
    if (!isNamed && isRandom(match[0]) && /[a-z]/.test(match[0]) && /\d/.test(match[0]))
      addFinding(scan, list.kind, from, last, "medium");
  }
  lists.end = Math.max(lists.end, last - 1);
}

const NEAR = 480;
const FIELD = /"\w+"\s{0,4}:\s{0,4}"$/;

const MOST_OF_USERS = 4096;
/** The head of cloud-init's list of users below `chpasswd:`. `USER` matches one of the list's lines. */
const USERS = /^[ \t]{0,4}\r?\n(?:[ \t]+expire:[^\n]*\n)?[ \t]+(?:list|users): ?\|?[ \t]*\r?\n/;
const USER = /^([ \t]+(?:- )?["']?[a-z_][\w.-]{0,31}:)((?!RANDOM\b|R\b)[^\s"']{4,128})["']?[ \t]*\r?$/;

/** Finds the passwords in cloud-init's lines of users below `chpasswd:`. */
export function findInUserList(scan: Scan, _start: number, end: number): void {
  const { text } = scan;
  const head = USERS.exec(text.slice(end, end + 160))?.[0];
  if (head === undefined) return;
  let at = end + head.length;
  for (const line of text.slice(at, at + MOST_OF_USERS).split("\n")) {
    const [, before = "", value = ""] = USER.exec(line) ?? [];
    if (value === "") return;
    const start = at + before.length;
    if (!isPlaceholder(value)) addFinding(scan, "password", start, start + value.length, "medium", "user-line");
    at += line.length + 1;
  }
}
