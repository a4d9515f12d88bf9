import type { Reader } from "../scan.ts";
import { readCommand, readOpensslPass } from "./command.ts";
import { readAuthorization, readBasic, readBearer, readCookie } from "./header.ts";
import { readJwt } from "./jwt.ts";
import { readKeyed } from "./keyed.ts";
import { readPemBegin, readPemEnd, readPpk } from "./pem.ts";
import { readUrl } from "./url.ts";

/** The readers and the words that call them, in lower case, blanks between them (`␣` is a blank in a word). */
export const READERS: readonly (readonly [read: Reader, anchors: string])[] = [
  [readKeyed, "passw passp passc pass pwd psw secret token key auth cred mnemonic seed salt session sid signature sig jwt bearer pin pat code"],
  [readUrl, "://"],
  [readPemBegin, "-----begin␣ ----␣begin"],
  [readPemEnd, "-----end␣"],
  [readPpk, "private-lines:"],
  [readJwt, "eyj"],
  [readAuthorization, "authorization"],
  [readBearer, "bearer␣"],
  [readBasic, "basic␣"],
  [readCookie, "cookie"],
  [readCommand, "curl http wget sshpass docker podman helm mysql mysqldump mariadb redis-cli mongo mongosh sqlcmd ldapsearch smbclient keytool"],
  [readOpensslPass, "pass:"],
];
