import { pattern } from "../../kit/word-pattern.ts";
/** A value that holds bytes in base64, decoded. */
export interface EncodedPart {
  /** The decoded text, from UTF-8 or UTF-16. If the bytes are no text, it has one character for each byte. */
  readonly text: string;
  readonly isText: boolean;
  /** The start of the base64 in the value: 0, or the end of the beginning of a data URL (`data:image/png;base64,`). */
  readonly from: number;
  /** The whole value, in which `text` replaces the decoded text, encoded in the same way. */
  encode(text: string): string;
}

/**
 * Media types of pictures, sound, video, fonts, archives and packed documents. A claimed type is ignored if the bytes
 * are text.
 */
const MEDIA = pattern("i")`
    ^(?:image|audio|video|font)/|^application/(?:pdf|zip|gzip|zstd|x-(?:tar|gzip|bzip2?|xz|7z-compressed|
    rar-compressed)|vnd\.(?:ms-|openxml|rar))
  `;

/**
 * The beginnings of PNG, JPEG, GIF, RIFF (WebP, WAV), PDF, zip, gzip, 7z, xz, bzip2, zstd, rar, TIFF, Ogg, FLAC, MP3,
 * MP4, Matroska, BMP, ICO, WebAssembly and fonts in base64.
 */
const MAGIC = pattern()`
    ^(?:iVBORw0KGgo|/9j/|R0lGOD|UklGR|JVBERi0|UEsDB|H4sI|N3q8ryc|/Td6WF|QlpoO|KLUv/|UmFyIR|SUkqA|TU0AK|
    T2dnUw|ZkxhQw|SUQz|//[uv][A-Z]|AAAA[A-Za-z0-9+/]{2}Z0eX|GkXfo|Qk[0-3]|AAABAA|AGFzbQ|d09GM|T1RUTw|AAEAAA)
  `;
/**
 * The first two characters of each beginning in `MAGIC`. Looking for these takes less time than compiling the pattern.
 */
const HEADS = "iV /9 R0 Uk JV UE H4 N3 /T Ql KL Um SU TU T2 Zk // AA Gk Qk AG d0 T1";

/** Fields that hold bytes in MCP, Anthropic's messages, Gemini's parts, docker-agent's documents and GitHub's files. */
const FIELDS = new Set(["data", "blob", "bytes", "base64", "file_data", "fileData", "inline_data", "body"]);

/**
 * A character that base64 does not have. To match the whole base64 with a pattern would take too much memory, since V8
 * would remember a position for each of ten million letters.
 */
const NOT_BASE64 = /[^A-Za-z0-9+/_-]/;
/** The least characters of media in base64. */
const LEAST_MEDIA = 64;
const LEAST = 16;
/** How many bytes at the beginning are tested to see whether data are text. */
const HEAD = 512;

/**
 * Decodes a value that holds bytes in base64. Returns `media` for pictures, sound, archives and the like, since
 * searching these takes long and a marker inside would break them; `undefined` for a value that holds no bytes in
 * base64. Bytes that begin as text are text, whatever type is claimed. A claimed type is used only in a data URL or in
 * a field for bytes.
 * @param key the value's name; `undefined` in a list
 * @param neighbours the object or list that holds the value
 */
export function parseEncodedPart(
  value: string,
  key: string | undefined,
  neighbours: object,
): EncodedPart | "media" | undefined {
  if (value.length < LEAST) return undefined;
  const isUrl = value.startsWith("data:");
  const isClaimed = isUrl || holdsBytes(key, neighbours);
  const hasMagic = value.length >= LEAST_MEDIA && HEADS.includes(value.slice(0, 2)) && MAGIC.test(value);
  if (!isClaimed && !hasMagic) return undefined;
  const comma = isUrl ? value.slice(0, 256).indexOf(",") : -1;
  const type = value.slice(0, comma);
  if (isUrl && !type.endsWith(";base64")) return undefined;
  const from = comma + 1;
  const body = bodyOf(value.slice(from));
  if (body === undefined) return undefined;
  const isText = isReadable(Buffer.from(body.slice(0, (HEAD / 3) * 4), "base64"));
  if (!isText && isMedia(body, () => (isUrl ? type.slice(5) : typeOf(neighbours)))) return "media";
  return isClaimed ? open(value.slice(0, from), body, isText) : undefined;
}

/** A text's base64 without line breaks; `undefined` if the text is no base64. */
function bodyOf(written: string): string | undefined {
  const body = /\s/.test(written) ? written.replace(/\s+/g, "") : written;
  const padding = body.endsWith("==") ? 2 : body.endsWith("=") ? 1 : 0;
  if (body.length === padding || NOT_BASE64.test(body.slice(0, body.length - padding))) return undefined;
  return body;
}

/** Whether bytes that are no text are media, judged by their beginning or by the claimed type. */
function isMedia(body: string, type: () => string): boolean {
  return MAGIC.test(body) || (mayBeMedia(body) && MEDIA.test(type()));
}

/**
 * Whether base64 is long enough for media. If it has letters of base64url, it must be longer, since a field for a
 * picture may hold a token with these letters.
 */
function mayBeMedia(body: string): boolean {
  return body.length >= (/[-_]/.test(body) ? 1024 : LEAST_MEDIA);
}

function open(lead: string, body: string, isText: boolean): EncodedPart {
  const bytes = Buffer.from(body, "base64");
  const alphabet = /[-_]/.test(body) ? "base64url" : "base64";
  const charset = !isText ? "latin1" : bytes[0] === 0xff ? "utf16le" : "utf8";
  return {
    text: bytes.toString(charset),
    isText,
    from: lead.length,
    encode: (text) => lead + Buffer.from(text, charset).toString(alphabet),
  };
}

function holdsBytes(key: string | undefined, neighbours: object): boolean {
  return (
    key !== undefined &&
    (FIELDS.has(key) || (key === "content" && (neighbours as Record<string, unknown>)["encoding"] === "base64"))
  );
}

/**
 * Whether bytes are text: UTF-8 whose only control characters are line ends and those for terminals, or UTF-16 with a
 * byte order mark.
 */
function isReadable(head: Buffer): boolean {
  if (head[0] === 0xff && head[1] === 0xfe) return true;
  // The last character may be incomplete, since only the beginning of the bytes is tested.
  return !/[\0-\x07\x0b\x0e-\x1a\x1c-\x1f\ufffd]/.test(head.toString("utf8").replace(/\ufffd+$/, ""));
}

/**
 * The media type that a field beside the bytes claims, as in MCP, Anthropic's messages, Gemini's parts and
 * docker-agent's documents; empty if no field claims one.
 */
function typeOf(neighbours: object): string {
  const { mimeType, mime_type: snake, media_type: media } = neighbours as Record<string, unknown>;
  const type = mimeType ?? snake ?? media;
  return typeof type === "string" ? type : "";
}
