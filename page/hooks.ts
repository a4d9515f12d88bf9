import { useEffect, useState } from "preact/hooks";

import { sentenceOf } from "./client.ts";

export interface Loaded<Value> {
  /** The value; absent until there is one: the one before stays until the next has come. */
  readonly value?: Value;
  /** The reason why there is no value, in a sentence. */
  readonly problem?: string;
}

/** The value of `load`, asked for again when one of the inputs changes. */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  inputs: readonly unknown[],
): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({});
  useEffect(() => {
    const stop = new AbortController();
    load(stop.signal).then(
      (value) => !stop.signal.aborted && setLoaded({ value }),
      (error: unknown) => !stop.signal.aborted && setLoaded({ problem: sentenceOf(error) }),
    );
    return () => stop.abort();
  }, inputs);
  return loaded;
}

/** Waits, so that nothing is asked for while the next key is on its way. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A choice that the browser remembers as long as the address has the same port; the first if nothing was chosen. */
export function useStored<Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
): [choice: Choice, choose: (choice: Choice) => void] {
  const [choice, choose] = useState<Choice>(
    () => choices.find((one) => one === localStorage.getItem(key)) ?? choices[0],
  );
  useEffect(() => localStorage.setItem(key, choice), [choice]);
  return [choice, choose];
}

/** The present moment in milliseconds, anew every half minute, so that "2 min ago" stays true. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
