import { printable } from "../../kit/text.ts";
import type { Shape, Path } from "./shape.ts";

/** The words of a text that white space divides. */
export function wordsOf(words: string): string[] {
  return words.split(/\s+/).filter((word) => word !== "");
}

/** A value of a shape, in words: `a list`, `true or false`. */
export function expected(shape: Shape): string {
  if (typeof shape === "string") return SIMPLE[shape];
  if ("either" in shape) return shape.either.map(expected).join(" or ");
  if ("list" in shape) return "a list";
  if ("oneOf" in shape) {
    const words = wordsOf(shape.oneOf).map((word) => `"${word}"`);
    return words.length === 1 ? words[0]! : `one of ${words.join(", ")}`;
  }
  if (!("number" in shape)) return "an object";
  const { above, from, to, whole } = shape.number;
  const bounds = [
    ...(above === undefined ? [] : [`above ${above}`]),
    ...(from === undefined ? [] : [`from ${from} on`]),
    ...(to === undefined ? [] : [`up to ${to}`]),
  ];
  return [whole ? "a whole number" : "a number", ...bounds].join(" ");
}

const SIMPLE: Readonly<Record<Extract<Shape, string>, string>> = {
  any: "anything",
  text: "a text",
  truth: "true or false",
  number: "a number",
  object: "an object",
  null: "null",
  url: "an address such as http://127.0.0.1:8080/",
  digits: "a whole number without a point, a sign or an exponent",
};

/**
 * A path of keys for a sentence. A key that is long or has special characters becomes "…", because the user may have
 * chosen it.
 */
export function named(path: Path): string {
  if (path.length === 0) return "the file";
  const words = path.map((step) => (/^[\w$.@-]{1,40}$/.test(String(step)) ? String(step) : "…"));
  return `"${printable(words.join("."))}"`;
}
