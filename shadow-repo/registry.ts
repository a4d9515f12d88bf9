import type { Io } from "../kit/io.ts";
import type { SnapshotEngine } from "./engine.ts";
import type { Place } from "./place.ts";

interface EngineModule {
  readonly default: (io: Io, place: Place) => SnapshotEngine;
}

/** Engines beside the one on git, each loaded only where it is chosen. */
export const ENGINES: Readonly<Record<"isomorphic-git", () => Promise<EngineModule>>> = {
  "isomorphic-git": () => import("./js-engine/js-engine.ts"),
};
