type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] };
type Optional<T> = { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** The properties that have a value: an absent one and one that is `undefined` differ under `exactOptionalPropertyTypes`. */
export function defined<T extends object>(properties: T): Given<T> & Optional<T> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as Given<T> &
    Optional<T>;
}
