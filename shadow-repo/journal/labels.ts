import { defined } from "../../kit/defined.ts";
import { asString } from "../../kit/json.ts";

/** Words by which a person recognizes a checkpoint. No word holds a secret. */
export interface Labels {
  /** The first line of the prompt that the agent worked on. */
  readonly title?: string;
  /** The first line of a tool call's command, or the file that the call names. */
  readonly command?: string;
  /** The dialect's name. */
  readonly agent?: string;
}

/** The labels of a record, and no other key of it; a missing label leaves no key behind. */
export function labelsOf(one: Readonly<Partial<Record<keyof Labels, unknown>>>): Labels {
  const [title, command, agent] = [one.title, one.command, one.agent].map(asString);
  return defined({ title, command, agent });
}
