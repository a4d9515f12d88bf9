import { closeSync, fstatSync, openSync, readSync } from "node:fs";

import type { HookEvent } from "../../agents/codec/hook-event.ts";
import { asString, isObject, parseJson, type Json } from "../../kit/json.ts";

/** How many bytes at the end of a transcript are searched for the last message. */
const END = 512 * 1024;

/**
 * The agent's last text of a turn; `undefined` if there is none. Older releases of Claude Code have it only in the
 * transcript.
 */
export function finalTextOf({ finalText, raw }: HookEvent): string | undefined {
  return finalText ?? lastMessage(endOf(asString(raw["transcript_path"])));
}

function lastMessage(text: string): string | undefined {
  for (const line of text.split("\n").toReversed()) {
    const entry = line.startsWith("{") ? parseJson(line) : undefined;
    if (!isObject(entry) || !isObject(entry["message"])) continue;
    if (entry["type"] === "user" && typeof entry["message"]["content"] === "string") return undefined;
    if (entry["type"] !== "assistant" || entry["isSidechain"] === true) continue;
    const said = textsOf(entry["message"]["content"]);
    if (said !== "") return said;
  }
  return undefined;
}

function textsOf(content: Json | undefined): string {
  const parts = Array.isArray(content) ? content.filter(isObject) : [];
  return parts.flatMap((part) => (part["type"] === "text" ? (asString(part["text"]) ?? []) : [])).join("\n");
}

function endOf(file: string | undefined): string {
  if (file === undefined) return "";
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, "r");
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return "";
    const bytes = Buffer.alloc(Math.min(END, stat.size));
    const read = readSync(descriptor, bytes, 0, bytes.length, stat.size - bytes.length);
    return bytes.toString("utf8", 0, read);
  } catch {
    return "";
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
