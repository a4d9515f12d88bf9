import type { JsonObject } from "../../../kit/json.ts";
import type { Answer } from "../support/script.ts";

/** How one vendor's interface spells the answer of a model. */
export interface WireFormat {
  /** Whether a request comes by this interface. */
  speaks(path: string): boolean;
  /** Requests without tools are the agent's own, such as one for a title: they get a text and move no script on. */
  offersTools(body: JsonObject): boolean;
  /** Content type and body of an answer. `id` ties a call to its result. */
  answer(step: Answer, id: string, path: string, body: JsonObject): { readonly type: string; readonly body: string };
}

/** Server-sent events; an event without a name has a data line only. */
export function eventStream(events: readonly (readonly [name: string, data: JsonObject | string])[]): {
  type: string;
  body: string;
} {
  const lines = events.map(
    ([name, data]) =>
      `${name && `event: ${name}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`,
  );
  return { type: "text/event-stream", body: lines.join("") };
}
