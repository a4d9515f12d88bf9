import type { Io } from "../kit/io.ts";
import type { SnapshotEngine } from "./engine.ts";
import { nativeEngine } from "./native-engine.ts";
import type { Place } from "./place.ts";

/** The engine that reads and writes the shadow repository. */
export async function chooseEngine(io: Io, place: Place): Promise<SnapshotEngine> {
  return nativeEngine(io, place);
}
