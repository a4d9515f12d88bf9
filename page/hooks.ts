import { useEffect, useState } from "preact/hooks";

import { sentenceOf } from "./client.ts";

export interface Loaded<Value> {
  /**
   * The value that was loaded last. It stays while the next value is loading; absent before the first value is loaded.
   */
  readonly value?: Value;
  /** The reason why the value could not be loaded, as a sentence. */
  readonly problem?: string;
}

/** Loads a value, and loads it again if one of the inputs changes. */
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

/** Resolves after a delay, so that nothing is loaded while the person presses further keys. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A choice that the browser stores for this origin. Without a stored choice it is `choices[0]`. */
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

/** The present time in milliseconds, updated every half minute for texts such as "2 min ago". */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
