import { opinionOn, type Reason, watchJudge } from "../redactors/doors/judge.ts";
import { redactText } from "../redactors/doors/redact.ts";

/** A value that stands under a name, and why it is a secret or is none. The value itself is not included. */
export interface ExplainedValue {
  readonly name: string;
  /** The number of characters. */
  readonly length: number;
  /** The rule of the judge that decided; `second opinion` where that overruled the rules. */
  readonly rule: string;
  readonly verdict: string;
  /** How likely the value is a secret by the second opinion, from 0 to 1. */
  readonly chance: number;
  /** The features that weigh most in the second opinion, as `bits a character 4.9 (usual 2.7): 14 times as likely`. */
  readonly features: readonly string[];
}

/** The most values that are told of one builtin, the least characters of a value, the most characters of a name. */
const [MOST, LEAST, LONGEST_NAME] = [40, 4, 60] as const;

/** Collects the values that the judge is asked about, until `end` is called. `take` returns those since the last call. */
export function collectValues(): { take: () => readonly ExplainedValue[]; end: () => void } {
  let values = new Map<string, ExplainedValue>();
  let isBusy = false;
  watchJudge((named, rule, verdict) => {
    const id = `${rule}\0${named.name}\0${named.value}`;
    if (isBusy || named.value.length < LEAST || values.size >= MOST || values.has(id)) return;
    isBusy = true; // to redact a name asks the judge, too
    const { chance, reasons } = opinionOn(named);
    const name = redactText(named.name, "plain").text.slice(0, LONGEST_NAME);
    const features = reasons.map(inWords);
    values.set(id, { name, length: named.value.length, rule, verdict, chance: Number(inFew(chance)), features });
    isBusy = false;
  });
  return {
    take() {
      const taken = [...values.values()];
      values = new Map();
      return taken;
    },
    end: () => watchJudge(undefined),
  };
}

function inWords({ feature, number, usual, times }: Reason): string {
  const change = times >= 1 ? `${inFew(times)} times as likely` : `${inFew(1 / times)} times less likely`;
  return `${feature} ${inFew(number)} (usual ${inFew(usual)}): ${change}`;
}

function inFew(number: number): string {
  return String(Math.round(number * 100) / 100);
}
