import { pattern } from "../../kit/word-pattern.ts";
/** A value that stands for bytes in base64, opened. */
export interface EncodedPart {
  /** The part's text: UTF-8, or a byte a character if it is no text. */
  readonly text: string;
  readonly isText: boolean;
  /** The start of the base64 in the value, behind the head of a data URL. */
  readonly from: number;
  /** Encodes another text in the place of this one, in the same way. */
  encode(text: string): string;
}

/**
 * Data of pictures, sound, video, fonts, archives and packed documents: such a claim is believed for bytes that are no
 * text.
 */
const MEDIA = pattern("i")`
    ^(?:image|audio|video|font)/|^application/(?:pdf|zip|gzip|zstd|x-(?:tar|gzip|bzip2?|xz|7z-compressed|
    rar-compressed)|vnd\.(?:ms-|openxml|rar))
  `;

/**
 * How base64 of PNG, JPEG, GIF, RIFF (WebP, WAV), PDF, zip, gzip, 7z, xz, bzip2, zstd, rar, TIFF, Ogg, FLAC, MP3, MP4,
 * Matroska, BMP, ICO, WebAssembly, fonts begins.
 */
const MAGIC = pattern()`
    ^(?:iVBORw0KGgo|/9j/|R0lGOD|UklGR|JVBERi0|UEsDB|H4sI|N3q8ryc|/Td6WF|QlpoO|KLUv/|UmFyIR|SUkqA|TU0AK|
    T2dnUw|ZkxhQw|SUQz|//[uv][A-Z]|AAAA[A-Za-z0-9+/]{2}Z0eX|GkXfo|Qk[0-3]|AAABAA|AGFzbQ|d09GM|T1RUTw|AAEAAA)
  `;
/** The first two characters of media: compiling the pattern takes longer than to see that a text begins otherwise. */
const HEADS = "iV /9 R0 Uk JV UE H4 N3 /T Ql KL Um SU TU T2 Zk // AA Gk Qk AG d0 T1";

/** Fields that hold bytes in MCP, Anthropic's messages, Gemini's parts, docker-agent's documents and GitHub's files. */
const FIELDS = new Set(["data", "blob", "bytes", "base64", "file_data", "fileData", "inline_data", "body"]);

/**
 * A character that base64 does not have. Looked for in the place of a pattern from end to end, which keeps a place to
 * go back to for each of ten million letters.
 */
const NOT_BASE64 = /[^A-Za-z0-9+/_-]/;
/** Characters of a picture at least. */
const LEAST_MEDIA = 64;
const LEAST = 16;
/** Bytes that are enough to tell text from other data. */
const HEAD = 512;

/**
 * Opens a value that holds bytes in base64; `media` for a picture and its kin, which would take long to search and
 * would break with a marker in it; `undefined` for any other value. The bytes decide: a value that begins as text is
 * text, whatever type a data URL or a neighbour claims, and a claim counts for fields that hold bytes alone.
 * @param key the value's name
 * @param neighbours the object that holds it
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

/** Base64 without the breaks of its lines; `undefined` if a text is no base64. */
function bodyOf(written: string): string | undefined {
  const body = /\s/.test(written) ? written.replace(/\s+/g, "") : written;
  const padding = body.endsWith("==") ? 2 : body.endsWith("=") ? 1 : 0;
  if (body.length === padding || NOT_BASE64.test(body.slice(0, body.length - padding))) return undefined;
  return body;
}

/** Whether bytes that are no text are a picture's or its kin's, by their beginning or by the type that is claimed. */
function isMedia(body: string, type: () => string): boolean {
  return MAGIC.test(body) || (mayBeMedia(body) && MEDIA.test(type()));
}

/** A token can have base64url's letters, and stand in the field of a picture. */
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
 * Whether bytes are UTF-8 without control characters, but for those of terminals and ends of lines; or UTF-16 that says
 * so.
 */
function isReadable(head: Buffer): boolean {
  if (head[0] === 0xff && head[1] === 0xfe) return true;
  // The last character may be cut off.
  return !/[\0-\x07\x0b\x0e-\x1a\x1c-\x1f\ufffd]/.test(head.toString("utf8").replace(/\ufffd+$/, ""));
}

/** MCP, Anthropic's messages, Gemini's parts, docker-agent's documents. */
function typeOf(neighbours: object): string {
  const { mimeType, mime_type: snake, media_type: media } = neighbours as Record<string, unknown>;
  const type = mimeType ?? snake ?? media;
  return typeof type === "string" ? type : "";
}
