import { BLANK, flagsAt, QUOTE } from "../charset.ts";
import {
  JSON_ESCAPE,
  jsonWithEscapes,
  PATCH,
  PATCH_SIGN,
  PERCENT_SIGN,
  PREFIX,
  PREFIXED,
  SEAMS,
  SIGNS,
} from "./patterns.ts";
import { dumps, SPACED } from "./dumps.ts";
import { moved, rewrite, through, type TextView } from "./rewrite.ts";

/**
 * All views of a text: the text as a screen shows it, with quoted texts joined, with percent codes decoded, without the
 * prefixes of lines, with JSON unescaped, or the file that a dump shows. Each view is searched for anchors like the
 * text itself.
 */
export function viewsOf(text: string): TextView[] {
  return [
    ...shown(text, MAX_DEPTH),
    ...joined(text),
    ...joinedLists(text),
    ...decodePercent(text),
    ...withoutPrefixes(text),
    ...unescapeJson(text),
    ...dumps(text),
    ...spaced(text),
  ];
}

/** How often signs are resolved: `&amp;#95;` needs two rounds. */
const MAX_DEPTH = 2;

/**
 * Views of the text as a screen, a browser or a mail program shows it. For example, `grep --color` puts terminal
 * sequences into the middle of a token, and Markdown puts backslashes there.
 */
function shown(text: string, depth: number): TextView[] {
  if (depth === 0) return [];
  return stretchesOf(text, SIGNS, (piece) => rewrite(piece, SIGNS, shownAs)).flatMap((view) => [
    view,
    ...shown(view.text, depth - 1).map((inner) => through(inner, view)),
  ]);
}

/** The character that a sign stands for; empty for most signs, which stand for no character. */
function shownAs(sign: string): string {
  const code = /^(?:\\+(?:u00|x|u\{0*)|&#x|=)([2-7][0-9a-f])[;}]?$/i.exec(sign)?.[1];
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  if (/^\\+[01][0-7]{2}$/.test(sign)) return String.fromCharCode(Number.parseInt(sign.slice(-3), 8));
  if (sign[0] !== "&") return sign[0] === "'" ? "'" : "";
  const number = Number(/^&#(\d+);$/.exec(sign)?.[1] ?? 0);
  return number > 31 && number < 127 ? String.fromCharCode(number) : (ENTITIES[sign.slice(1, -1)] ?? "");
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lowbar: "_",
  hyphen: "-",
  period: ".",
  equals: "=",
  colon: ":",
  sol: "/",
  plus: "+",
  num: "#",
  excl: "!",
  commat: "@",
};

/**
 * Views in which quoted texts are joined: `"ghp_…" + "…"`, and two texts side by side. A finding in such a view is
 * redacted in each of the texts, and the quotes stay.
 */
function joined(text: string): TextView[] {
  return stretchesOf(text, SEAMS, (piece) => rewrite(piece, SEAMS, () => "", true));
}

/** A view of a patch, a numbered file or a log without the text that a program put before each line. */
function withoutPrefixes(text: string): TextView[] {
  const prefix = PATCH.test(text) ? PATCH_SIGN : PREFIXED.test(text) ? PREFIX : undefined;
  return prefix === undefined ? [] : [rewrite(text, prefix, () => "", true)];
}

/** Views of texts whose single characters have a blank or a line end between. */
function spaced(text: string): TextView[] {
  return Array.from(text.matchAll(SPACED), ({ 0: row, 1: gap, index }) =>
    moved(
      rewrite(row, gap === " " ? / /g : /\n/g, () => ""),
      index,
    ),
  );
}

const LIST = /\[\s{0,40}(["'`])[\w+/=.-]{2,200}\1(?:\s{0,40},\s{0,40}\1[\w+/=.-]{2,200}\1){1,15},?\s{0,40}\]/g;

/** Views of lists that are joined: `["ghp_…", "…"].join("")`, `"".join(["ghp_…", "…"])`. */
function joinedLists(text: string): TextView[] {
  return [...text.matchAll(LIST)].flatMap(({ 0: list, index }) => {
    if (!text.startsWith(".join(", index + list.length) && !text.slice(Math.max(0, index - 8), index).includes("join("))
      return [];
    return [
      moved(
        rewrite(list, /(["'`])\s*,\s*\1/g, () => "", true),
        index,
      ),
    ];
  });
}

/** The most characters of text that a view holds on each side of a match, as between a secret and its name. */
const AROUND = 256;

/**
 * Views of the stretches around a pattern's matches. Matches near each other share a stretch. The rest of the text
 * would be unchanged in a view, so it is left out.
 */
function stretchesOf(text: string, pattern: RegExp, viewOf: (piece: string) => TextView): TextView[] {
  const views: TextView[] = [];
  const add = (from: number, to: number): number => {
    views.push(moved(viewOf(text.slice(from, to)), from));
    return to;
  };
  let start = 0;
  let end = 0;
  let last = -1;
  for (const match of text.matchAll(pattern)) {
    if (last === -1 || match.index > last + 2 * AROUND) {
      if (last !== -1) end = add(start, lineEnd(text, last + AROUND));
      start = Math.max(end, lineStart(text, match.index - AROUND));
    }
    last = match.index + match[0].length;
  }
  if (last !== -1) add(start, lineEnd(text, last + AROUND));
  return views;
}

/** The start of the line in which `at` lies; `at` itself if the start is further away than `AROUND`. */
function lineStart(text: string, at: number): number {
  if (at <= 0) return 0;
  const newline = text.slice(Math.max(0, at - AROUND), at).lastIndexOf("\n");
  return newline === -1 ? at : Math.max(0, at - AROUND) + newline + 1;
}

function lineEnd(text: string, at: number): number {
  const newline = text.slice(at, at + AROUND).indexOf("\n");
  return newline === -1 ? Math.min(text.length, at) : at + newline;
}

const MAX_STRETCH = 4096;

/** Views of percent-encoded text, as in a URL's query (`%3Ftoken%3D…`), one for each stretch without blanks. */
function decodePercent(text: string): TextView[] {
  const views: TextView[] = [];
  let end = 0;
  for (const match of text.matchAll(PERCENT_SIGN)) {
    if (match.index < end) continue;
    let start = match.index;
    while (start > end && start > match.index - MAX_STRETCH && (flagsAt(text, start - 1) & (BLANK | QUOTE)) === 0)
      start -= 1;
    end = match.index;
    while (end < text.length && end < match.index + MAX_STRETCH && (flagsAt(text, end) & (BLANK | QUOTE)) === 0)
      end += 1;
    const view = rewrite(text.slice(start, end), /%(?:25){0,2}(?:2[0-9A-F]|[3-6][0-9A-F]|7[0-9A-E])/gi, (code) =>
      String.fromCharCode(Number.parseInt(code.slice(-2), 16)),
    );
    views.push(moved(view, start));
  }
  return views;
}

/**
 * Views of JSON text in which escaped line ends, tabs and other characters are replaced by these characters, so that a
 * file, a table or a coloured line in a string is searched as such. Quotes and backslashes stay escaped, since readers
 * handle them at any depth.
 */
function unescapeJson(text: string): TextView[] {
  return jsonWithEscapes(text).flatMap(([start, end]) => {
    const part = text.slice(start, end);
    const view = moved(
      rewrite(part, JSON_ESCAPE, (escape) => unescaped(escape.replace(/^\\+/, ""))),
      start,
    );
    const inner = [
      ...shown(view.text, MAX_DEPTH),
      ...joined(view.text),
      ...withoutPrefixes(view.text),
      ...dumps(view.text),
      ...spaced(view.text),
    ];
    return [view, ...inner.map((one) => through(one, view))];
  });
}

function unescaped(escape: string): string {
  if (escape.length > 1) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return { n: "\n", r: "\r", t: "\t" }[escape.toLowerCase()] ?? escape;
}
