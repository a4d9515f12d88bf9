import type { Weigh } from "./finding.ts";

/** A text holds something that has to be weighed, and what weighs it is not loaded yet. */
class WeighNeeded extends Error {
  override readonly name = "WeighNeeded";
}

/** Does work that may have to weigh what it finds; where it has to, that is loaded and the work begins anew. */
export function withWeighing(
  load: (() => Promise<Weigh>) | undefined,
): <T>(work: (by: { readonly weigh?: Weigh }) => Promise<T>) => Promise<T> {
  if (load === undefined) return (work) => work({});
  let loaded: Weigh | undefined;
  const weigh: Weigh = (...about) => {
    if (loaded === undefined) throw new WeighNeeded();
    return loaded(...about);
  };
  return async (work) => {
    try {
      return await work({ weigh });
    } catch (error) {
      if (!(error instanceof WeighNeeded)) throw error;
      loaded = await load();
      return work({ weigh });
    }
  };
}
