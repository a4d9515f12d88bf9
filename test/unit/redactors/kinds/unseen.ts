import { alnum, github, strong, type Held } from "./made.ts";

const TOKEN = github(201);
const PAT = ["github", "pat", `${alnum(22, 202)}`, alnum(59, 203)].join("_");
const KEY = alnum(40, 204);
const PASSWORD = strong(205);
const ESC = "\x1b";
const [A, B] = [TOKEN.slice(0, 14), TOKEN.slice(14)];
const entities = (text: string): string => text.replaceAll("_", "&#95;");

/** A token in which signs stand that a screen, a page or a mail does not show. */
export const UNSEEN: readonly Held[] = [
  ["colours", `${A}${ESC}[31m${B}`, B],
  ["colours of 24 bits", `${A}${ESC}[38;2;10;20;30m${B}${ESC}[0m`, B],
  ["colours with colons", `${A}${ESC}[38:2::10:20:30m${B}`, B],
  ["tput sgr0", `${A}${ESC}(B${ESC}[m${B}`, B],
  ["a charset in G1", `${A}${ESC})0${B}`, B],
  ["an address to click on", `${A}${ESC}]8;;https://acme.test/${ESC}\\${B}${ESC}]8;;${ESC}\\`, B],
  ["the window's title", `${A}${ESC}]0;title\x07${B}`, B],
  ["DCS", `${A}${ESC}P1$r0m${ESC}\\${B}`, B],
  ["APC", `${A}${ESC}_Gi=1;AAAA${ESC}\\${B}`, B],
  ["keypad modes", `${A}${ESC}=${ESC}>${B}`, B],
  ["save and restore", `${A}${ESC}7${B}${ESC}8`, B],
  ["C1's CSI", `${A}\x9b31m${B}`, B],
  ["shift out and in", `${A}\x0e\x0f${B}`, B],
  ["bold of a manual", TOKEN.replace(/./g, "$&\b$&"), B.replace(/./g, "$&\b$&"), B],
  ["underlined of a manual", TOKEN.replace(/./g, "_\b$&"), B.replace(/./g, "_\b$&"), B],
  ["soft hyphens", `${A}\u00ad${B}`, B],
  ["no width", `${A}\u200b${B}`, B],
  ["joiners", `${A}\u2060\u200d${B}`, B],
  ["direction marks", `${A}\u202a${B}\u202c`, B],
  ["isolates", `${A}\u2066${B}\u2069`, B],
  ["variation selectors", `${A}\ufe0f${B}`, B],
  ["Markdown", TOKEN.replaceAll("_", "\\_"), B],
  ["Markdown, longer", PAT.replaceAll("_", "\\_"), PAT.slice(40)],
  ["Markdown, dashes", `glpat\\-${alnum(20, 206)}`, alnum(20, 206)],
  ["Markdown, dots", `SG\\.${alnum(22, 207)}\\.${alnum(43, 208)}`, alnum(43, 208)],
  ["Markdown, a name", `API\\_KEY=${KEY}`, KEY],
  ["entities", entities(TOKEN), B],
  ["entities, hex", TOKEN.replaceAll("_", "&#x5F;"), B],
  ["entities, by name", TOKEN.replaceAll("_", "&lowbar;"), B],
  ["entities in a query", `https://acme.test/?a=1&amp;token=${KEY}&amp;x=1`, KEY],
  ["a wbr", `${A}<wbr>${B}`, B],
  ["an entity of no width", `${A}&#8203;${B}`, B],
  ["an entity of a soft hyphen", `${A}&shy;${B}`, B],
  ["a \\ at the line's end", `${A}\\\n${B}`, B],
  ["a \\ at the line's end of Windows", `${A}\\\r\n${B}`, B],
  ["quoted-printable", `Your token: ${A}=\n${B}\n`, B],
  ["quoted-printable with codes", `password=3D${PASSWORD}\n`, PASSWORD],
  ["quoted-printable of Windows", `${A}=\r\n${B}`, B],
  ["unicode escapes", TOKEN.replaceAll("_", "\\u005f"), B],
  ["hex escapes", TOKEN.replaceAll("_", "\\x5f"), B],
  ["a filler of Hangul", `${A}\u3164${B}`, B],
  ["tags", `${A}\u{e0041}\u{e0062}${B}`, B],
  ["marks of Mongolian", `${A}\u180b\u180f${B}`, B],
  ["UTF-16 that was read a byte each", `T=${TOKEN}\n`.replace(/./gs, "$&\0"), B.replace(/./g, "$&\0").slice(0, -1)],
  ["UTF-16 with the high byte first", `T=${TOKEN}\n`.replace(/./gs, "\0$&"), B.replace(/./g, "$&\0").slice(0, -1)],
  [
    "UTF-16 in base64",
    `powershell -e ${Buffer.from(`$env:T='${TOKEN}'`, "utf16le").toString("base64")}`,
    Buffer.from(B, "utf16le").toString("base64").slice(4, -8),
  ],
  [
    "UTF-16 with the high byte first, in base64",
    Buffer.from(`TOKEN='${TOKEN}'\n`, "utf16le").swap16().toString("base64"),
    Buffer.from(B, "utf16le").swap16().toString("base64").slice(4, -8),
  ],
  ["unicode escapes in braces", TOKEN.replaceAll("_", "\\u{5f}"), B],
  ["octal escapes", TOKEN.replaceAll("_", "\\137"), B],
  [
    "percent codes of percent codes",
    `https://acme.test/?next=https%253A%252F%252Facme.test%252F%253Ftoken%253D${KEY}`,
    KEY,
  ],
  ["percent codes of percent codes of a sign", TOKEN.replaceAll("_", "%255F"), B],
  ["percent codes", `token%3D${KEY}%26x%3D1`, KEY],
  ["percent codes of a sign", TOKEN.replaceAll("_", "%5F"), B],
  ["a capabilities return", `${A}\r\n${B}`, B],
];
