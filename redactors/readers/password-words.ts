import { wordReader, wordsOfRows, type Row } from "./word-reader.ts";
import { DATABASE_ROWS } from "./words/database-rows.ts";
import { DEVICE_ROWS } from "./words/device-rows.ts";
import { LOGIN_ROWS } from "./words/login-rows.ts";
import { SERVER_ROWS } from "./words/server-rows.ts";

/** The rows of all topics. For a new form, add a row in the file of its topic. */
export const PASSWORD_ROWS: readonly Row[] = [...DEVICE_ROWS, ...SERVER_ROWS, ...LOGIN_ROWS, ...DATABASE_ROWS];

/** The anchors of `findPasswordBeside`. */
export const PASSWORD_WORDS = wordsOfRows(PASSWORD_ROWS);

/** Finds passwords that programs and devices write in a form of their own. */
export const findPasswordBeside = wordReader(PASSWORD_ROWS);
