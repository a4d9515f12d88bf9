import { isElsewhere } from "../../shell/doors/programs.ts";
import type { CallCommand, Command } from "../../shell/doors/script.ts";
import { elsewhereOf } from "./elsewhere.ts";
import type { Elsewhere } from "./targets.ts";

/** The machine on which a script runs; an empty one: this machine. */
interface Machine {
  readonly elsewhere?: Elsewhere;
  /** The words of the wrappers that lead there: `ssh web1`. */
  readonly way?: string;
}

const HERE: Machine = {};

/** A command with the folder in which it runs, if that is known. */
type Placed = Command & Partial<Pick<CallCommand, "known">>;

/** The machines on which the scripts of a call run. A wrapper such as `ssh` names one for its command or script. */
export class Machines {
  /** The machines of the scripts that started the present one. */
  readonly #outer: Machine[] = [];
  #present = HERE;
  #next: Machine | undefined;

  /** Whether the present script runs on another machine or in a container. */
  get isAway(): boolean {
    return this.#present.elsewhere !== undefined;
  }

  /** Notes where the scripts of a command run, which begin next. @returns that place, if it is not this machine */
  open(command: Command, folder: string | undefined): Elsewhere | undefined {
    // `ssh host` with a script on its input is itself the wrapper of that script.
    const isFed = /^s(?:sh|ftp)$/.test(command.words[0] ?? "");
    const elsewhere = elsewhereOf(isFed ? { ...command, words: [] } : command, folder);
    this.#next = elsewhere && { elsewhere, way: this.#wayBy(withoutScript(command)) };
    return elsewhere;
  }

  inner(does: "begin" | "end"): void {
    if (does === "end") this.#present = this.#outer.pop() ?? HERE;
    else {
      this.#outer.push(this.#present);
      this.#present = this.#next ?? this.#present;
    }
    this.#next = undefined;
  }

  /** The other machine on which a command runs, with the folder there: by its own wrapper, or by its script's. */
  of(command: Placed): Elsewhere | undefined {
    const own = elsewhereOf(command, command.known);
    const { elsewhere } = this.#present;
    if (own || !elsewhere) return own;
    const { folder: _start, ...rest } = elsewhere;
    return { ...rest, ...(command.known !== undefined && { folder: command.known }) };
  }

  /**
   * The wrapper words by which a command runs elsewhere, those of its script's included; equal words lead to the same
   * machine. `undefined` on this machine.
   */
  wayTo(command: Command): string | undefined {
    const before = ownWay(command);
    return before ? this.#wayBy(before) : this.#present.way;
  }

  /** Calls a function as if the present script ran on this machine. */
  atHome(does: () => void): void {
    const present = this.#present;
    this.#present = HERE;
    does();
    this.#present = present;
  }

  #wayBy(words: readonly string[]): string {
    return [this.#present.way, ...words].filter((word) => word !== undefined).join(" ");
  }
}

/** The words of a command that runs a script, without the script, which may be one word or all words at the end. */
function withoutScript({ all, script = "" }: Command): readonly string[] {
  const before = all.length - script.split(" ").length;
  const isJoined = before > 0 && all.slice(before).join(" ") === script;
  return isJoined ? all.slice(0, before) : all.filter((word) => word !== script);
}

/** Whether a command passes its input to another machine, by its own wrapper or as such a program. */
export function isLeaving(command: Command): boolean {
  return ownWay(command) !== undefined || isElsewhere(command.words[0] ?? "");
}

/** The wrapper words of a command that lead to another machine or into a container; `undefined` if there are none. */
function ownWay({ all, words }: Command): readonly string[] | undefined {
  if (all.length <= words.length) return undefined;
  const before = all.slice(0, all.length - words.length);
  return elsewhereOf({ ...EMPTY, all: before }, undefined) ? before : undefined;
}

/** A command without a word. */
export const EMPTY: Command = { words: [], all: [], assigned: [], taken: [], redirects: [], reads: [], fed: [] };
