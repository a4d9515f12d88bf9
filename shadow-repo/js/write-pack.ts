import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";

import type { ObjectType } from "../hash-object.ts";
import { COMPRESSION } from "./loose-object.ts";

/** As numbered in a pack. */
const NUMBERS = { tree: 2, blob: 3 } as const;

/** An object as it stands in a pack: its header, then its content compressed. */
export interface PackedObject {
  readonly id: string;
  readonly bytes: Buffer;
}

export function packed(id: string, type: ObjectType, content: Buffer): PackedObject {
  return { id, bytes: Buffer.concat([header(NUMBERS[type], content.length), deflateSync(content, COMPRESSION)]) };
}

/** The type in three bits, the size in seven-bit groups, the lowest first, after four bits in the first byte. */
function header(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! |= 0x80;
    bytes.push(rest & 0x7f);
  }
  return Buffer.from(bytes);
}

/** Writes objects as one pack with its index (gitformat-pack, version 2): far quicker than a file for each. */
export function writePack(shadow: string, pid: number, objects: readonly PackedObject[]): void {
  const head = Buffer.from("PACK\0\0\0\x02\0\0\0\0", "latin1");
  head.writeUInt32BE(objects.length, 8);
  const pack = Buffer.concat([head, ...objects.map(({ bytes }) => bytes)]);
  const checksum = checksumOf([pack]);
  const folder = `${shadow}/objects/pack`;
  const name = `pack-${checksum.toString("hex")}`;
  // The pack first: git looks for indexes, and one without its pack would be a broken promise.
  put(folder, `${name}.pack`, pid, [pack, checksum]);
  const index = indexOf(objects, checksum);
  put(folder, `${name}.idx`, pid, [...index, checksumOf(index)]);
}

/** Fan-out by the first byte, ids, checksums, places; all sorted by id. */
function indexOf(objects: readonly PackedObject[], checksum: Buffer): Buffer[] {
  let place = 12;
  const rows = objects.map(({ id, bytes }) => {
    const row = { id, crc: crc32(bytes), place };
    place += bytes.length;
    return row;
  });
  rows.sort((one, other) => (one.id < other.id ? -1 : 1));
  const fanout = Buffer.alloc(256 * 4);
  for (let first = 0, n = 0; first < 256; first += 1) {
    while (n < rows.length && Number.parseInt(rows[n]!.id.slice(0, 2), 16) <= first) n += 1;
    fanout.writeUInt32BE(n, first * 4);
  }
  const numbers = (of: (row: (typeof rows)[number]) => number): Buffer => {
    const column = Buffer.alloc(rows.length * 4);
    for (const [n, row] of rows.entries()) column.writeUInt32BE(of(row), n * 4);
    return column;
  };
  const ids = Buffer.from(rows.map(({ id }) => id).join(""), "hex");
  return [
    Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2]),
    fanout,
    ids,
    numbers(({ crc }) => crc),
    numbers((row) => row.place),
    checksum,
  ];
}

function put(folder: string, name: string, pid: number, parts: readonly Buffer[]): void {
  const temporary = `${folder}/tmp_${pid}_${name}`;
  const fd = openSync(temporary, "w", 0o400);
  try {
    for (const part of parts) for (let done = 0; done < part.length; ) done += writeSync(fd, part, done);
    fsyncSync(fd);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, `${folder}/${name}`);
}

function checksumOf(parts: readonly Buffer[]): Buffer {
  const hash = createHash("sha1");
  for (const part of parts) hash.update(part);
  return hash.digest();
}
