import { isPlaceholder } from "../judge/placeholder.ts";
import { addFinding, perScan, type Scan } from "../scan.ts";

const MAX_MANIFEST = 8192;

/** The end of the manifest that was read last. */
const lastManifest = perScan(() => ({ end: 0 }));

/** Finds every value under `data` and `stringData` in a manifest with `kind: Secret`, in YAML or JSON. */
export function findInManifest(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  if (!/^["'\s,}\\]|^$/.test(text.slice(end, end + 1))) return;
  const last = lastManifest(scan);
  if (start < last.end) return;
  const from = Math.max(last.end, manifestStart(text, start));
  last.end = manifestEnd(text, end);
  const manifest = text.slice(from, last.end);
  for (const block of manifest.matchAll(/^([ \t]*)(?:-[ ]+)?(?:data|stringData):[ \t]*\r?\n/gm)) {
    findInYaml(scan, from + block.index + block[0].length, (block[1] as string).length, from + manifest.length);
  }
  for (const block of manifest.matchAll(/\\?"(?:data|stringData)\\?"\s{0,8}:\s{0,8}\{([^{}]{0,6000})\}/g)) {
    const inside = from + block.index + block[0].indexOf("{") + 1;
    for (const pair of (block[1] as string).matchAll(/\\?"[^"\\\n]{1,128}\\?"\s{0,8}:\s{0,8}\\?"([^"\\\n]{1,4096})/g)) {
      const value = pair[1] as string;
      const at = inside + pair.index + pair[0].length - value.length;
      findInValue(scan, at, at + value.length);
    }
  }
}

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

/** Finds the values in lines that are indented deeper than `indent`: `key: value`, and lines behind a `|` or `>-`. */
function findInYaml(scan: Scan, from: number, indent: number, to: number): void {
  const { text } = scan;
  let at = from;
  while (at < to) {
    const newline = text.indexOf("\n", at);
    const end = newline === -1 || newline > to ? to : newline;
    const line = text.slice(at, end).replace(/\r$/, "");
    const depth = line.length - line.trimStart().length;
    if (line.trim() !== "" && depth <= indent) return;
    if (!line.trim().startsWith("#")) {
      const name = /^[ \t]*["']?[\w.-]+["']?:[ \t]*/.exec(line);
      const start = at + (name === null ? depth : name[0].length);
      const value = text.slice(start, at + line.length).trimEnd();
      if (!/^[|>][-+]?$/.test(value))
        findInValue(scan, start + (/^["']/.test(value) ? 1 : 0), start + value.replace(/["']$/, "").length);
    }
    at = end + 1;
  }
}

function findInValue(scan: Scan, start: number, end: number): void {
  const value = scan.text.slice(start, end);
  if (value.length >= 4 && !isPlaceholder(value) && !/^[{[*&!]/.test(value))
    addFinding(scan, "kubernetes-secret", start, end, "medium");
}
