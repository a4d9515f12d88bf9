import type { Io } from "../../../kit/io.ts";
import { pinIn, type PinOptions, type PinResult } from "../../record/pin.ts";
import { partsBeside } from "./other-parts.ts";
import { whereKnown } from "./which-repository.ts";

/**
 * Pins a checkpoint, or takes the pin away, in every repository that holds a part of it, so that prune forgets none of
 * the parts. The result is that of the named part.
 * @throws UserError `unknownCheckpoint` also for an undo or redo that is no checkpoint
 */
export async function pin(io: Io, folder: string, options: PinOptions): Promise<PinResult> {
  const { place } = whereKnown(io, folder, options.checkpoint);
  const parts = await partsBeside(io, place, options.checkpoint);
  const result = await pinIn(io, place, options);
  for (const part of parts) await pinIn(io, part.place, { ...options, checkpoint: part.checkpoint });
  return result;
}
