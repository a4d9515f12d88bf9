const bytesOf = (hex: string) => Buffer.from(hex, "hex");

const BYTE_ORDER_MARKS: readonly (readonly [Buffer, string])[] = [
  [bytesOf("fffe"), "utf-16le"],
  [bytesOf("feff"), "utf-16be"],
];

/** Starts of formats that can go on for long without a NUL: PDF, gzip, bzip2, xz, zstd, zip, PNG, JPEG, GIF, woff2. */
const BINARIES = "25504446 1f8b08 425a68 fd377a585a 28b52ffd 504b0304 89504e47 ffd8ff 47494638 774f4632"
  .split(" ")
  .map(bytesOf);

/**
 * SQLite's files, in which agents keep their sessions: the database, and the log of pages that are not in it yet. Text
 * lies in them in one piece up to a page's length.
 */
const DATABASES = "53514c69746520666f726d6174203300 377f0682 377f0683".split(" ").map(bytesOf);

/** Bytes in which git looks for a NUL. */
const SNIFFED = 8000;

/**
 * The encoding of a text that begins with these bytes; `undefined` if they are not text.
 * @param readsDatabases whether those of SQLite count as text
 */
export function encodingOf(start: Buffer, readsDatabases = false): string | undefined {
  const begins = (mark: Buffer) => mark.equals(start.subarray(0, mark.length));
  const utf16 = BYTE_ORDER_MARKS.find(([mark]) => begins(mark));
  if (utf16) return utf16[1];
  const isBinary = start.subarray(0, SNIFFED).includes(0) || BINARIES.some(begins);
  return isBinary && !(readsDatabases && DATABASES.some(begins)) ? undefined : "utf-8";
}
