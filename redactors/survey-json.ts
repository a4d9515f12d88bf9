import type { Json } from "../kit/json.ts";
import { isLosslessNumber, restoreNumbers } from "../kit/lossless-json.ts";
import type { Detector } from "./finding.ts";
import { isBinaryPart } from "./is-binary-part.ts";
import { arePlainlyClean } from "./is-plainly-clean.ts";
import { judgeKey } from "./judge-key.ts";

/** What a first look at a JSON value tells, before any rule is loaded. */
export interface Survey {
  /** Whether there is nothing to redact. */
  readonly clean: boolean;
  /** Texts in it that hold nothing, whatever they are called. */
  readonly plain: readonly string[];
  /** Of a list: the items in which there is nothing to redact. */
  readonly passed: ReadonlySet<Json>;
  /** The plain texts that lie elsewhere: a set of all would cost as much as the look at them. */
  readonly plainElsewhere: ReadonlySet<string>;
}

/** What is looked at: every text, and everything that can be the name of one. */
interface Collected {
  readonly texts: string[];
  readonly names: Set<string>;
  /** Of a list: each item, how many texts there were before it, and whether something in it is called like a secret. */
  readonly items: { readonly item: Json; readonly from: number; readonly telling: boolean }[];
}

/** Looks at all that `redactJson` will look at, with the same options, and more. */
export function surveyJson(root: Json, { skip, thorough, plain: before }: { skip?: ReadonlySet<string>; thorough?: boolean; plain?: ReadonlySet<string> }, known: Detector | undefined): Survey {
  const { texts, names, items } = collectAll(root, skip, before);
  const plain = arePlainlyClean(thorough ? [...texts, ...names] : texts);
  if (known !== undefined) texts.forEach((text, at) => (plain[at] = plain[at] === true && known.find(text).length === 0));
  if (thorough && known !== undefined && [...names].some((name) => known.find(name).length > 0)) return { clean: false, plain: [], passed: new Set(), plainElsewhere: new Set() };
  const plainTexts = texts.filter((_, at) => plain[at]);
  const isClean = !items.some(({ telling }) => telling) && plain.every(Boolean);
  if (isClean) return { clean: true, plain: plainTexts, passed: new Set(), plainElsewhere: new Set() };
  // Keys are names too, and which item they come from is not kept.
  const namesPlain = plain.slice(texts.length).every(Boolean);
  const passed = new Set<Json>();
  const elsewhere: string[] = [...(before ?? [])];
  items.forEach(({ item, from, telling }, at) => {
    const to = items[at + 1]?.from ?? texts.length;
    if (Array.isArray(root) && namesPlain && !telling && plain.slice(from, to).every(Boolean)) passed.add(item);
    else for (let index = from; index < to; index++) if (plain[index]) elsewhere.push(texts[index] as string);
  });
  return { clean: false, plain: plainTexts, passed, plainElsewhere: new Set(elsewhere) };
}

function collectAll(root: Json, skip: ReadonlySet<string> | undefined, before: ReadonlySet<string> | undefined): Collected {
  const found: Collected = { texts: [], names: new Set(), items: [] };
  const judged = new Map<string, boolean>();
  const isTelling = (name: string): boolean => {
    let telling = judged.get(name);
    if (telling === undefined) judged.set(name, (telling = judgeKey(name) !== undefined));
    return telling;
  };
  // A list that holds texts itself is one item: what stands before a text can be its name.
  const items = Array.isArray(root) && root.every((item) => typeof item === "object") ? root : [root];
  for (const item of items) {
    if (item === null) continue;
    const from = found.texts.length;
    let telling = false;
    collect(item, { skip, before }, found.texts, (name) => {
      found.names.add(name);
      telling ||= isTelling(name);
    });
    found.items.push({ item, from, telling });
  }
  return found;
}

/** Every text, and everything that can be the name of one: keys, and texts that are. Keeps its own stack, as values can be deep. */
function collect(root: Json, { skip, before }: { skip: ReadonlySet<string> | undefined; before: ReadonlySet<string> | undefined }, texts: string[], name: (name: string) => void): void {
  const rest: Json[] = [root];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (typeof value === "string" && before?.has(value)) continue;
    else if (typeof value === "string") texts.push(isLosslessNumber(value) ? restoreNumbers(JSON.stringify(value)) : value);
    else if (typeof value === "number") texts.push(String(value));
    else if (Array.isArray(value)) {
      for (const item of value) if (item !== null) rest.push(item);
      for (const item of value) if (typeof item === "string" && item.startsWith("-")) name(item);
    } else if (typeof value === "object" && value !== null) {
      for (const key of Object.keys(value)) {
        name(key);
        const child = value[key] as Json;
        if (skip?.has(key) === true || (typeof child === "string" && isBinaryPart(child, value))) continue;
        rest.push(child);
      }
      for (const other of [value["name"], value["Name"], value["key"], value["Key"]]) if (typeof other === "string") name(other);
    }
  }
}
