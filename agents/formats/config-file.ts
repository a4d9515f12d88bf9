import type { JsonObject } from "../../kit/json.ts";

/** One hook to register, before it is written in the form of an agent. */
export interface Entry {
  /** The event's wire name. */
  readonly event: string;
  /** The command that the agent is to run. */
  readonly command: string;
  /** The timeout in seconds. */
  readonly seconds: number;
  /** Whether the event is about a tool call. Most agents register such an event with a matcher of tools. */
  readonly isTool: boolean;
  /** Keys beside the command that make the agent refuse the event if the command fails. */
  readonly closing?: JsonObject;
  /** Variables for the hook's process, for agents that take them beside the command. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A command that starts snapveil, as found in a file of an agent. */
export interface Registered {
  readonly event: string;
  readonly command: string;
  /** The timeout as written, in the agent's own unit. */
  readonly timeout?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** The object that holds the command, in files that consist of objects. */
  readonly object?: JsonObject;
}

/** Reads and edits one kind of configuration file as text. Every byte that is not snapveil's stays as it is. */
export interface Format {
  /**
   * Returns the text with exactly these entries from `install`; other entries that `install` wrote before are removed.
   * `text` is `undefined` if the file does not exist.
   * @throws ConfigProblem if the file is broken or the entries cannot be added
   */
  put(text: string | undefined, entries: readonly Entry[]): string;
  /**
   * Returns the text without the entries from `install`; `undefined` if nothing else is left and the file can be
   * deleted.
   * @param before the text before the installation, if known: a list or object in this text is kept, even if it is now
   * empty
   * @throws ConfigProblem if the file is broken
   */
  take(text: string, before: string | undefined): string | undefined;
  /**
   * Finds every command that starts snapveil, including commands that the user wrote. @throws ConfigProblem if the file
   * is broken
   */
  find(text: string): readonly Registered[];
  /** The parsed file, for callers that need other keys. */
  read?(text: string): JsonObject;
}

/** A file in which hooks of an agent are registered. */
export interface ConfigFile {
  readonly path: string;
  readonly format: Format;
  /** Whether an event is registered in this file; absent: all events are. */
  readonly holds?: (event: string) => boolean;
  /** Entries to write to this file instead of the entries of the agent's events. */
  readonly entries?: readonly Entry[];
  /** The whole file is a program by snapveil, so it is written as executable. */
  readonly isProgram?: boolean;
}

/**
 * The reason why a file cannot be used, as the end of a sentence: "it is not valid JSON (line 3)". The message never
 * quotes the file.
 */
export class ConfigProblem extends Error {
  override readonly name = "ConfigProblem";
}
