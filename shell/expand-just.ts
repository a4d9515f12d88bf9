import { folderOf, joined } from "./path-functions.ts";

/** The most levels of expressions and variables inside one another. */
const DEEPEST = 12;

/** The expression of a variable or a parameter by its name. */
export type Lookup = (name: string) => string | undefined;

/** The text of an expression for a shell: `env("HOME") / "x"` becomes `${HOME}/x`. */
export function expandJust(expression: string, lookup: Lookup, depth = 0): string {
  if (depth > DEEPEST) return "";
  const [first = "", ...rest] = partsOf(expression, /^[+/]$/);
  let value = operand(first.trim(), lookup, depth + 1);
  for (let at = 0; at + 1 < rest.length; at += 2) {
    const next = operand(rest[at + 1]!.trim(), lookup, depth + 1);
    value = rest[at] === "/" ? joined([value, next.replace(/^\/+/, "")]) : value + next;
  }
  return value;
}

/** Splits an expression at signs that stand outside of quotes and brackets; the signs are kept. */
function partsOf(expression: string, signs: RegExp): string[] {
  const parts = [""];
  let level = 0;
  for (const [piece] of expression.matchAll(/"(?:[^"\\]|\\.){0,2000}"|'[^']{0,2000}'|`[^`]{0,2000}`|[^]/g)) {
    if (/^[({]$/.test(piece)) level += 1;
    if (/^[)}]$/.test(piece)) level -= 1;
    if (level === 0 && signs.test(piece)) parts.push(piece, "");
    else parts[parts.length - 1] += piece;
  }
  return parts;
}

function operand(text: string, lookup: Lookup, depth: number): string {
  const [, quote, inside = ""] = /^(["'`])(.*)\1$/s.exec(text) ?? [];
  if (quote === "`") return `$(${inside})`;
  if (quote !== undefined) return quote === '"' ? inside.replace(/\\(.)/gs, "$1") : inside;
  if (text.startsWith("(") && text.endsWith(")")) return expandJust(text.slice(1, -1), lookup, depth);
  const [, one = "", other = ""] = /^if\b[^{]*\{([^}]*)\}\s*else\s*\{([^}]*)\}$/s.exec(text) ?? [];
  if (one !== "") return [one, other].map((part) => expandJust(part.trim(), lookup, depth)).join(" ");
  const [, name, given] = /^([\w-]+)\((.*)\)$/s.exec(text) ?? [];
  if (name !== undefined)
    return called(
      name,
      partsOf(given!, /^,$/)
        .filter((part) => part !== ",")
        .map((part) => expandJust(part.trim(), lookup, depth)),
    );
  const value = lookup(text);
  if (value !== undefined) return expandJust(value, lookup, depth);
  return /^[A-Za-z_][\w-]*$/.test(text) ? `\${${text.replaceAll("-", "_")}}` : text;
}

function called(name: string, [first = "", second]: readonly string[]): string {
  if (/^env(?:_var)?(?:_or_default)?$/.test(name))
    return second === undefined ? `\${${first}}` : `\${${first}:-${second}}`;
  if (/^(?:justfile|invocation|source)_dir(?:ectory)?$/.test(name)) return "$PWD";
  if (/^home_dir(?:ectory)?$/.test(name)) return "$HOME";
  if (/^parent_dir(?:ectory)?$/.test(name)) return folderOf(first);
  if (name === "shell") return `$(${first})`;
  return second === undefined ? first : joined([first, second]);
}
