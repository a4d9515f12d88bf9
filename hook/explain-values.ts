import { opinionOn, type Reason, ruleWithin, watchDetector } from "../redactors/doors/judge.ts";
import { redactText } from "../redactors/doors/redact.ts";

/** A value that stands under a name, and why it is a secret or is none. The value itself is not included. */
export interface ExplainedValue {
  readonly name: string;
  /** The secret that the name promises: `password`, `api-key`; and how much it promises. */
  readonly promises: string;
  /** How the text joins the name and the value: the way, and the row of its table. */
  readonly way: string;
  /** The number of characters. */
  readonly length: number;
  /** The rule of the judge that decided; `second opinion` where that overruled the rules. */
  readonly rule: string;
  /** The rule of a later list to which `rule` left the verdict; empty if there is none. */
  readonly within: string;
  readonly verdict: string;
  /** How likely the value is a secret by the second opinion, from 0 to 1. */
  readonly chance: number;
  /** The features that weigh most in the second opinion, as `bits a character 4.9 (usual 2.7): 14 times as likely`. */
  readonly features: readonly string[];
}

/** The most values that are told of one builtin, the least characters of a value, the most characters of a name. */
const [MOST, LEAST, LONGEST_NAME] = [40, 4, 60] as const;

/** A secret that a row of words found: the words, the rule, the number of characters. */
export interface FoundBeside {
  readonly words: string;
  readonly rule: string;
  readonly length: number;
}

/** A value as the judge saw it. */
interface Seen {
  readonly named: Parameters<typeof opinionOn>[0];
  readonly rule: string;
  readonly verdict: string;
  readonly way: string;
}

/**
 * Collects the values that the judge is asked about, until `end` is called. `take` returns those since the last call.
 * Nothing is worked out while a search runs, since to redact a name would start another search within it.
 */
export function collectValues(): {
  take: () => {
    readonly values: readonly ExplainedValue[];
    readonly rows: readonly FoundBeside[];
    /** Whether a word, a prefix or an address that announces a secret was met, or a value under a name. */
    readonly isAnnounced: boolean;
  };
  end: () => void;
} {
  let seen = new Map<string, Seen>();
  let rows: FoundBeside[] = [];
  let isAnnounced = false;
  watchDetector({
    announced() {
      isAnnounced = true;
    },
    judged(named, rule, verdict, way) {
      isAnnounced = true;
      if (named.value.length >= LEAST && seen.size < MOST)
        seen.set(`${rule}\0${named.name}\0${named.value}`, { named, rule, verdict, way });
    },
    foundBeside(words, rule, length) {
      if (rows.length < MOST) rows.push({ words, rule, length });
    },
  });
  return {
    take() {
      const taken = [...seen.values()];
      const found = { values: taken.map(explainValue), rows, isAnnounced };
      seen = new Map(); // names were judged meanwhile
      rows = [];
      isAnnounced = false;
      return found;
    },
    end: () => watchDetector(undefined),
  };
}

function explainValue({ named, rule, verdict, way }: Seen): ExplainedValue {
  const { chance, reasons } = opinionOn(named);
  const name = redactText(named.name, "plain").text.slice(0, LONGEST_NAME);
  return {
    name,
    promises: named.promised.strength === "hint" ? `${named.promised.kind}, weakly` : named.promised.kind,
    way,
    length: named.value.length,
    rule,
    within: ruleWithin(rule, named),
    verdict,
    chance: Number(inFew(chance)),
    features: reasons.map(inWords),
  };
}

function inWords({ feature, number, usual, times }: Reason): string {
  const change = times >= 1 ? `${inFew(times)} times as likely` : `${inFew(1 / times)} times less likely`;
  return `${feature} ${inFew(number)} (usual ${inFew(usual)}): ${change}`;
}

function inFew(number: number): string {
  return String(Math.round(number * 100) / 100);
}
