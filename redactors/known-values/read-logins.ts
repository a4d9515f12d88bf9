import type { NamedValue } from "./known-value.ts";

/** `machine HOST login USER password PASSWORD`, over any number of lines. */
export function readNetrc(text: string): NamedValue[] {
  return [...text.matchAll(/(?:^|\s)(?:password|passwd|account)[ \t\r\n]+("(?:[^"\\]|\\.){0,300}"|\S{1,8192})/g)].map(
    ([, value]) => password((value as string).replace(/^"(.*)"$/, "$1").replace(/\\(.)/g, "$1")),
  );
}

/** `host:port:database:user:password` a line; a colon in a field is written `\:`. */
export function readPgpass(text: string): NamedValue[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const fields = line.startsWith("#") ? [] : line.split(/(?<!\\):/);
    return fields.length === 5 ? [password((fields[4] as string).replace(/\\(.)/g, "$1"))] : [];
  });
}

/** One address with a password a line, as git's `store` helper keeps them. */
export function readAddresses(text: string): NamedValue[] {
  return text.split(/\r?\n/).map((value) => ({ name: "address", value }));
}

/** A file that holds one secret and nothing else, as containers get them. */
export function readWhole(text: string): NamedValue[] {
  const value = text.trim();
  return value.includes("\n") || /[=:]\s/.test(value) ? [] : [password(value)];
}

function password(value: string): NamedValue {
  return { name: "password", value };
}
