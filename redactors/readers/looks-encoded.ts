/**
 * Whether the run may be encoded text: its first twelve bytes, decoded from base64, are all printable, or every
 * pair of digits is in hex. Pictures, hashes and keys are neither.
 */
export function looksEncoded(text: string, start: number, end: number): boolean {
  if ("0234567".includes(text[start] ?? "x") && /^(?:[2-7][0-9A-Fa-f]|0[9ADad])+$/.test(text.slice(start, end)))
    return true;
  for (let at = start; at < start + 16; at += 4) {
    const bits =
      (sextet(text, at) << 18) | (sextet(text, at + 1) << 12) | (sextet(text, at + 2) << 6) | sextet(text, at + 3);
    if (bits < 0) return true; // what only the decoder can tell
    if (!isPrintable(bits >> 16) || !isPrintable((bits >> 8) & 255) || !isPrintable(bits & 255)) return false;
  }
  return true;
}

/** The value of a digit in base64 or base64url; negative for any other character. */
function sextet(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 97) return code <= 122 ? code - 71 : -(1 << 13);
  if (code >= 65) return code <= 90 ? code - 65 : code === 95 ? 63 : -(1 << 13);
  if (code >= 48) return code <= 57 ? code + 4 : -(1 << 13);
  return code === 43 || code === 45 ? 62 : code === 47 ? 63 : -(1 << 13);
}

function isPrintable(byte: number): boolean {
  // Zero: in UTF-16 every other byte is.
  return byte < 127 && (byte > 31 || byte === 9 || byte === 10 || byte === 13 || byte === 0);
}
