import { BESIDE, BESIDE_HARMLESS } from "./beside.ts";
import { COMMANDS } from "./commands.ts";
import { FURTHER, FURTHER_HARMLESS } from "./further.ts";
import { HARMLESS_COMMANDS } from "./harmless-commands.ts";
import { HARMLESS_TEXTS } from "./harmless-texts.ts";
import { HARMLESS_VIEWS } from "./harmless-views.ts";
import { JOINED } from "./joined.ts";
import { MORE, MORE_HARMLESS } from "./more.ts";
import { PLAIN, PLAIN_HARMLESS } from "./plain.ts";
import { PLACES } from "./places.ts";
import { PRINTED, PUBLIC_HARMLESS } from "./public.ts";
import { RECORDS, RECORDS_HARMLESS } from "./records.ts";
import { RESPELLED, RESPELLED_HARMLESS } from "./respelled.ts";
import { BARE, ROWS, ROWS_HARMLESS } from "./rows.ts";
import { SCRAMBLED, SCRAMBLED_HARMLESS } from "./scrambled.ts";
import { SERVICES } from "./services.ts";
import { SIGNS } from "./signs.ts";
import { SHELLS, SHELLS_HARMLESS } from "./shells.ts";
import { SHOWN, SHOWN_HARMLESS } from "./shown.ts";
import { TABLES, TABLES_HARMLESS } from "./tables.ts";
import { TOLD, TOLD_HARMLESS } from "./told.ts";
import { TYPED, TYPED_HARMLESS } from "./typed.ts";
import { UNSEEN } from "./unseen.ts";
import { WORDS, WORDS_HARMLESS } from "./words.ts";

import type { Harmless, Held } from "./made.ts";

/** Texts that hold a secret, of all kinds. */
export const HELD: readonly Held[] = [
  ...COMMANDS,
  ...SERVICES,
  ...PLACES,
  ...UNSEEN,
  ...JOINED,
  ...MORE,
  ...FURTHER,
  ...SHOWN,
  ...ROWS,
  ...BARE,
  ...SIGNS,
  ...PLAIN,
  ...SCRAMBLED,
  ...TOLD,
  ...BESIDE,
  ...TYPED,
  ...RECORDS,
  ...RESPELLED,
  ...WORDS,
  ...TABLES,
  ...PRINTED,
  ...SHELLS,
];
/** Texts that look like one with a secret, of all kinds. */
export const HARMLESS: readonly Harmless[] = [
  ...HARMLESS_COMMANDS,
  ...HARMLESS_TEXTS,
  ...HARMLESS_VIEWS,
  ...MORE_HARMLESS,
  ...FURTHER_HARMLESS,
  ...SHOWN_HARMLESS,
  ...ROWS_HARMLESS,
  ...PLAIN_HARMLESS,
  ...SCRAMBLED_HARMLESS,
  ...TOLD_HARMLESS,
  ...BESIDE_HARMLESS,
  ...TYPED_HARMLESS,
  ...RECORDS_HARMLESS,
  ...RESPELLED_HARMLESS,
  ...WORDS_HARMLESS,
  ...TABLES_HARMLESS,
  ...PUBLIC_HARMLESS,
  ...SHELLS_HARMLESS,
];
