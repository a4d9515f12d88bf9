/** Kinds of data that hold no text. */
const TYPE = /^(?:image|audio|video|font)\/(?!svg)|^application\/(?:pdf|octet-stream|zip|gzip|wasm|x-(?:tar|gzip|7z-compressed)|vnd\.(?:ms-|openxml))/i;

/** How base64 of PNG, JPEG, GIF, RIFF (WebP, WAV), PDF, zip, gzip, TIFF, Ogg, MP3, MP4, WebAssembly, fonts begins. */
const MAGIC = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|JVBERi0|UEsDB|H4sI|SUkqA|TU0AK|T2dnUw|SUQz|\/\/[uv][A-Z]|AAAA[A-Za-z0-9+/]{2}Z0eX|AGFzbQ|d09GM|AAEAAA)/;

/** Its first two characters: compiling the pattern takes longer than to see that a text begins otherwise. */
const HEADS = "iV /9 R0 Uk JV UE H4 SU TU T2 // AA AG d0";

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
/** Less of it is no picture, and may be a token. */
const LEAST = 64;

/**
 * Whether a text is binary data in base64: by the type that a data URL or its neighbours name, or by how it begins. No
 * secret is looked for in it: that would take long, and a marker would break it. What is not base64 to its end is none.
 * @param neighbours the object that holds the text
 */
export function isBinaryPart(text: string, neighbours: object): boolean {
  if (text.length < LEAST) return false;
  if (text.startsWith("data:")) {
    const comma = text.slice(0, 256).indexOf(",");
    return comma !== -1 && TYPE.test(text.slice(5, comma)) && text.slice(5, comma).endsWith(";base64") && isBase64(text, comma + 1);
  }
  return ((HEADS.includes(text.slice(0, 2)) && MAGIC.test(text)) || isBinaryType(typeOf(neighbours))) && isBase64(text, 0);
}

function isBinaryType(type: string): boolean {
  return type !== "" && TYPE.test(type);
}

function isBase64(text: string, from: number): boolean {
  const body = text.slice(from);
  return BASE64.test(body.includes("\n") ? body.replace(/\r?\n/g, "") : body);
}

/** MCP, Anthropic's messages, Gemini's parts, docker-agent's documents. */
function typeOf(neighbours: object): string {
  const { mimeType, mime_type: snake, media_type: media } = neighbours as Record<string, unknown>;
  const type = mimeType ?? snake ?? media;
  return typeof type === "string" ? type : "";
}
