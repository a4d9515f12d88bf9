import { appendFileSync, lstatSync } from "node:fs";
import { join } from "node:path";

import { causeInWords } from "../../kit/disk-trouble.ts";
import { readRegularFile } from "../../kit/files.ts";
import { UserError } from "../../kit/user-error.ts";

const NAME = ".snapveilignore";
/** How many bytes of the file are read, and the largest size after the change. */
const MOST = 256 * 1024;

/**
 * Appends a line to a project's `.snapveilignore`, unless it is there already.
 * @throws UserError if the file cannot be written
 */
export function addAllowLine(root: string, line: string): void {
  const file = join(root, NAME);
  try {
    const found = lstatSync(file, { throwIfNoEntry: false });
    // The file may be a link to any other file of the user, since the project's author made it.
    if (found && !found.isFile()) throw new UserError("badConfig", [NAME, "it is no regular file"]);
    const text = found ? readRegularFile(file, MOST).bytes.toString("utf8") : "";
    if (Buffer.byteLength(text) + line.length + 3 > MOST)
      throw new UserError("badConfig", [NAME, "there is no room for more in it"]);
    if (text.split(/\r?\n/).some((one) => one.split(" ")[0] === line.split(" ")[0])) return;
    const end = text.includes("\r\n") ? "\r\n" : "\n";
    appendFileSync(file, `${text === "" || text.endsWith("\n") ? "" : end}${line}${end}`);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError("cannotWrite", [NAME, causeInWords(error) ?? "unknown"], error);
  }
}
