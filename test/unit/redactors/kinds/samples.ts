import { alnum, hex, small, strong, uuid, words } from "./made.ts";

/** The secrets that the letters in braces of a sample stand for, put together at run time. */
const BY_LETTER: Readonly<Record<string, string>> = {
  a: alnum(10, 7001),
  b: Buffer.from(words(7007)).toString("base64"),
  d: ["castle", "_stone", "_7"].join(""),
  e: words(7002),
  i: small(25, 7008),
  l: ["quar", "tzel"].join(""),
  m: ["larch", ".Stone2"].join(""),
  n: ["4829", "13650127"].join(""),
  p: strong(7003),
  s: ["mag", "pie7"].join(""),
  t: alnum(24, 7004),
  u: uuid(7005),
  w: ["Marble", "Harbor"].join(""),
  x: hex(32, 7006),
};

/** Whether a text holds one of the secrets of the samples. */
export function holdsSecret(text: string): boolean {
  return Object.values(BY_LETTER).some((secret) => text.includes(secret));
}

/** A sample of a row with its secrets. */
export function filled(sample: string): string {
  return sample.replace(/\{([abdeilmnpstuwx])\}/g, (_, letter: string) => BY_LETTER[letter]!);
}
