import type { Content } from "../source.ts";

/** Standard input as one source. */
export function* standardInput(chunks: AsyncIterable<Buffer>): Generator<Content> {
  yield { source: { origin: "stdin", name: "<stdin>", tracked: false }, chunks };
}
