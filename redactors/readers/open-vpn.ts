import { isPlaceholder } from "../judge/placeholder.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

/** `<auth-user-pass>` in a profile of OpenVPN: the user's line, then the password's. */
export function readOpenVpn(scan: Scan, start: number, end: number): void {
  if (scan.text[start - 1] !== "<") return;
  const match =
    /^pass>\s{0,4}\r?\n[ \t]{0,8}\S{1,128}[ \t]{0,8}\r?\n[ \t]{0,8}(\S{4,256})[ \t]{0,8}\r?\n[ \t]{0,8}<\//.exec(
      scan.text.slice(end, end + 480),
    );
  const password = match?.[1];
  if (match === null || password === undefined || isPlaceholder(password)) return;
  const from = end + match[0].lastIndexOf(password);
  note(scan, "password", from, from + password.length, "medium", "openvpn-password");
}
