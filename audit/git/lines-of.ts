import { StringDecoder } from "node:string_decoder";
import type { Readable } from "node:stream";

/** The lines of a stream, ended by a newline and nothing else: a path may hold a carriage return. */
export async function* linesOf(stream: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.write(chunk as Buffer)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
