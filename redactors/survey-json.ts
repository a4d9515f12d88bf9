import type { Json } from "../kit/json.ts";
import { collectTexts } from "./collect-texts.ts";
import { finerLook } from "./finer-look.ts";
import type { Detector } from "./finding.ts";
import { firstLook } from "./first-look.ts";
import { coverMarkers } from "./marker.ts";

/** What a first look at a JSON value tells, before any rule is loaded. */
export interface Survey {
  /** Whether there is nothing to redact. */
  readonly clean: boolean;
  /** Of a list: the items in which there is nothing to redact. */
  readonly passed: ReadonlySet<Json>;
  /** Texts elsewhere that hold nothing, whatever they are called. A set of all such texts would cost as much as the look. */
  readonly plain: ReadonlySet<string>;
  /** Of these, those that only a finer look told: to remember them is cheaper than to take it again. */
  readonly closer: readonly string[];
  /** All texts that hold nothing. */
  plainTexts(): string[];
}

/** Looks at all that `redactJson` will look at, with the same options, and more. */
export function surveyJson(root: Json, { skip, thorough, plain: before }: { skip?: ReadonlySet<string>; thorough?: boolean; plain?: ReadonlySet<string> }, known: Detector | undefined): Survey {
  const { texts, names, parts } = collectTexts(root, skip, before);
  // As they are searched.
  const covered = (thorough ? [...texts, ...names.keys()] : texts).map((text) => coverMarkers(text));
  const first = firstLook(covered);
  const plain = finerLook(first);
  if (known !== undefined) covered.forEach((text, at) => (plain[at] = plain[at] === true && known.find(text).length === 0));
  const namesPlain = plain.slice(texts.length).every(Boolean);
  const closer = texts.filter((_, at) => plain[at] === true && first.clean[at] !== true);
  const plainTexts = (): string[] => texts.filter((_, at) => plain[at]);
  if (namesPlain && plain.every(Boolean) && !parts.some(({ telling }) => telling)) return { clean: true, passed: new Set(), plain: new Set(), closer, plainTexts };

  // Keys are names too, and which item they come from is not kept.
  const passed = new Set<Json>(Array.isArray(root) && namesPlain ? parts.flatMap(({ items }) => items) : []);
  const elsewhere: string[] = [...(before ?? [])];
  parts.forEach(({ items, from, telling }, at) => {
    const to = parts[at + 1]?.from ?? texts.length;
    const isClean = !telling && plain.slice(from, to).every(Boolean);
    if (isClean) return;
    if (items.length > 1) {
      for (let index = 0; index < items.length; index++) if (!plain[from + index]) passed.delete(items[index] as Json);
      return;
    }
    for (const item of items) passed.delete(item);
    for (let index = from; index < to; index++) if (plain[index]) elsewhere.push(texts[index] as string);
  });
  return { clean: false, passed, plain: new Set(elsewhere), closer, plainTexts };
}
