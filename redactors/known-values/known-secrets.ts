import { runInTime } from "../../kit/run-within.ts";
import type { Io } from "../../kit/io.ts";
import type { Settings } from "../../worktree/doors/settings.ts";
import type { Detector } from "../finding.ts";
import { findPlaces, findVariables } from "./find-places.ts";

/** The input of a search: the process, in whose variables and files the user's secrets are, and the settings. */
export interface Searcher {
  readonly io: Pick<Io, "env" | "platform" | "now" | "pid" | "timeLeft" | "workLeft">;
  readonly settings: Settings;
}

const collected = new WeakMap<Searcher["io"], Map<string | undefined, Detector | undefined>>();

/**
 * A detector that finds the user's own secrets; `undefined` if there are none, or if the settings switch it off. The
 * secrets are collected once for each `io` and folder, since several builtins can run for one event.
 */
export async function knownSecrets({ io, settings }: Searcher, cwd: string | undefined): Promise<Detector | undefined> {
  const { knownValues } = settings.redaction;
  if (knownValues === "off") return undefined;
  const folders = collected.get(io) ?? new Map<string | undefined, Detector | undefined>();
  collected.set(io, folders);
  if (!folders.has(cwd)) {
    const variables = findVariables(io, knownValues);
    const places = findPlaces(io, cwd, knownValues);
    const { knownValuesDetector } =
      variables.length + places.length > 0 ? await import("./known-values-detector.ts") : {};
    folders.set(
      cwd,
      knownValuesDetector && runInTime(io, () => knownValuesDetector(io, cwd, knownValues, variables, places)),
    );
  }
  return folders.get(cwd);
}
