import { defined } from "../../kit/defined.ts";
import { asString } from "../../kit/json.ts";

/** By which words a person knows a checkpoint again. None of them holds a secret. */
export interface Labels {
  /** The first line of the prompt that the agent worked on. */
  readonly title?: string;
  /** Of a tool call: the first line of its command, or the file that it names. */
  readonly command?: string;
  /** The dialect's name. */
  readonly agent?: string;
}

/** The labels of something, and nothing else of it; a missing one leaves no key behind. */
export function labelsOf(one: Readonly<Partial<Record<keyof Labels, unknown>>>): Labels {
  const [title, command, agent] = [one.title, one.command, one.agent].map(asString);
  return defined({ title, command, agent });
}
