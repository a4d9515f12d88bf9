type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] };
type Optional<T> = { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** An object without its `undefined` properties, which `exactOptionalPropertyTypes` does not take for absent ones. */
export function defined<T extends object>(properties: T): Given<T> & Optional<T> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as Given<T> &
    Optional<T>;
}
