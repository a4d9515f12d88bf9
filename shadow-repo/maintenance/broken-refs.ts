import { readdirSync, rmSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import type { ObjectId } from "../engine.ts";
import type { History } from "../journal/history.ts";
import { writeRefs, refsFolder, packedRefs } from "../refs.ts";
import { allPending } from "../journal/pending.ts";
import type { Shadow } from "../open/open-shadow.ts";
import { textOfFile } from "../read-disk.ts";
import { dropPackedRefs, mendPackedRefs } from "./pack-refs.ts";

/** A ref that is missing or names a wrong object. */
export interface BrokenRef {
  /** The ref's name below `refs/snapveil/`: `ID/before`. */
  readonly ref: string;
  /** The tree that the ref should name; absent if nothing needs the ref. */
  readonly id?: ObjectId;
  /** Whether the ref has a file. */
  readonly isThere: boolean;
}

/**
 * Finds refs that a power cut left empty, or that were removed. Only git reads refs: it collects no garbage while one
 * of them is empty, and deletes objects that no ref reaches.
 */
export function brokenRefs(shadow: string, history: History): BrokenRef[] {
  const there = refsThere(shadow);
  const packed = packedRefs(shadow);
  const saysSo = (ref: string, id: ObjectId) => (there.get(ref) ?? packed.get(`refs/snapveil/${ref}`)) === id;
  const needed = neededRefs(history);
  const broken: BrokenRef[] = [...needed]
    .filter(([ref, id]) => !saysSo(ref, id))
    .map(([ref, id]) => ({ ref, id, isThere: there.has(ref) }));
  const waiting = new Map(allPending(shadow).map(({ id, tree }) => [`pending-${id}/before`, tree]));
  for (const [ref, text] of there) {
    if (needed.has(ref) || /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)) continue;
    const id = waiting.get(ref);
    broken.push({ ref, isThere: true, ...(id !== undefined && { id }) });
  }
  return broken;
}

/** Every ref that the journal needs, and the id of its tree. */
function neededRefs({ checkpoints, operations }: History): ReadonlyMap<string, ObjectId> {
  const needed = new Map<string, ObjectId>();
  for (const { id, before, end } of operations) {
    needed.set(`${id}/before`, before);
    if (end) needed.set(`${id}/after`, end.after);
  }
  for (const { id, before, after, partly = [] } of checkpoints) {
    needed.set(`${id}/before`, before).set(`${id}/after`, after);
    for (const { by, rest } of partly) if (rest !== undefined) needed.set(`${id}/rest-${by}`, rest);
  }
  return needed;
}

/** The content of each file below `refs/snapveil`, by the name of its ref. */
function refsThere(shadow: string): Map<string, string> {
  const there = new Map<string, string>();
  const folder = `${shadow}/refs/snapveil`;
  for (const name of namesIn(folder) ?? []) {
    const roles = namesIn(`${folder}/${name}`);
    for (const ref of roles ? roles.map((role) => `${name}/${role}`) : [name])
      there.set(ref, textOfFile(`${folder}/${ref}`).trim());
  }
  return there;
}

/** The names in a folder; `undefined` if it is no folder. */
function namesIn(folder: string): string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

/**
 * Writes missing or damaged refs anew, and removes refs whose tree is lost, since with them git would collect no
 * garbage.
 */
export async function mendRefs(io: Io, { place: { shadow }, engine }: Shadow, history: History): Promise<void> {
  mendPackedRefs(io, shadow);
  const broken = brokenRefs(shadow, history);
  const needed = neededRefs(history);
  const present = await engine.sizes([...needed.values(), ...broken.flatMap(({ id }) => id ?? [])]);
  const lost = new Set([...needed].flatMap(([ref, id]) => (present.has(id) ? [] : [ref])));
  for (const { ref, id, isThere } of broken) {
    const [name = "", role = ""] = ref.split("/");
    if (id !== undefined && present.has(id)) writeRefs(shadow, name, { [role]: id }, { pid: io.pid, durable: true });
    else if (isThere) lost.add(ref);
  }
  for (const ref of lost) rmSync(refsFolder(shadow, ref), { recursive: true, force: true });
  dropPackedRefs(io, shadow, (name, role) => lost.has(`${name}/${role}`));
}
