import type { Harmless } from "./made.ts";

const ESC = "\x1b";

/** Signs that a screen does not show, without a secret between them. */
export const HARMLESS_VIEWS: readonly Harmless[] = [
  ["colours", `${ESC}[32mok${ESC}(B${ESC}[m 12 tests ${ESC}[2mpassed${ESC}[0m`],
  ["colours between words", `pass${ESC}[0m: all ${ESC}[1mtests${ESC}[0m`],
  ["a manual's bold", "N\bNA\bAM\bME\bE\n     ls - list"],
  ["a progress bar", "10%\b\b\b20%\b\b\b30%"],
  ["Markdown's escapes", "see foo\\_bar\\_baz and \\*stars\\*"],
  ["a path of Windows", "C:\\_work\\-x\\build\\_out"],
  ["a regular expression", "/^[\\w\\-\\.]+\\_token$/"],
  ["entities", "<p>Fish &amp; chips &#95; &lt;password&gt;</p>"],
  ["entities in a query", "a?x=1&amp;token=&amp;y=2"],
  ["a shell over lines", "docker run \\\n  --rm \\\n  -it node"],
  ["a makefile", "SRCS = a.c \\\n\tb.c \\\n\tc.c"],
  ["quoted-printable", "Hello=20world, this is a long line that was=\n cut here =3D done"],
  ["quoted-printable, a mail", '<p style=3D"color: red">pass=\nword forgotten?</p>'],
  ["percent codes", "https://acme.test/?q=a%20b%3Dc%26d"],
  ["soft hyphens", "Donau\u00addampf\u00adschiff"],
  ["emoji", "\u{1f469}\u200d\u{1f4bb} wrote this\ufe0f"],
  ["directions", "\u202aabc\u202c \u2066def\u2069"],
  ["names with zeros between them", "src/token.ts\0src/password/index.ts\0a\0b\0README.md\0"],
  ["a variable for each zero", "PATH=/usr/bin\0PASSWORD_FILE=/run/x\0SHLVL=1\0HOME=/root\0"],
  ["folders of Windows with numbers", "C:\\100_tokens\\142\\key"],
  ["groups of a regular expression", "s/(token) (\\w+)/\\2 \\101 \\1/"],
  ["a percent sign encoded twice", "https://acme.test/?q=100%2525%2520sure%253F"],
  ["escapes of code", "const ESC = '\\x1b[0m'; '\\u001b(B'"],
];
