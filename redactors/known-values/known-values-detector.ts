import { basename } from "node:path";

import { readRegularFile } from "../../kit/files.ts";
import type { KnownValueSettings } from "../../worktree/doors/settings.ts";
import type { Detector } from "../finding.ts";
import { exactDetector } from "./exact-detector.ts";
import type { ValueFile, World } from "./find-places.ts";
import { LEAST } from "./marks.ts";
import { NAMED_VALUES } from "./named-values.ts";
import { isTelling, secretsIn } from "./secrets-in.ts";
import { spellingsOf } from "./spellings-of.ts";

/** A detector that finds the user's own secrets in every spelling; `undefined` if the user has none. */
export function knownValuesDetector(...from: Parameters<typeof collectKnownValues>): Detector | undefined {
  const spellings = knownSpellings(...from);
  return spellings.length === 0 ? undefined : exactDetector(spellings, "known-value");
}

/** Every spelling in which one of the user's own secrets may stand in a text. */
export function knownSpellings(...from: Parameters<typeof collectKnownValues>): string[] {
  return collectKnownValues(...from).flatMap(spellingsOf);
}

/**
 * The most bytes that are read from all files together. `MOST` is the greatest number of values that are searched for.
 */
const LARGEST_SUM = 1024 * 1024;
const MOST = 500;

/**
 * The user's secrets in the given variables and files. An unreadable file is treated as empty. The values stay in
 * memory and are not written to any file.
 */
function collectKnownValues(
  world: World,
  cwd: string | undefined,
  settings: KnownValueSettings,
  variables: readonly string[],
  places: readonly ValueFile[],
): string[] {
  const values = new Set<string>();
  const names = commonNames(world, cwd);
  for (const name of variables) {
    const value = world.env[name]?.trim() ?? "";
    if (settings.variables.includes(name) && isTelling(value, names)) values.add(value);
    else for (const secret of secretsIn({ name, value }, names)) values.add(secret);
  }
  let rest = LARGEST_SUM;
  for (const { file, form, size } of places) {
    rest -= size;
    if (rest < 0) break;
    for (const named of NAMED_VALUES[form](readText(file, size))) {
      for (const secret of secretsIn(named, names)) values.add(secret);
      if (values.size >= MOST) return [...values];
    }
  }
  return [...values].filter((value) => value.length >= LEAST);
}

/** Words that are too common in a session to be secrets: names of the user, of the machine and of folders. */
function commonNames({ env }: World, cwd: string | undefined): ReadonlySet<string> {
  const words = [
    env["USER"],
    env["LOGNAME"],
    env["USERNAME"],
    env["HOSTNAME"],
    env["HOME"] && basename(env["HOME"]),
    ...(cwd ?? "").split(/[\\/]/),
  ];
  return new Set(words.flatMap((word) => (word ? [word.toLowerCase()] : [])));
}

function readText(file: string, limit: number): string {
  try {
    return readRegularFile(file, limit).bytes.toString("utf8");
  } catch {
    return "";
  }
}
