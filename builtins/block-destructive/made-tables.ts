import { isLoss, statementsOf } from "./databases.ts";
import type { CommandView } from "./rule.ts";

const CREATES =
  /^create\s+(?:(?:or\s+replace|global|local|temp|temporary|unlogged|virtual|materialized|external|foreign)\s+)*(database|schema|table|view|keyspace)\s+(?!if\s+not\b)["`[]?([\w.-]+)/i;
const DROPS =
  /^drop\s+(?:materialized\s+)?(database|schema|table|view|keyspace)\s+(?:if\s+exists\s+)?["`[]?([\w.-]+)["`\]]?(?:\s+(?:cascade|restrict|force|with\b.*))?$/is;

/**
 * Whether every table, view or database that a command drops was created earlier by this call. A table created with `if
 * not exists` may have existed before, so it does not count as created.
 * @param made the kinds and names that the call created so far; those of `view` are added
 */
export function areMadeBefore(view: CommandView, made: Set<string>): boolean {
  let drops = false;
  let isOther = false;
  for (const statement of statementsOf(view, /create|drop|truncate|delete|update|alter/i)) {
    const [, kind, name] = CREATES.exec(statement) ?? [];
    if (kind !== undefined) made.add(`${kind} ${name}`.toLowerCase());
    const isDrop = /^drop\s+database\b/i.test(statement) || isLoss(statement);
    if (!isDrop) continue;
    const [, of, dropped] = DROPS.exec(statement) ?? [];
    drops = true;
    isOther ||= of === undefined || !made.has(`${of} ${dropped}`.toLowerCase());
  }
  return drops && !isOther;
}
