import { hostname, userInfo } from "node:os";

import { fullNameIn, rowOf, type User } from "./user-on-linux.ts";

/**
 * The user and the host as Node knows them. The full name it does not hand out, so it comes from /etc/passwd where
 * there is one.
 */
export function userOfSystem(): User {
  const host = hostname();
  try {
    const { username: name, uid } = userInfo();
    return { name, fullName: fullNameOf(name, uid), host };
  } catch {
    return { name: "", fullName: "", host }; // a user id without an account, as in some containers
  }
}

function fullNameOf(name: string, uid: number): string {
  try {
    const row = rowOf(String(uid));
    return row?.[0] === name ? fullNameIn(row) : "";
  } catch {
    return "";
  }
}
