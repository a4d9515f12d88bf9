import type { Io } from "../../kit/io.ts";
import type { SnapshotEngine } from "../engine.ts";
import type { Place } from "../place.ts";
import type { ReadPacked } from "./read-packed.ts";

export type OpenEngine = (io: Io, place: Place) => SnapshotEngine;

/** The engine without git, loaded only where it is chosen. */
export const JS_ENGINE = () => import("./js-engine.ts") satisfies Promise<{ default: OpenEngine }>;

/** What gives space back. */
export const DROP_UNREACHABLE = () => import("./drop-unreachable.ts");

/** What writes a difference for a person to read: no hook needs it. */
export const WRITE_PATCH = () => import("./write-patch.ts");

/** What reads objects out of packs, loaded where an object has no file of its own. */
export const READ_PACKED = () => import("./read-packed.ts") satisfies Promise<{ default: ReadPacked }>;
