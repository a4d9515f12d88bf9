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
  readonly plain: ReadonlySet<string>;
}

/** Looks at all that `redactJson` will look at, with the same options, and more. */
export function surveyJson(root: Json, { skip, thorough, plain: before }: { skip?: ReadonlySet<string>; thorough?: boolean; plain?: ReadonlySet<string> }, known: Detector | undefined): Survey {
  const texts: string[] = [];
  const names = new Set<string>();
  collect(root, { skip, before }, texts, names);
  const telling = [...names].some((name) => judgeKey(name) !== undefined);
  const plain = arePlainlyClean(thorough ? [...texts, ...names] : texts);
  if (known !== undefined) texts.forEach((text, at) => (plain[at] = plain[at] === true && known.find(text).length === 0));
  if (thorough && known !== undefined && [...names].some((name) => known.find(name).length > 0)) return { clean: false, plain: new Set() };
  if (!telling && plain.every(Boolean)) return { clean: true, plain: new Set(before && texts) };
  return { clean: false, plain: new Set([...(before ?? []), ...texts.filter((_, at) => plain[at])]) };
}

/** Every text, and everything that can be the name of one: keys, and texts that are. Keeps its own stack, as values can be deep. */
function collect(root: Json, { skip, before }: { skip: ReadonlySet<string> | undefined; before: ReadonlySet<string> | undefined }, texts: string[], names: Set<string>): void {
  const rest: Json[] = [root];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (typeof value === "string" && before?.has(value)) continue;
    else if (typeof value === "string") texts.push(isLosslessNumber(value) ? restoreNumbers(JSON.stringify(value)) : value);
    else if (typeof value === "number") texts.push(String(value));
    else if (Array.isArray(value)) {
      for (const item of value) if (item !== null) rest.push(item);
      for (const item of value) if (typeof item === "string" && item.startsWith("-")) names.add(item);
    } else if (typeof value === "object" && value !== null) {
      for (const key of Object.keys(value)) {
        names.add(key);
        const child = value[key] as Json;
        if (skip?.has(key) === true || (typeof child === "string" && isBinaryPart(child, value))) continue;
        rest.push(child);
      }
      for (const name of [value["name"], value["Name"], value["key"], value["Key"]]) if (typeof name === "string") names.add(name);
    }
  }
}
