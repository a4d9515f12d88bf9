import type { Dialect } from "./dialect.ts";
import type { HookEvent } from "./hook-event.ts";

/** A dialect that another agent speaks word for word, under that agent's name. */
export function renameDialect(dialect: Dialect, name: string, title: string): Dialect {
  return {
    ...dialect,
    name,
    title,
    decode(raw, wireName) {
      const [first, ...rest] = dialect.decode(raw, wireName);
      const renamed = (event: HookEvent): HookEvent => ({ ...event, dialect: name });
      return [renamed(first), ...rest.map(renamed)];
    },
  };
}
