import { readFileSync } from "node:fs";
import { hostname, userInfo } from "node:os";

import { context, nothing, type Outcome } from "../protocol/outcome.ts";
import type { HookEvent } from "../protocol/hook-event.ts";

/** Who runs the agent and on which host: login name, full name where the system knows one, host name. */
export default function addUserInfo(_event: HookEvent): Outcome {
  const { user, fullName } = account();
  const host = hostname();
  const lines = [user && `User: ${user}`, fullName && `Full name: ${fullName}`, host && `Hostname: ${host}`].filter(Boolean);
  return lines.length === 0 ? nothing : context(`Current user:\n\n${lines.join("\n")}`);
}

function account(): { user?: string; fullName?: string } {
  try {
    const { username, uid } = userInfo();
    return { user: username, fullName: fullNameOf(username, uid) };
  } catch {
    return {}; // a user id without an account, as in some containers
  }
}

/** The first comma field of the account's comment in /etc/passwd; Node does not hand it out. */
function fullNameOf(username: string, uid: number): string {
  try {
    const lines = readFileSync("/etc/passwd", "utf8").split("\n").map((line) => line.split(":"));
    const row = lines.find((fields) => fields[0] === username && fields[2] === String(uid));
    return row?.[4]?.split(",")[0]?.trim() ?? "";
  } catch {
    return "";
  }
}
