import type { Json } from "../../kit/json.ts";
import { isObject } from "../../kit/json.ts";

/** What the placeholders of a case stand for. */
export interface Placeholders {
  readonly cwd: string;
  readonly home: string;
  readonly server: string;
  /** Tokens in parts, so that no scanner takes the file of cases for a leak. */
  readonly tokens: Readonly<Record<string, readonly string[]>>;
}

/** A value of a case with every placeholder replaced. */
export function fillIn(value: Json, places: Placeholders): Json {
  if (typeof value === "string") {
    const messages = /^\{\{MESSAGES:(\d+):(\d+):(\w+)\}\}$/.exec(value);
    if (messages) return conversation(Number(messages[1]), Number(messages[2]), token(messages[3]!, places));
    return fillText(value, places);
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, places));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [fillText(key, places), fillIn(item, places)]),
    );
  return value;
}

export function fillText(text: string, places: Placeholders): string {
  return text
    .replaceAll("{{CWD_RE}}", places.cwd.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"))
    .replaceAll("{{CWD}}", places.cwd)
    .replaceAll("{{HOME}}", places.home)
    .replaceAll("{{SERVER}}", places.server)
    .replace(/\{\{TOK:(\w+)\}\}/g, (_, name: string) => token(name, places))
    .replace(/\{\{REPEAT:([\s\S]*?):(\d+)\}\}/g, (_, part: string, times: string) => part.repeat(Number(times)))
    .replace(/\{\{BIGTEXT:(\d+):(\w+)\}\}/g, (_, bytes: string, name: string) =>
      bigText(Number(bytes), token(name, places)),
    );
}

function token(name: string, { tokens }: Placeholders): string {
  const parts = tokens[name];
  if (!parts) throw new Error(`The case names a token that is not there: ${name}`);
  return parts.join("");
}

function conversation(count: number, dirty: number, secret: string): Json {
  return Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? "user" : "assistant",
    content: index === dirty ? `message ${index} with ${secret} in it` : `message ${index} about nothing much`,
  }));
}

function bigText(bytes: number, secret: string): string {
  const prose = "The quick brown fox jumps over the lazy dog while nobody looks. ";
  const half = prose.repeat(Math.ceil(bytes / 2 / prose.length));
  return `${half}${secret} ${half}`;
}
