import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { setAsideOf, setDamagedAside } from "../open/sound-shadow.ts";
import type { Place } from "../place.ts";

/** The recorded state, and the repairs of the shadow repository on the way. */
interface Recorded<Result> {
  readonly result: Result;
  /** The sentence that the whole repository was set aside, with everything that was recorded before. */
  readonly begunAnew?: string;
  /** The sentence that single objects were set aside. */
  readonly mended?: string;
}

/**
 * Records something by `work`. If objects of the present can neither be read nor stored anew, the whole repository is
 * set aside and a new one is begun.
 */
export async function inSoundShadow<Result>(
  io: Io,
  place: Place,
  work: () => Promise<Result>,
): Promise<Recorded<Result>> {
  const known = new Set(setAsideOf(place));
  try {
    const result = await work();
    const aside = setAsideOf(place).find((folder) => !known.has(folder));
    return aside === undefined ? { result } : { result, mended: sentenceOf(aside) };
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== "brokenObjects") throw error;
    const begunAnew = setDamagedAside(io, place, error.message);
    return { result: await work(), ...(begunAnew !== undefined && { begunAnew }) };
  }
}

function sentenceOf(aside: string): string {
  return (
    `snapveil: objects of the shadow repository were damaged, as after a power cut. They are kept at ${aside}; what the ` +
    "files still hold was stored anew. What is lost is named by: snapveil verify"
  );
}
