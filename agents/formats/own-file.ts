import { parse } from "yaml";

import { isObject, type Json, type JsonObject } from "../../kit/json.ts";
import { commandWord } from "./command-line.ts";
import { ownerOf } from "./own-line.ts";
import { ConfigProblem, type Entry, type Format, type Registered } from "./config-file.ts";
import { findCommands } from "./find-commands.ts";

/** A file that is ours from its first byte to its last. `write` gives its whole text. */
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

/** A JSON file of snapveil's own. */
export function ownJson(shape: (entries: readonly Entry[]) => JsonObject) {
  return (events: readonly string[]): Format =>
    ownFile(
      (entries) => `${JSON.stringify(shape(entries), null, 2)}\n`,
      (text) => findCommands(parsed(text, JSON.parse), new Set(events)),
    );
}

/** A YAML file of snapveil's own, made of one list for each event. */
export function ownYaml(events: readonly string[], write: (entries: readonly Entry[]) => string): Format {
  return ownFile(write, (text) =>
    findCommands(
      parsed(text, (source) => parse(source, { maxAliasCount: 0, logLevel: "silent" }) as Json),
      new Set(events),
    ),
  );
}

/**
 * A shell script that starts an entry's line.
 * @param event the event that its name says; "" if it serves every event
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

/** The line of a plugin of snapveil's that names the program to start. */
const PROGRAM = /^const PROGRAM\b[^=]*= (\[.*\]);$/m;
const AGENT = /^const AGENT = "([\w-]+)";$/m;

/** A plugin of snapveil's, with the words in it that start the program. @param source reads it as it is shipped */
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
