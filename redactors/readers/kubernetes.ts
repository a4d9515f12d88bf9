import { isPublicFormat } from "../judge/known-formats.ts";
import { isEncodedPlaceholder, isPlaceholder } from "../judge/placeholder.ts";
import { addByForm, perScan, type Scan } from "../scan.ts";

const MAX_MANIFEST = 8192;

/** The end of the manifest that was read last. */
const lastManifest = perScan(() => ({ end: 0 }));

/** Finds the secrets under `data` and `stringData` in a manifest with `kind: Secret`, in YAML or JSON. */
export function findInManifest(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  if (!/^["'\s,}\\]|^$/.test(text.slice(end, end + 1))) return;
  const last = lastManifest(scan);
  if (start < last.end) return;
  const from = Math.max(last.end, manifestStart(text, start));
  last.end = manifestEnd(text, end);
  const manifest = text.slice(from, last.end);
  for (const block of manifest.matchAll(/^([ \t]*)(?:-[ ]+)?(?:data|stringData):[ \t]*\r?\n/gm))
    findInYaml(scan, from + block.index + block[0].length, (block[1] as string).length, from + manifest.length);
  for (const block of manifest.matchAll(/\\?"(?:data|stringData)\\?"\s{0,8}:\s{0,8}\{([^{}]{0,6000})\}/g)) {
    const inside = from + block.index + block[0].indexOf("{") + 1;
    for (const pair of (block[1] as string).matchAll(FIELD)) {
      const [all, name, value] = pair as unknown as [string, string, string];
      const at = inside + pair.index + all.length - value.length;
      if (isSecret(name, value)) addSecret(scan, at, at + value.length);
    }
  }
}

const FIELD = /\\?"([^"\\\n]{1,128})\\?"\s{0,8}:\s{0,8}\\?"([^"\\\n]{1,4096})/g;

function manifestStart(text: string, at: number): number {
  const floor = Math.max(0, at - MAX_MANIFEST);
  const before = text.slice(floor, at);
  const divider = before.lastIndexOf("\n---");
  return divider === -1 ? floor : floor + divider + 4;
}

function manifestEnd(text: string, at: number): number {
  const after = text.slice(at, at + MAX_MANIFEST);
  const divider = after.indexOf("\n---");
  return at + (divider === -1 ? after.length : divider);
}

/** An entry of a Secret in YAML: `name: value`, or the lines of a block behind `name: |`. */
interface Entry {
  readonly name: string;
  /** The column of the name. */
  readonly depth: number;
  /** Whether the value begins on the next line. */
  readonly isBlock: boolean;
  /** `[start, end)` of the value, or of each line of a block. */
  readonly lines: (readonly [start: number, end: number])[];
}

/** Finds the secrets in the entries on the lines from `from` on that are indented deeper than `indent`. */
function findInYaml(scan: Scan, from: number, indent: number, to: number): void {
  for (const { name, isBlock, lines } of entriesOf(scan.text, from, indent, to)) {
    const words = lines.map((line) => scan.text.slice(...line));
    // The lines of a block are one value. Those with more than one word are a document, which other readers read.
    if (isBlock && !words.every((word) => /^[\w+/=.~!@#$%^&*-]+$/.test(word))) continue;
    if (isSecret(name, words.join(""))) for (const line of lines) addSecret(scan, ...line);
  }
}

function entriesOf(text: string, from: number, indent: number, to: number): readonly Entry[] {
  const entries: Entry[] = [];
  for (let at = from; at < to; ) {
    const newline = text.indexOf("\n", at);
    const end = newline === -1 || newline > to ? to : newline;
    const line = text.slice(at, end).trimEnd();
    const depth = line.length - line.trimStart().length;
    if (line.trim() !== "" && depth <= indent) break;
    const block = entries.at(-1);
    const entry = ENTRY.exec(line);
    if (block?.isBlock === true && depth > block.depth) block.lines.push([at + depth, at + line.length]);
    else if (entry !== null) entries.push(entryAt(at, depth, entry, line));
    at = end + 1;
  }
  return entries;
}

/** A name and its colon, and behind these the value in quotes, or up to a comment. */
const ENTRY = /^[ \t]*["']?([\w.-]+)["']?:(?:[ \t]+|$)(?:"([^"]*)"|'([^']*)'|((?:[^ \t]|[ \t]+(?!#|[ \t]|$))*))/d;

function entryAt(at: number, depth: number, { 1: name = "", indices }: RegExpExecArray, line: string): Entry {
  const [start, end] = (indices![2] ?? indices![3] ?? indices![4]) as [number, number];
  const isBlock = /^(?:[|>][-+\d]*)?$/.test(line.slice(start, end));
  return { name, depth, isBlock, lines: isBlock ? [] : [[at + start, at + end]] };
}

/** Names of entries beside a secret that are none: a user, a certificate, the place of a database. */
const NO_SECRET =
  /(?:^|[._-])(?:user(?:name)?|login|host(?:name)?|port|db-?name|database|endpoint|region|zone|ca|crt|cert|certificate|type)$/i;

/** The state of a switch, which many charts keep beside the secrets; also in Base64. */
const SWITCH = /^(?:true|false|null|none|[a-z]{2}abled|dHJ1ZQ==|ZmFsc2U=)$/i;

/** Whether an entry is a secret: neither a name nor a certificate, nor filled in by a template. */
function isSecret(name: string, value: string): boolean {
  return (
    value.length >= 4 &&
    !NO_SECRET.test(name) &&
    !isPlaceholder(value) &&
    !isEncodedPlaceholder(value) &&
    !SWITCH.test(value) &&
    !isPublicFormat(value) &&
    !/^[{[*&!]|\{\{/.test(value)
  );
}

function addSecret(scan: Scan, start: number, end: number): void {
  addByForm(scan, "kubernetes-secret", start, end, "medium");
}
