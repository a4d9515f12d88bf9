type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] };
type Optional<T> = { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/**
 * Copies an object without its `undefined` properties: under `exactOptionalPropertyTypes` a property that is
 * `undefined` is not the same as an absent one.
 */
export function defined<T extends object>(properties: T): Given<T> & Optional<T> {
  // A loop takes a fifth of the time of `Object.fromEntries`, and long lists call this for each of their files.
  const given = properties as Readonly<Record<string, unknown>>;
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(given)) if (given[key] !== undefined) kept[key] = given[key];
  return kept as Given<T> & Optional<T>;
}
