import { isLoss, statementsOf } from "./databases.ts";
import type { CommandView } from "./rule.ts";

const CREATES_OR_DROPS = /create|drop|truncate|delete|update|alter/i;
const CREATES =
  /^create\s+(?:(?:or\s+replace|global|local|temp|temporary|unlogged|virtual|materialized|external|foreign)\s+)*(database|schema|table|view|keyspace)\s+(?!if\s+not\b)["`[]?([\w.-]+)/i;
const DROPS =
  /^drop\s+(?:materialized\s+)?(database|schema|table|view|keyspace)\s+(?:if\s+exists\s+)?["`[]?([\w.-]+)["`\]]?(?:\s+(?:cascade|restrict|force|with\b.*))?$/is;

/** Options of clients that say how a statement is passed or its result is shown, and not to which database it goes. */
const OF_STATEMENTS = /^-[qtAXNBec]+$|^--(?:quiet|tuples-only|no-align|command|execute|eval)$/;

/** The tables, views and databases that earlier commands of the call created, each with the database that holds it. */
export class MadeTables {
  readonly #made = new Set<string>();

  /**
   * Whether a command drops something, and all of that was created earlier by this call in the same database; notes what
   * the command creates. A table created with `if not exists` may have existed before, so it does not count as created.
   * @param where the wrapper words that lead to the machine on which the command runs: see `Machines.wayTo`
   */
  has(view: CommandView, where: string | undefined): boolean {
    let drops = false;
    let isOther = false;
    for (const statement of statementsOf(view, CREATES_OR_DROPS)) {
      const [, kind, name] = CREATES.exec(statement) ?? [];
      if (kind !== undefined) this.#made.add(keyOf(kind, name, view, where));
      const isDrop = /^drop\s+database\b/i.test(statement) || isLoss(statement);
      if (!isDrop) continue;
      const [, of, dropped] = DROPS.exec(statement) ?? [];
      drops = true;
      isOther ||= of === undefined || !this.#made.has(keyOf(of, dropped, view, where));
    }
    return drops && !isOther;
  }
}

function keyOf(kind: string, name: string | undefined, view: CommandView, where: string | undefined): string {
  const connection = view.own.filter((word) => !CREATES_OR_DROPS.test(word) && !OF_STATEMENTS.test(word));
  return [`${kind} ${name}`.toLowerCase(), where ?? "", ...view.assigned, view.name, ...connection].join("\0");
}
