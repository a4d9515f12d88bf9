/**
 * The parts of Node's `Buffer` that the detector needs, for Claude Code's world of mods, which has no `Buffer`. The
 * build puts this class into the mod under the name `Buffer`.
 */
class Bytes extends Uint8Array {
  override toString(encoding?: string): string {
    if (encoding === "utf8") return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this);
    if (encoding === "utf16le") return fromUnits(this.length >> 1, (at) => this[2 * at]! | (this[2 * at + 1]! << 8));
    if (encoding === "latin1") return fromUnits(this.length, (at) => this[at]!);
    throw new Error(`no encoding named ${String(encoding)}`);
  }
}

export const Buffer = {
  from(text: string, encoding: string): Bytes {
    if (encoding === "hex") return readHex(text);
    if (encoding === "base64" || encoding === "base64url") return readBase64(text);
    throw new Error(`no encoding named ${encoding}`);
  },
};

/** The most characters that are passed to `String.fromCharCode` in one call. */
const PIECE = 8192;

function fromUnits(length: number, unitAt: (at: number) => number): string {
  let text = "";
  for (let from = 0; from < length; from += PIECE) {
    const units = Array.from({ length: Math.min(PIECE, length - from) }, (_, index) => unitAt(from + index));
    text += String.fromCharCode(...units);
  }
  return text;
}

/** The bytes of the pairs of hex digits up to the first other character. */
function readHex(text: string): Bytes {
  const [digits = ""] = /^(?:[0-9a-f]{2})*/i.exec(text) ?? [];
  return Bytes.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16),
  ) as Bytes;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** Character code → the six bits that it stands for, in base64 and in base64url. */
const SIXES = new Map([...`${DIGITS}+/`, ..."-_"].map((one, at) => [one.charCodeAt(0), at < 64 ? at : at - 2]));

/** The bytes of a base64 text up to the first `=`; characters that are no base64 are skipped. */
function readBase64(text: string): Bytes {
  const bytes = new Bytes(Math.ceil((text.length * 3) / 4));
  let [length, bits, held] = [0, 0, 0];
  for (let at = 0; at < text.length && text[at] !== "="; at += 1) {
    const six = SIXES.get(text.charCodeAt(at));
    if (six === undefined) continue;
    held = ((held << 6) | six) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = held >> bits;
  }
  return bytes.slice(0, length) as Bytes;
}
