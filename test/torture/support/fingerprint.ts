import { lstatSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { createHash } from "node:crypto";

/** Everything about a file or a folder and what is below it that a program could have changed: bytes, modes, times. */
export function fingerprint(place: string | Buffer): string[] {
  const path = Buffer.from(place);
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!found) return [`${path.toString("latin1")} absent`];
  const line = `${path.toString("latin1")} ${found.mode.toString(8)} ${found.size} ${found.mtimeNs} ${found.ino}`;
  if (found.isSymbolicLink()) return [`${line} -> ${readlinkSync(path)}`];
  if (found.isFile()) return [`${line} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`];
  if (!found.isDirectory()) return [line];
  const names = readdirSync(path, { encoding: "buffer" }).toSorted(Buffer.compare);
  return [line, ...names.flatMap((name) => fingerprint(Buffer.concat([path, Buffer.from("/"), name])))];
}

/** Lines that only one of the two has: empty where nothing was touched. */
export function changed(before: readonly string[], after: readonly string[]): string[] {
  const [old, now] = [new Set(before), new Set(after)];
  return [
    ...before.filter((line) => !now.has(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !old.has(line)).map((line) => `+ ${line}`),
  ];
}
