import type { Io } from "../kit/io.ts";
import { readRegularFile } from "../kit/read-regular-file.ts";

/** Who runs the agent and on which host; empty where the system does not say. */
export interface User {
  readonly name: string;
  readonly fullName: string;
  readonly host: string;
}

/** Bytes of the list of accounts that are looked at. */
const LARGEST = 1 << 24;

/**
 * The user and the host as Linux has them in files; `undefined` elsewhere, and for an account that a directory service
 * keeps.
 */
export function userOnLinux({ uid }: Pick<Io, "uid">): User | undefined {
  try {
    const row = rowOf(String(uid));
    const host = textOf("/proc/sys/kernel/hostname", 256).trim();
    return row?.[0] && host ? { name: row[0], fullName: fullNameIn(row), host } : undefined;
  } catch {
    return undefined;
  }
}

/** The fields of an account in /etc/passwd. */
export function rowOf(id: string): readonly string[] | undefined {
  return textOf("/etc/passwd", LARGEST)
    .split("\n")
    .map((line) => line.split(":"))
    .find((fields) => fields[2] === id);
}

/** The first comma field of the account's comment. */
export function fullNameIn(row: readonly string[]): string {
  return row[4]?.split(",")[0]?.trim() ?? "";
}

function textOf(file: string, limit: number): string {
  return readRegularFile(file, limit).bytes.toString();
}
