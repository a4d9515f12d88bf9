import { hostname, userInfo } from "node:os";

import { printable } from "../kit/text.ts";
import { readRegularFile } from "../kit/files.ts";
import { context, type Outcome } from "../agents/codec/outcome.ts";

/** The most bytes of /etc/passwd that are read. */
const LARGEST = 1 << 24;

/** Adds the user's login name, full name if the system has one, and the host's name to the context. */
export default function addUserInfo(): Outcome {
  const { name, fullName } = currentUser();
  const lines = [name && `User: ${name}`, fullName && `Full name: ${fullName}`, `Hostname: ${hostname()}`];
  return context(`Current user:\n\n${lines.filter(Boolean).map(printable).join("\n")}`);
}

function currentUser(): { name: string; fullName: string } {
  try {
    const { username: name, uid } = userInfo();
    return { name, fullName: fullNameOf(name, uid) };
  } catch {
    return { name: "", fullName: "" }; // a user id without an account, as in some containers
  }
}

/**
 * The full name of an account: the text before the first comma in its comment field of /etc/passwd, which Node does not
 * offer. `""` if there is none.
 */
function fullNameOf(name: string, uid: number): string {
  try {
    const rows = readRegularFile("/etc/passwd", LARGEST).bytes.toString().split("\n");
    const row = rows.map((line) => line.split(":")).find((fields) => fields[0] === name && fields[2] === String(uid));
    return row?.[4]?.split(",")[0]?.trim() ?? "";
  } catch {
    return "";
  }
}
