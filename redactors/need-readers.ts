import type { Readers } from "./readers/all-readers.ts";

let loaded: Readers | undefined;

/** A text holds what only the readers can judge, and they are not loaded yet. */
class ReadersNeeded extends Error {
  override readonly name = "ReadersNeeded";
}

/** @throws ReadersNeeded before they are loaded */
export function readers(): Readers {
  if (loaded === undefined) throw new ReadersNeeded();
  return loaded;
}

/** From here on they are there. */
export function provideReaders(all: Readers): void {
  loaded = all;
}

/**
 * Does synchronous work that may need the readers; where it does, they are loaded and the work begins anew. They are
 * more than half of the detector's code, and many texts hold nothing for them: a hook saves a quarter of its time.
 */
export async function withReaders<T>(work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ReadersNeeded)) throw error;
    provideReaders((await import("./readers/all-readers.ts")).allReaders);
    return work();
  }
}
