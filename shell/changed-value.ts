/**
 * The value of a variable after an operator: `${NAME%/}`, `${NAME:0}`, … For `${NAME:-default}` the result holds both
 * the value and the default, because the shell may use either.
 */
export function changedBy(operator: string, value: string): string {
  const [, colon, sign = "", more = ""] = /^(:?)([-=+?]|%%?|##?|\/[/#%]?|\^\^?|,,?)?(.*)$/s.exec(operator)!;
  if (sign === "?" || operator === "") return value;
  if (colon !== "" && sign === "") return sliced(more, value);
  if (/^[-=+]$/.test(sign)) return `${value} ${more}`;
  if (sign[0] === "^") return value.toUpperCase();
  if (sign[0] === ",") return value.toLowerCase();
  const [pattern, by = ""] = sign[0] === "/" ? splitOnce(more) : [more];
  const isShortest = sign === "%" || sign === "#";
  const body = pattern
    .replace(/[\\^$.|+(){}[\]]/g, "\\$&")
    .replace(/\?/g, ".")
    .replace(/\*/g, isShortest ? ".*?" : ".*");
  // A pattern with several stars is not applied: the match would take time proportional to the square of the value's
  // length.
  if (body === "" || pattern.split("*").length > 2) return value;
  if (sign[0] === "%") return value.replace(new RegExp(`${isShortest ? "^(.*)" : "^(.*?)"}${body}$`, "s"), "$1");
  const [before, flags] = [sign[0] === "#" || sign === "/#" ? "^" : "", sign === "//" ? "gs" : "s"];
  return value.replace(new RegExp(`${before}(?:${body})${sign === "/%" ? "$" : ""}`, flags), () => by);
}

function sliced(range: string, value: string): string {
  const [, from, length] = /^\s?(\d{1,6})(?::(\d{1,6}))?$/.exec(range) ?? [];
  return from === undefined
    ? value
    : value.slice(Number(from), length === undefined ? undefined : Number(from) + Number(length));
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf("/");
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
