/** All maps of `remembered`, for `forgetRemembered`. */
const MAPS: Map<unknown, unknown>[] = [];

/**
 * A map for answers that are costly to find again. It holds at most `most` entries: then it begins anew. A process that
 * answers many events clears it when nobody asks, since a key can be a text of an event.
 */
export function remembered<Key, Value>(most: number): Map<Key, Value> {
  const map = new Bounded<Key, Value>(most);
  MAPS.push(map as Map<unknown, unknown>);
  return map;
}

export function forgetRemembered(): void {
  for (const map of MAPS) map.clear();
}

class Bounded<Key, Value> extends Map<Key, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.#most && !this.has(key)) this.clear();
    return super.set(key, value);
  }
}
