import { printable } from "../kit/printable.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { context, nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { Call } from "./call.ts";
import { userOnLinux, type User } from "./user-on-linux.ts";

/**
 * Who runs the agent and on which host: login name, full name where the system knows one, host name. Linux has it in
 * files, and reading them costs less than loading node:os.
 */
export default async function addUserInfo(_event: HookEvent, { io }: Call): Promise<Outcome> {
  return describeUser(userOnLinux(io) ?? (await import("./user-of-system.ts")).userOfSystem());
}

export function describeUser({ name, fullName, host }: User): Outcome {
  const lines = [name && `User: ${name}`, fullName && `Full name: ${fullName}`, host && `Hostname: ${host}`].filter(
    Boolean,
  );
  return lines.length === 0 ? nothing : context(`Current user:\n\n${lines.map(printable).join("\n")}`);
}
