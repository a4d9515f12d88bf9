import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { setAsideOf, setDamagedAside } from "../open/sound-shadow.ts";
import type { Place } from "../place.ts";

/** The result of a recording, and sentences about repairs of the shadow repository that it needed. */
interface Recorded<Result> {
  readonly result: Result;
  /** The sentence that the whole repository, with everything recorded before, was set aside; absent if it was not. */
  readonly begunAnew?: string;
  /** The sentence that single damaged objects were set aside; absent if none was. */
  readonly mended?: string;
}

/**
 * Runs `work`, which records a state. If objects of that state can neither be read nor stored anew, sets the whole
 * shadow repository aside and runs `work` again with a new one.
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
    `snapveil: objects of the shadow repository were damaged, as after a power cut. They are kept at ${aside}; ` +
    "what the files still hold was stored anew. What is lost is named by: snapveil verify"
  );
}
