import { alnum, type Harmless, type Held } from "./made.ts";

const VALUE = alnum(13, 2201);
const FILE = `A=b\nDB_PASSWORD=${VALUE}\nX=y\n`;
const HEX = Array.from(FILE, (one) => one.charCodeAt(0).toString(16).padStart(2, "0"));
const lines = (size = 16): string[][] =>
  Array.from({ length: Math.ceil(HEX.length / size) }, (_, at) => HEX.slice(at * size, (at + 1) * size));
const beside = (line: number): string => FILE.slice(line * 16, (line + 1) * 16).replace(/\n/g, ".");
const offset = (line: number, digits: number): string => (line * 16).toString(16).padStart(digits, "0");
const pairs = (bytes: readonly string[]): string =>
  bytes.map((byte, at) => (at % 2 === 0 && at > 0 ? ` ${byte}` : byte)).join("");
const swapped = (bytes: readonly string[]): string =>
  Array.from({ length: Math.ceil(bytes.length / 2) }, (_, at) => (bytes[2 * at + 1] ?? "00") + bytes[2 * at]!).join(
    " ",
  );
const cell = (one: string): string => (one === "\n" ? "\\n" : one).padStart(4);
const turn = (text: string): string =>
  text.replace(/[a-z]/gi, (one) =>
    String.fromCharCode(one.charCodeAt(0) + ((one.charCodeAt(0) | 32) < 110 ? 13 : -13)),
  );
/** The bytes of the value as two neighbours in hex: no dump may show any such pair that only the value has. */
const PAIR = HEX.slice(20, 22);

const dump = (line: (bytes: string[], nth: number) => string): string => lines().map(line).join("\n");

/** A file of secrets as programs spell it in other letters. */
export const RESPELLED: readonly Held[] = [
  [
    "xxd",
    dump((one, nth) => `${offset(nth, 8)}: ${pairs(one).padEnd(39)}  ${beside(nth)}`),
    PAIR.join(""),
    VALUE.slice(0, 4),
  ],
  [
    "xxd -g1",
    dump((one, nth) => `${offset(nth, 8)}: ${one.join(" ").padEnd(47)}  ${beside(nth)}`),
    PAIR.join(" "),
    VALUE.slice(0, 4),
  ],
  [
    "hexdump -C",
    dump((one, nth) => `${offset(nth, 8)}  ${one.join(" ").padEnd(48)}  |${beside(nth)}|`),
    PAIR.join(" "),
    VALUE.slice(0, 4),
  ],
  ["hexdump", dump((one, nth) => `${offset(nth, 7)} ${swapped(one)}`), PAIR.toReversed().join("")],
  [
    "od -A x -t x1z",
    dump((one, nth) => `${offset(nth, 6)} ${one.join(" ").padEnd(47)}  >${beside(nth)}<`),
    PAIR.join(" "),
    VALUE.slice(0, 4),
  ],
  [
    "od -c",
    dump(
      (_, nth) =>
        `${(nth * 16).toString(8).padStart(7, "0")}${Array.from(FILE.slice(nth * 16, nth * 16 + 16), cell).join("")}`,
    ),
    Array.from(VALUE.slice(4, 8), cell).join(""),
  ],
  [
    "a dump within JSON",
    JSON.stringify({ stdout: dump((one, nth) => `${offset(nth, 8)}: ${pairs(one).padEnd(39)}  ${beside(nth)}`) }),
    PAIR.join(""),
  ],
  ["fold -w1", `${Array.from(FILE.replace(/\n/g, ""), (one) => `${one}\n`).join("")}`, [...VALUE].join("\n")],
  ["sed 's/./& /g'", FILE.replace(/./g, "$& "), [...VALUE].join(" ")],
  [
    "rev",
    FILE.split("\n")
      .map((line) => [...line].toReversed().join(""))
      .join("\n"),
    [...VALUE].toReversed().join(""),
  ],
  ["ROT13", turn(FILE), turn(VALUE)],
];

export const RESPELLED_HARMLESS: readonly Harmless[] = [
  [
    "a dump of a program",
    "00000000: 7f45 4c46 0201 0100 0000 0000 0000 0000  .ELF............\n00000010: 0300 3e00 0100 0000 5010 0000 0000 0000  ..>.....P.......\n",
  ],
  [
    "a dump of a text",
    "00000000  23 20 50 61 73 73 77 6f  72 64 73 20 61 72 65 20  |# Passwords are |\n00000010  6b 65 70 74 20 69 6e 20  76 61 75 6c 74 0a        |kept in vault.|\n",
  ],
  ["letters with blanks between", "a b c d e f g h i j k l m n o p q r s t"],
  ["numbers in columns", "00000010 12 14 16 18 20 22\n00000020 11 12 13 14 15 16\n"],
  ["words that contain one from its end", "The secretary of nekotopia likes gbxra."],
];
