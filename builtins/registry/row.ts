import type { EventName } from "../../agents/codec/events.ts";
import type { Builtin, BuiltinFile } from "../builtin.ts";

/** Makes the row of a builtin that answers any event. */
export function anyEvent(row: Omit<Builtin, "events">): Builtin {
  return { ...row, events: undefined };
}

/** Makes the row of a builtin for certain events. The compiler checks that its handler takes these events. */
export function certainEvents<const Names extends readonly [EventName, ...EventName[]]>(
  row: Omit<Builtin, "events" | "home" | "load"> & {
    readonly events: Names;
    load(): Promise<BuiltinFile<Names[number]>>;
  },
): Builtin {
  return { ...row, home: row.events[0], load: row.load as Builtin["load"] };
}
