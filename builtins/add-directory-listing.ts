import { readdirSync } from "node:fs";

import { printable } from "../kit/text.ts";
import { context, nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Call } from "./call.ts";
import { redactName, redactQuoted } from "./redact-quoted.ts";

/** How many entries are listed; of the rest only the number is told. */
const LIMIT = 100;

/**
 * Lists the entries at the top of the working directory without hidden ones. Folders get a slash behind their name. The
 * names, with their slashes, are sorted by their bytes.
 */
export default async function addDirectoryListing(event: HookEvent, call: Call): Promise<Outcome> {
  if (!event.cwd) return nothing;
  const names = visibleNames(event.cwd);
  if (names.length === 0) return nothing;
  const oneLine = async (name: string) => (printable(name) === name ? name : redactName(name, call, event.cwd));
  const lines = await Promise.all(names.slice(0, LIMIT).map(async (name) => `- ${await oneLine(name)}`));
  if (names.length > LIMIT) lines.push(`... and ${names.length - LIMIT} more`);
  const heading = `Top-level entries in ${await oneLine(event.cwd)}`;
  return context(await redactQuoted(`${heading}:\n\n${lines.join("\n")}`, call, event.cwd));
}

function visibleNames(folder: string): string[] {
  try {
    const names = readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith("."))
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    // sort() compares UTF-16 units, which gives the order of the UTF-8 bytes unless a name holds a surrogate pair.
    return names.some((name) => /[\ud800-\udfff]/.test(name))
      ? names.sort((first, second) => Buffer.compare(Buffer.from(first), Buffer.from(second)))
      : names.sort();
  } catch {
    return [];
  }
}
