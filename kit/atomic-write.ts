import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

export interface AtomicWriteOptions {
  readonly pid: number;
  /** Wait until the disk has it. */
  readonly durable?: boolean;
  /**
   * Where the half-written file lies, on the same disk; beside the file where it is not said. The file's own folder
   * then ends in `/`.
   */
  readonly folder?: string;
}

let counter = 0;

/**
 * Writes a file whole or not at all: a reader sees the old content or the new one, also after a crash.
 * The file is the owner's alone (0600).
 */
export function atomicWrite(file: string, content: string | Buffer, options: AtomicWriteOptions): void {
  counter += 1;
  const place = options.folder === undefined ? file : options.folder + file.slice(file.lastIndexOf("/"));
  const temporary = `${place}.${options.pid}-${counter}.tmp`;
  const fd = openSync(temporary, "w", 0o600);
  try {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    if (options.durable) fsyncSync(fd);
    closeSync(fd);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
