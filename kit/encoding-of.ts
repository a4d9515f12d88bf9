const bytesOf = (hex: string) => Buffer.from(hex, "hex");

const BYTE_ORDER_MARKS: readonly (readonly [Buffer, string])[] = [
  [bytesOf("fffe"), "utf-16le"],
  [bytesOf("feff"), "utf-16be"],
];

/**
 * The first bytes of binary formats whose files may have no NUL near their beginning: PDF, gzip, bzip2, xz, zstd, zip,
 * PNG, JPEG, GIF, woff2.
 */
const BINARIES = "25504446 1f8b08 425a68 fd377a585a 28b52ffd 504b0304 89504e47 ffd8ff 47494638 774f4632"
  .split(" ")
  .map(bytesOf);

/**
 * The first bytes of SQLite's files, the database and its write-ahead log, in which agents keep their sessions. These
 * files can be searched for secrets: a text up to the length of a page is stored in one piece.
 */
const DATABASES = "53514c69746520666f726d6174203300 377f0682 377f0683".split(" ").map(bytesOf);

/**
 * How many bytes at the beginning of a file are searched for a NUL, which shows that the file is binary. git searches
 * as many.
 */
const SNIFFED = 8000;

/**
 * The encoding of a file, by the bytes at its start; `undefined` if the file is binary.
 * @param readsDatabases whether files of SQLite are treated as text
 */
export function encodingOf(start: Buffer, readsDatabases = false): string | undefined {
  const begins = (mark: Buffer) => mark.equals(start.subarray(0, mark.length));
  const utf16 = BYTE_ORDER_MARKS.find(([mark]) => begins(mark));
  if (utf16) return utf16[1];
  const isBinary = start.subarray(0, SNIFFED).includes(0) || BINARIES.some(begins);
  return isBinary && !(readsDatabases && DATABASES.some(begins)) ? undefined : "utf-8";
}
