import type { CommandView } from "./rule.ts";

/**
 * Matches a verb that creates something. In `create-table` and `apps:create` the rest of the word is the kind of the
 * thing.
 */
const MAKES = /^-{0,2}(?:([\w-]+):)?(?:create|new|init|mb|make|add)(?:-([\w-]+))?$/;
const TAKES = /^-{0,2}(?:([\w-]+):)?(?:delete|del|rm|rb|remove|destroy|drop)(?:-([\w-]+))?$/;
/** Options about the way in which a command works. They do not identify the thing on which it works. */
const MANNER =
  /^(?:-[fyqvr]{1,3}|--(?:yes|force|quiet|confirm|recursive|purge|now|if-exists|no-\w+|wait|auto-approve)(?:=.*)?|--ignore-not-found.*|--cascade.*)$/;
/** Options that name the server or the account. A thing with the same name on another server is another thing. */
const SCOPE =
  /^(?:-[nHhg]|--(?:context|kube-context|kubeconfig|namespace|profile|project|account|subscription|endpoint-url|server|host|region|cluster|bootstrap-server))$/;
/** How many of a command's first words may be the verb. */
const BEGINNING = 6;
const SAME: Readonly<Record<string, string>> = { ns: "namespace", namespaces: "namespace", volumes: "volume" };

/** A thing at a service, as the words of a command name it. */
interface Thing {
  /** The program with the variables that are set for it. */
  readonly program: string;
  /** The wrapper words that lead to the machine or container: see `Machines.wayTo`; `undefined`: this machine. */
  readonly where: string | undefined;
  readonly names: ReadonlySet<string>;
  readonly options: ReadonlyMap<string, string>;
}

/**
 * The things that earlier commands of the call created at services: `docker volume create v`, `createdb x`, `aws s3 mb
 * s3://b`.
 */
export class MadeThings {
  readonly #made: Thing[] = [];

  note(view: CommandView, where: string | undefined): void {
    const thing = thingOf(view, where, MAKES, "createdb");
    if (thing) this.#made.push(thing);
  }

  /** Whether a command removes a thing that the call created, and names no other thing. */
  has(view: CommandView, where: string | undefined): boolean {
    if (this.#made.length === 0) return false;
    const taken = thingOf(view, where, TAKES, "dropdb");
    return (
      taken !== undefined && taken.names.size + taken.options.size > 0 && this.#made.some((made) => isSame(taken, made))
    );
  }
}

function isSame(taken: Thing, made: Thing): boolean {
  const isThere = ([option, value]: [string, string]) => made.options.get(option) === value;
  return (
    taken.program === made.program &&
    taken.where === made.where &&
    [...taken.names].every((name) => made.names.has(name)) &&
    [...taken.options].every(isThere) &&
    [...made.options].every(([option, value]) => !SCOPE.test(option) || taken.options.get(option) === value)
  );
}

/**
 * The thing that a command creates or removes; `undefined` if it has no such verb. @param alone a program that needs no
 * verb, such as `createdb`
 */
function thingOf(view: CommandView, where: string | undefined, verbs: RegExp, alone: string): Thing | undefined {
  const { name, own, assigned } = view;
  const at = name === alone ? -1 : own.findIndex((word, index) => index < BEGINNING && verbs.test(word));
  if (name !== alone && at === -1) return undefined;
  const [, before, behind] = verbs.exec(own[at] ?? "") ?? [];
  const names = new Set([before, behind].filter((word) => word !== undefined));
  const options = new Map<string, string>();
  const words = own.filter((word, index) => index !== at && !MANNER.test(word));
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]!;
    const [, option, value] = /^(--?[\w-]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (option === undefined) names.add(SAME[word] ?? word);
    else if (value !== undefined) options.set(option, value);
    else if (index + 1 < words.length && !words[index + 1]!.startsWith("-")) options.set(option, words[(index += 1)]!);
    else options.set(option, "");
  }
  const program = [...assigned, name === alone ? "db" : name].join(" ");
  return { program, where, names, options };
}
