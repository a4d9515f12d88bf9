type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] };
type Optional<T> = { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/**
 * Copies an object without its `undefined` properties: under `exactOptionalPropertyTypes` a property that is
 * `undefined` is not the same as an absent one.
 */
export function defined<T extends object>(properties: T): Given<T> & Optional<T> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as Given<T> &
    Optional<T>;
}
