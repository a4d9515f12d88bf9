import { pattern } from "../../kit/word-pattern.ts";
import type { Finding } from "../finding.ts";
import { hasOwnShape } from "../judge/harmless-shapes.ts";
import { isRandom } from "../judge/is-random.ts";
import { isManualWord, isPlaceholder } from "../judge/placeholder.ts";

/** The most characters before and behind the `@` of a login. */
const MOST = 128;
/** The user and the password before the `@`, where no address with a scheme goes on. */
const USER = /(?:^|[\s"'`=(<>,[])([A-Za-z_][\w.-]{0,40}):([^\s:@"'`<>()[\]{}/\\]{6,80})$/;
/** A machine behind the `@`: an IP address, or a name with the port of a service. */
const MACHINE = /^@(?:(?:\d{1,3}\.){3}\d{1,3}(?![\w.])|[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,6}:\d{2,5}(?![\w.:]))/i;
/** Words before an address of a person or a machine, in the place of a user. */
const LABEL = pattern("i")`
    ^(?:mailto|sips?|xmpp|acct|im|e-?mails?|mail|from|to|cc|bcc|reply-?to|sender|user(?:name)?|login|owner|author|
    contact|by|ssh|sftp|git|scp|rsync|svn|npm|jsr|pkg|workspace|host|server|node|name|id|at|via|peer|address|image)$
  `;
const IPV4 = /^@\d{1,3}\./;

/**
 * Finds the password in `user:password@machine` without a scheme, as programs print the place of a database. The
 * machine is an IP address or has a port, so that no address of a person matches.
 */
export function findLogins(text: string): Finding[] {
  const found: Finding[] = [];
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const machine = MACHINE.exec(text.slice(at, at + MOST));
    if (machine === null) continue;
    const [, user = "", password = ""] = USER.exec(text.slice(Math.max(0, at - MOST), at)) ?? [];
    if (password === "" || LABEL.test(user) || !isPassword(password, IPV4.test(machine[0]))) continue;
    const confidence = /\d/.test(password) ? "medium" : "low";
    found.push({ rule: "login-password", kind: "password", span: [at - password.length, at], confidence });
  }
  return found;
}

/** Whether a text before `@` is a password. Before a name with a port, letters alone may be the name of a service. */
function isPassword(value: string, isAddress: boolean): boolean {
  if (isPlaceholder(value) || isManualWord(value) || hasOwnShape(value) || /^[$%*]|^\d+$/.test(value)) return false;
  return isRandom(value) || /\d|[!#$%^&*+?~]/.test(value) || (isAddress && /^[A-Za-z]{8,}$/.test(value));
}
