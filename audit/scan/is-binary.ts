/** As many bytes as git looks at. */
const SNIFFED = 8000;

/** Starts of formats that can go on for long without a NUL: PDF, gzip, bzip2, xz, zstd, zip, PNG, JPEG, GIF, woff2. */
const MAGIC = [
  "25504446",
  "1f8b08",
  "425a68",
  "fd377a585a",
  "28b52ffd",
  "504b0304",
  "89504e47",
  "ffd8ff",
  "47494638",
  "774f4632",
].map((hex) => Buffer.from(hex, "hex"));

/** Whether the start of a source says that it is no text: a NUL, unless it is UTF-16, or a known format. */
export function isBinary(start: Buffer): boolean {
  if (utf16Of(start) !== undefined) return false;
  return start.subarray(0, SNIFFED).includes(0) || startsWithAny(start, MAGIC);
}

/**
 * SQLite's files: the database, and the log of what is not in it yet. Text lies in them in one piece up to a page's
 * length.
 */
const DATABASES = ["53514c69746520666f726d6174203300", "377f0682", "377f0683"].map((hex) => Buffer.from(hex, "hex"));

/** Whether it is a database, in which agents keep their sessions. */
export function isDatabase(start: Buffer): boolean {
  return startsWithAny(start, DATABASES);
}

function startsWithAny(start: Buffer, magics: readonly Buffer[]): boolean {
  return magics.some((magic) => magic.equals(start.subarray(0, magic.length)));
}

/** The encoding where a byte order mark says that it is UTF-16. */
export function utf16Of(start: Buffer): "utf-16le" | "utf-16be" | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  return undefined;
}
