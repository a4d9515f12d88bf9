import { homeOf, type Io } from "../kit/io.ts";
import { isObject, type JsonObject, parseLossless } from "../kit/json.ts";
import { stripBom } from "../kit/text.ts";
import { UserError } from "../kit/user-error.ts";
import type { Dialect } from "../agents/codec/dialect.ts";
import { loadAgent } from "../agents/registry.ts";

/**
 * A sample event with which the agent would ask about a shell command, or tell the command's output if `output` is set;
 * `undefined` if the agent has no samples of it.
 */
export async function sampleEvent(
  io: Io,
  agent: string,
  { command, output }: { readonly command: string; readonly output?: string },
): Promise<{ text: string; event: string } | undefined> {
  const { samples } = await loadAgent(agent);
  const sample = output === undefined ? samples?.before : samples?.after;
  if (!sample) return undefined;
  const [event, payload] = sample;
  const around = { cwd: io.cwd, home: homeOf(io.env) ?? "/", session: "explain", time: io.now() };
  return { text: JSON.stringify(payload({ ...around, command, output: output ?? "" })), event };
}

/** The payload in a text. @throws UserError if the text is no JSON object */
export function eventOf(text: string): JsonObject {
  try {
    const { value } = parseLossless(stripBom(text));
    if (isObject(value)) return value;
  } catch {
    throw new UserError("badStdin", ["it is not valid JSON."]);
  }
  throw new UserError("badStdin", ["it is valid JSON but not an object."]);
}

/** The canonical names of an agent's event. */
export function canonicalOf(dialect: Dialect, raw: JsonObject, wireName: string): string[] {
  return dialect.decode(raw, wireName).map(({ name }) => name);
}
