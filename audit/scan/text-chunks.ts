import type { Content, Source } from "../source.ts";
import { isBinary, isDatabase, utf16Of } from "./is-binary.ts";

/**
 * A source's bytes as UTF-8, or `undefined` where it is no text. Whatever is a stream is then still read to its end,
 * since the next source may come from the same pipe. An agent's database is searched as it lies.
 */
export async function textChunks({
  source,
  chunks,
}: Content): Promise<Iterable<Buffer> | AsyncIterable<Buffer> | undefined> {
  if (Buffer.isBuffer(chunks)) {
    if (isSkipped(source, chunks)) return undefined;
    const encoding = utf16Of(chunks);
    return [encoding === undefined ? chunks : Buffer.from(new TextDecoder(encoding).decode(chunks))];
  }
  const rest = iteratorOf(chunks);
  const first = await rest.next();
  if (first.done === true) return [Buffer.alloc(0)];
  if (isSkipped(source, first.value)) {
    while ((await rest.next()).done !== true);
    return undefined;
  }
  const encoding = utf16Of(first.value);
  const whole = joined(first.value, rest);
  return encoding === undefined ? whole : toUtf8(whole, encoding);
}

function isSkipped({ origin }: Source, start: Buffer): boolean {
  return isBinary(start) && !(origin === "transcript" && isDatabase(start));
}

type Rest = Iterator<Buffer> | AsyncIterator<Buffer>;

function iteratorOf(chunks: Iterable<Buffer> | AsyncIterable<Buffer>): Rest {
  return Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
}

async function* joined(first: Buffer, rest: Rest): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function* toUtf8(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}
