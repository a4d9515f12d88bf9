import type { Readable } from "node:stream";

import { UserError } from "../../kit/user-error.ts";
import { startGit, type Repository } from "./repository.ts";

/** Objects up to this size come in one piece. */
const WHOLE = 4 << 20;

/** An object's content, to be read before the next one is asked for. */
export type StreamedObject = readonly [id: string, chunks: Buffer | AsyncIterable<Buffer>];

/**
 * The contents of objects in their order, from one `git cat-file --batch`. Those that are not there are passed over.
 */
export async function* streamObjects(repository: Repository, ids: readonly string[]): AsyncGenerator<StreamedObject> {
  if (ids.length === 0) return;
  const git = startGit(repository, ["cat-file", "--batch", "--buffer"]);
  const writing = writeIds(git.stdin, ids);
  const input = new ByteReader(git.stdout);
  for (let left = ids.length; left > 0; left -= 1) {
    const header = await input.line();
    if (header === undefined) break;
    const [id = "", type, size] = header.split(" ");
    if (type === "missing" || size === undefined) continue;
    yield [id, Number(size) <= WHOLE ? await input.take(Number(size)) : input.stream(Number(size))];
    await input.take(1); // the newline behind it
  }
  await writing;
  await git.done;
}

async function writeIds(stdin: NodeJS.WritableStream, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += 1000) {
    if (!stdin.write(`${ids.slice(at, at + 1000).join("\n")}\n`))
      await new Promise<void>((resolve) => stdin.once("drain", resolve).once("close", resolve));
  }
  stdin.end();
}

/** Reads lines and counted bytes from a stream. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Up to the next newline; `undefined` at the end. */
  async line(): Promise<string | undefined> {
    let end = this.#held.indexOf(10);
    while (end === -1) {
      if (!(await this.#more())) return undefined;
      end = this.#held.indexOf(10);
    }
    const line = this.#held.toString("latin1", 0, end);
    this.#held = this.#held.subarray(end + 1);
    return line;
  }

  async take(count: number): Promise<Buffer> {
    if (this.#held.length >= count) {
      const all = this.#held.subarray(0, count);
      this.#held = this.#held.subarray(count);
      return all;
    }
    const parts: Buffer[] = [];
    for await (const part of this.stream(count)) parts.push(part);
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }

  async *stream(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#held.length === 0 && !(await this.#more()))
        throw new UserError("gitFailed", ["cat-file", "it ended before its time"]);
      const part = this.#held.subarray(0, left);
      this.#held = this.#held.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done === true) return false;
    this.#held = this.#held.length === 0 ? next.value : Buffer.concat([this.#held, next.value]);
    return true;
  }
}
