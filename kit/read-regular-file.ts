import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

export interface FileHead {
  readonly bytes: Buffer;
  /** Whether the file ends where `bytes` does. */
  readonly whole: boolean;
}

/**
 * The beginning of a regular file, at most `limit` bytes; without a limit all that it holds by now. A repository
 * decides what lies under a name: a pipe, a device or a link to one would block a hook for ever, and a huge file would
 * take its memory.
 * @throws Error where it cannot be read or is no regular file
 */
export function readRegularFile(file: string | Buffer, limit?: number): FileHead {
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)); // Windows knows no O_NONBLOCK
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error("it is not a regular file");
    const most = limit ?? stats.size;
    // One byte more than wanted tells whether there is more; a size of 0 is what files under /proc say.
    const bytes = Buffer.allocUnsafeSlow(Math.min(most, stats.size || most) + 1);
    let length = 0;
    for (let count = -1; count !== 0 && length < bytes.length; length += count) {
      count = readSync(descriptor, bytes, length, bytes.length - length, null);
    }
    return { bytes: bytes.subarray(0, Math.min(length, most)), whole: length <= most };
  } finally {
    closeSync(descriptor);
  }
}
