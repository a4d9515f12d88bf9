/**
 * First bytes → media type. Only what a browser decodes as a raster image: an SVG is a document that can hold scripts.
 */
const SIGNATURES: readonly (readonly [type: string, offset: number, bytes: string])[] = [
  ["image/png", 0, "\u0089PNG\r\n\u001a\n"],
  ["image/jpeg", 0, "\u00ff\u00d8\u00ff"],
  ["image/gif", 0, "GIF87a"],
  ["image/gif", 0, "GIF89a"],
  ["image/webp", 8, "WEBPVP8"],
  ["image/avif", 4, "ftypavif"],
  ["image/bmp", 0, "BM"],
  ["image/x-icon", 0, "\u0000\u0000\u0001\u0000"],
];

/** The media type of a picture by its content, whatever its name says; `undefined` for everything else. */
export function imageType(content: Buffer): string | undefined {
  const head = content.toString("latin1", 0, 32);
  return SIGNATURES.find(([, offset, bytes]) => head.startsWith(bytes, offset) && content.length > 32)?.[0];
}
