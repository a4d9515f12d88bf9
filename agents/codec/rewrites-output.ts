import type { JsonObject } from "../../kit/json.ts";
import type { Dialect, DialectOptions } from "./dialect.ts";

/**
 * Whether an agent takes a new text for what a tool printed that did not fail, by the tables by which it is answered.
 * @param raw a payload of the call: some agents take it for certain tools only
 */
export function rewritesOutput(dialect: Dialect, raw: JsonObject, options: DialectOptions): boolean {
  return dialect.events.some(
    (wireName) =>
      dialect.tellsOf(wireName) !== "failure" &&
      dialect.carries(wireName, raw, options).rewrite.includes("toolResponse"),
  );
}
