import type { JsonObject } from "../../kit/json.ts";

/** One event's registration, before an agent's own words are found for it. */
export interface Entry {
  /** The event as the agent spells it. */
  readonly event: string;
  /** The line that the agent is to start. */
  readonly command: string;
  /** Seconds after which the agent may kill the hook. */
  readonly seconds: number;
  /** Whether the event is one of a tool call: those are registered with a matcher in most agents. */
  readonly isTool: boolean;
  /** Keys beside the command by which the agent refuses the event where the command fails. */
  readonly closing?: JsonObject;
  /** Variables for the process, for agents that take some with the registration. */
  readonly env?: Readonly<Record<string, string>>;
}

/** One registration of snapveil that is written in a file. */
export interface Registered {
  readonly event: string;
  readonly command: string;
  /** The timeout in the agent's own unit, as it is written. */
  readonly timeout?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** The object in which the command stands, if the file has objects. */
  readonly object?: JsonObject;
}

/** Reads and changes a kind of configuration file as text: every part that is not snapveil's keeps its bytes. */
export interface Format {
  /**
   * The text with these entries and no others that `install` wrote. `undefined`: there is no file.
   * @throws ConfigProblem if the file is broken or nothing can be added to it
   */
  put(text: string | undefined, entries: readonly Entry[]): string;
  /**
   * The text without anything that `install` wrote; `undefined`: nothing is left, the file goes.
   * @param before the text before the installation, if it is known: its lists stay, even empty
   * @throws ConfigProblem if the file is broken
   */
  take(text: string, before: string | undefined): string | undefined;
  /** Every command that starts snapveil, a user's own too. @throws ConfigProblem if the file is broken */
  find(text: string): readonly Registered[];
  /** The file as a value, for questions about other keys. */
  read?(text: string): JsonObject;
}

/** A file that holds registrations of one agent. */
export interface ConfigFile {
  readonly path: string;
  readonly format: Format;
  /** Whether an event of the agent's belongs in this file; absent: all do. */
  readonly holds?: (event: string) => boolean;
  /** The file's content if that is not the agent's entries. */
  readonly entries?: readonly Entry[];
  /** The whole file is snapveil's, and a program: it gets the permission to be run. */
  readonly isProgram?: boolean;
}

/**
 * The reason why a file cannot be used, as the end of a sentence: "it is not valid JSON (line 3)". It never quotes the
 * file.
 */
export class ConfigProblem extends Error {
  override readonly name = "ConfigProblem";
}
