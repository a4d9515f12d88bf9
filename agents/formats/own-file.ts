import { parse } from "yaml";

import { isObject, type Json, type JsonObject } from "../../kit/json.ts";
import { commandWord } from "./command-line.ts";
import { ownerOf } from "./own-line.ts";
import { ConfigProblem, type Entry, type Format, type Registered } from "./config-file.ts";
import { findCommands } from "./find-commands.ts";

/**
 * A file whose whole content is snapveil's. `write` returns the content. A file of the same name that snapveil did not
 * write is never overwritten or deleted.
 */
function ownFile(write: (entries: readonly Entry[]) => string, find: (text: string) => readonly Registered[]): Format {
  return {
    put(text, entries) {
      if (text !== undefined && text.trim() !== "" && !find(text).some(({ command }) => ownerOf(command) === "install"))
        throw new ConfigProblem("it was not written by snapveil, and its name is needed");
      return write(entries);
    },
    take: (text) => (find(text).some(({ command }) => ownerOf(command) === "install") ? undefined : text),
    find,
  };
}

/** A JSON file whose whole content is snapveil's. */
export function ownJson(shape: (entries: readonly Entry[]) => JsonObject) {
  return (events: readonly string[]): Format =>
    ownFile(
      (entries) => `${JSON.stringify(shape(entries), null, 2)}\n`,
      (text) => findCommands(parsed(text, JSON.parse), new Set(events)),
    );
}

/** A YAML file whose whole content is snapveil's, with one list for each event. */
export function ownYaml(events: readonly string[], write: (entries: readonly Entry[]) => string): Format {
  return ownFile(write, (text) =>
    findCommands(
      parsed(text, (source) => parse(source, { maxAliasCount: 0, logLevel: "silent" }) as Json),
      new Set(events),
    ),
  );
}

/**
 * A shell script that runs an entry's command.
 * @param event the event for which the script is registered; "" if one script handles every event
 */
export function ownScript(event: string): Format {
  return ownFile(
    ([entry]) =>
      `#!/bin/sh\n# Written by snapveil install; snapveil uninstall takes it away.\nexec ${entry!.command}\n`,
    (text) =>
      text
        .split(/\r?\n/)
        .flatMap((line) =>
          line.startsWith("exec ") && ownerOf(line) ? [{ event, command: line.replace(/^exec /, "") }] : [],
        ),
  );
}

/** The line in the source of snapveil's plugins that lists the words of the command to start. */
const PROGRAM = /^const PROGRAM\b[^=]*= (\[.*\]);$/m;
const AGENT = /^const AGENT = "([\w-]+)";$/m;

/**
 * The source of a plugin of snapveil, in which `words` replace the words of the command to start. @param source reads
 * the source as shipped
 */
export function ownModule(source: () => string, words: readonly string[]): Format {
  const find = (text: string): readonly Registered[] => {
    const [, program] = PROGRAM.exec(text) ?? [];
    const [, agent] = AGENT.exec(text) ?? [];
    if (program === undefined || agent === undefined) return [];
    const line = (parsed(`{ "words": ${program} }`, JSON.parse)["words"] as string[])
      .map((word) => commandWord(word, "linux"))
      .join(" ");
    return [{ event: "", command: `${line} hook --agent ${agent}` }];
  };
  return ownFile(
    () => source().replace(PROGRAM, () => `const PROGRAM: readonly string[] = ${JSON.stringify(words)};`),
    find,
  );
}

function parsed(text: string, read: (text: string) => Json): JsonObject {
  if (text.trim() === "") return {};
  try {
    const value = read(text);
    return isObject(value) ? value : {};
  } catch {
    throw new ConfigProblem("it cannot be read as what its name says");
  }
}
