import { loadTables } from "./load-tables.ts";
import { readCall } from "./readers/call.ts";
import { readCloudId } from "./readers/cloud-id.ts";
import { readDevice } from "./readers/device.ts";
import { readIdentified } from "./readers/dsn.ts";
import { readAuthorization, readBasic, readBearer, readCookie } from "./readers/header.ts";
import { readJwt } from "./readers/jwt.ts";
import { mayBeKeyed } from "./readers/may-be-keyed.ts";
import { mayHaveOptions } from "./readers/may-have-options.ts";
import { readPiped } from "./readers/piped.ts";
import { readTelegram } from "./readers/telegram.ts";
import { readTwitter } from "./readers/twitter.ts";
import { readUrl } from "./readers/url.ts";
import { startScan, type Reader, type Scan } from "./scan.ts";
import { targetOf } from "./tables.ts";
import { isToken, tokenEnd } from "./token-end.ts";

/**
 * What is asked before the redactor is loaded, by the first of the words that call a reader: of most, the reader itself, since
 * it is short. All other readers may find something wherever they are called.
 */
export const ASKED: ReadonlyMap<string, (scan: Scan, start: number, end: number) => boolean> = new Map([
  ["pass", (...at) => mayBeKeyed(...at)],
  ["://", finds(() => readUrl)],
  ["eyj", finds(() => readJwt)],
  ["authorization", finds(() => readAuthorization)],
  ["bearer␣", finds(() => readBearer)],
  ["basic␣", finds(() => readBasic)],
  ["cookie", finds(() => readCookie)],
  [":a", finds(() => readTelegram)],
  ["aaaaaaaaaaaaaaaaaaaaa", finds(() => readTwitter)],
  ["curl", (...at) => mayHaveOptions(...at)],
  ["identified", finds(() => readIdentified)],
  ["-stdin", finds(() => readPiped)],
  ["_connect(", finds(() => readCall)],
  ["␣community␣", finds(() => readDevice)],
  ["aws_account", finds(() => readCloudId)],
]);

const always = (): boolean => true;

function finds(reader: () => Reader): (scan: Scan, start: number, end: number) => boolean {
  return (scan, start, end) => {
    reader()(scan, start, end);
    return scan.found.length > 0;
  };
}

/** A first look at one text. */
export interface Look {
  readonly scan: Scan;
  /** How many hits are looked at yet, so that a text that is a row of them costs no more than a search. */
  left: number;
}

export function startLook(text: string): Look {
  return { scan: startScan(text), left: 64 + text.length / 32 };
}

/**
 * Whether what a hit stands for may be noted as a finding: a rule's token, or what a reader reads there. Nothing has been
 * noted in the text before, or it would not be asked; so no token touches another.
 */
export function mayNote(look: Look, id: number, end: number): boolean {
  const { scan } = look;
  const tables = loadTables();
  const { text } = scan;
  const { rule, reader, word, rest } = targetOf(tables, id);
  const start = end + rest - word.length;
  if (rule !== -1 && !text.startsWith(word, start)) return false;
  if (--look.left < 0) return true;
  if (rule === -1) return (ASKED.get(tables.reader(reader).split(" ", 1)[0] as string) ?? always)(scan, start, end);
  const bodyEnd = tokenEnd(text, tables.rule(rule), start, start + word.length, false);
  return bodyEnd !== -1 && isToken(text, tables.rule(rule), start, start + word.length, bodyEnd);
}
