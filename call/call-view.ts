import type { EventFields } from "../agents/codec/hook-event.ts";
import type { Io } from "../kit/io.ts";
import { findRepository, hasWorktree, type Repository, type Worktree } from "../worktree/doors/worktree.ts";
import { withSlashes } from "../shell/doors/values.ts";
import { codeScripts, codesIn, runsCode, withoutCode } from "./code-run.ts";
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

/** The fields of an event that describe a tool call. */
export type CallFacts = Pick<EventFields, "toolName" | "toolCategory" | "toolInput" | "cwd">;

/**
 * A view of a call that computes each property once for an event, however many builtins use it. A rewritten event has a
 * new view. An event without tool arguments looks like an empty call of the kind `tool`.
 */
export class CallView {
  readonly #facts: CallFacts;
  readonly #answers = new Map<object, unknown>();

  constructor(facts: CallFacts) {
    this.#facts = facts;
  }

  /** Whether the call writes a file (`write`), runs a shell (`shell`) or does anything else (`tool`). */
  get kind(): ToolKind {
    const { toolName, toolCategory, toolInput } = this.#facts;
    return this.once(toolKind, () => toolKind(toolName, toolCategory, toolInput));
  }

  /** The words of the tool's name in lower case, without its server: `mcp__files__write_file` → write, file. */
  get words(): readonly string[] {
    return this.once(wordsOfTool, () => wordsOfTool(this.#facts.toolName ?? ""));
  }

  /** Whether the tool, by its name, only shows the content of a file. */
  get isRead(): boolean {
    return this.once(isReadTool, () => isReadTool(this.#facts.toolName ?? ""));
  }

  /** Whether the tool belongs to a server, by MCP or A2A. */
  get isServers(): boolean {
    return isServers(this.#facts.toolName ?? "", this.#facts.toolCategory);
  }

  /** The file in the arguments, unresolved; `undefined` if the arguments name none. */
  get file(): string | undefined {
    return this.once(fileOf, () => fileOf(this.#facts.toolInput));
  }

  /** The files that one key or a list in the arguments names, unresolved. */
  get files(): readonly string[] {
    return this.once(filesOfArguments, () => filesOfArguments(this.#facts.toolInput));
  }

  /** The absolute path of `file`; `undefined` if there is no file, or its folder is unknown. */
  path(env: Io["env"]): string | undefined {
    return resolvedPath(this.file, this.#facts.cwd, env);
  }

  /** Every text in the arguments. The texts of a list are also joined to one. */
  get texts(): readonly string[] {
    return this.once(textsOf, () => textsOf(this.#facts.toolInput ?? null));
  }

  /**
   * The scripts in the arguments of a shell tool, code that it runs included, and the environment and input that the
   * tool gives to a command.
   */
  get shell(): ShellArguments {
    const { toolInput } = this.#facts;
    return this.once(shellArguments, () => {
      if (!runsCode(this.words, toolInput)) return shellArguments(toolInput);
      const { scripts, given } = shellArguments(withoutCode(toolInput));
      return { scripts: [...codeScripts(this.words, toolInput), ...scripts], given: [...given, ...codesIn(toolInput)] };
    });
  }

  /** The scripts that a shell tool certainly runs, without repeats. */
  get scriptsRun(): readonly string[] {
    const { toolName = "", toolInput } = this.#facts;
    return this.once(surelyRun, () => {
      const scripts = runsCode(this.words, toolInput)
        ? [...codeScripts(this.words, toolInput), ...surelyRun(withoutCode(toolInput))]
        : surelyRun(toolInput);
      return POWERSHELL.test(toolName) ? scripts.map(withSlashes) : scripts;
    });
  }

  /** The folder in which a shell tool runs its script; `undefined` if it is unknown. */
  get folder(): string | undefined {
    return this.once(startFolder, () => startFolder(this.#facts.toolInput, this.#facts.cwd));
  }

  /**
   * The repository around a folder, as it was when the first builtin asked. A builtin that runs after a change to the
   * repository, as after a call, looks itself.
   */
  repositoryAt(folder: string): Repository | undefined {
    const known = this.once(findRepository, () => new Map<string, Repository | undefined>());
    if (!known.has(folder)) known.set(folder, findRepository(folder));
    return known.get(folder);
  }

  /** The worktree around a folder; `undefined` if there is none. See `repositoryAt`. */
  worktreeAt(folder: string): Worktree | undefined {
    const repository = this.repositoryAt(folder);
    return repository && hasWorktree(repository) ? repository : undefined;
  }

  /**
   * Computes a further property of the call once.
   * @param question the key of the property, usually the function that computes it
   */
  once<Answer>(question: object, answer: () => Answer): Answer {
    if (!this.#answers.has(question)) this.#answers.set(question, answer());
    return this.#answers.get(question) as Answer;
  }
}

const POWERSHELL = /powershell|pwsh/i;

/** The views of the events that are being answered. */
const VIEWS = new WeakMap<CallFacts, CallView>();

/** The view of an event's call. Each event has one view. */
export function callView(event: CallFacts): CallView {
  const known = VIEWS.get(event);
  if (known) return known;
  const view = new CallView(event);
  VIEWS.set(event, view);
  return view;
}
