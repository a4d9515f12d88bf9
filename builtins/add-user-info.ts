import { printable } from "../kit/printable.ts";
import { context, nothing, type Outcome } from "../agents/codec/outcome.ts";

/** Who runs the agent and on which host; empty where the system does not say. */
export interface User {
  readonly name: string;
  readonly fullName: string;
  readonly host: string;
}

/** Who runs the agent and on which host: login name, full name where the system knows one, host name. */
export default function addUserInfo({ name, fullName, host }: User): Outcome {
  const lines = [name && `User: ${name}`, fullName && `Full name: ${fullName}`, host && `Hostname: ${host}`].filter(
    Boolean,
  );
  return lines.length === 0 ? nothing : context(`Current user:\n\n${lines.map(printable).join("\n")}`);
}
