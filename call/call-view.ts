import type { EventFields } from "../agents/codec/hook-event.ts";
import type { Io } from "../kit/io.ts";
import { shellArguments, surelyRun, type ShellArguments } from "./shell-arguments.ts";
import { startFolder } from "./start-folder.ts";
import {
  fileOf,
  filesOfArguments,
  isReadTool,
  isServers,
  resolvedPath,
  textsOf,
  toolKind,
  wordsOfTool,
  type ToolKind,
} from "./tool-kind.ts";

/** The part of an event that tells what the call is. */
export type CallFacts = Pick<EventFields, "toolName" | "toolCategory" | "toolInput" | "cwd">;

/**
 * What a call is: each question is answered once an event, however many builtins ask. A rewritten event is another
 * call. An event without arguments of a tool has the view of an empty call of the kind `tool`.
 */
export class CallView {
  readonly #facts: CallFacts;
  readonly #answers = new Map<object, unknown>();

  constructor(facts: CallFacts) {
    this.#facts = facts;
  }

  /** Whether the call writes a file, runs a shell, or does anything else. */
  get kind(): ToolKind {
    const { toolName, toolCategory, toolInput } = this.#facts;
    return this.once(toolKind, () => toolKind(toolName, toolCategory, toolInput));
  }

  /** The words of the tool's name in lower case, without its server: `mcp__files__write_file` → write, file. */
  get words(): readonly string[] {
    return this.once(wordsOfTool, () => wordsOfTool(this.#facts.toolName ?? ""));
  }

  /** Whether the tool's name says that it shows a file's content and does nothing else. */
  get isRead(): boolean {
    return this.once(isReadTool, () => isReadTool(this.#facts.toolName ?? ""));
  }

  /** Whether the tool is one of a server's, by MCP or A2A. */
  get isServers(): boolean {
    return isServers(this.#facts.toolName ?? "", this.#facts.toolCategory);
  }

  /** The file that the arguments name, in their spelling. */
  get file(): string | undefined {
    return this.once(fileOf, () => fileOf(this.#facts.toolInput));
  }

  /** The files that the arguments name, alone or in a list, in their spelling. */
  get files(): readonly string[] {
    return this.once(filesOfArguments, () => filesOfArguments(this.#facts.toolInput));
  }

  /** The absolute path of `file`; `undefined` if that cannot be known. */
  path(env: Io["env"]): string | undefined {
    return resolvedPath(this.file, this.#facts.cwd, env);
  }

  /** Every text in the arguments; a list also as one text. */
  get texts(): readonly string[] {
    return this.once(textsOf, () => textsOf(this.#facts.toolInput ?? null));
  }

  /** The scripts in the arguments, if the tool is a shell's, and the texts that a command is given beside its words. */
  get shell(): ShellArguments {
    return this.once(shellArguments, () => shellArguments(this.#facts.toolInput));
  }

  /** The scripts that a shell's tool surely runs, each once. */
  get scriptsRun(): readonly string[] {
    return this.once(surelyRun, () => surelyRun(this.#facts.toolInput));
  }

  /** The folder in which a shell's script begins; `undefined` if that cannot be told. */
  get folder(): string | undefined {
    return this.once(startFolder, () => startFolder(this.#facts.toolInput, this.#facts.cwd));
  }

  /**
   * The answer to a question about the call that only some builtins ask.
   * @param question the function that answers it, as the answer's name
   */
  once<Answer>(question: object, answer: () => Answer): Answer {
    if (!this.#answers.has(question)) this.#answers.set(question, answer());
    return this.#answers.get(question) as Answer;
  }
}

/** The views of the events that are in work. */
const VIEWS = new WeakMap<CallFacts, CallView>();

/** The view of an event's call: the same for everybody who asks about the same event. */
export function callView(event: CallFacts): CallView {
  const known = VIEWS.get(event);
  if (known) return known;
  const view = new CallView(event);
  VIEWS.set(event, view);
  return view;
}
