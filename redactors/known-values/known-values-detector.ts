import type { Io } from "../../kit/io.ts";
import type { KnownValueSettings } from "../../worktree/redaction-settings.ts";
import type { Detector } from "../finding.ts";
import { collectKnownValues } from "./collect-known-values.ts";
import { exactDetector } from "./exact-detector.ts";
import { spellingsOf } from "./spellings-of.ts";

/** Finds the user's own secrets, in every way in which they are written; `undefined` where the user has none. */
export function knownValuesDetector(io: Pick<Io, "env" | "platform">, cwd: string | undefined, settings: KnownValueSettings): Detector | undefined {
  const values = collectKnownValues(io, cwd, settings);
  return values.length === 0 ? undefined : exactDetector(values.flatMap(spellingsOf), "known-value");
}
