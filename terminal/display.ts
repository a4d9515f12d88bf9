import type { Style } from "./style.ts";

/** Where text for a person goes: how much of it fits, and how it may be marked. */
export interface Display {
  readonly columns: number;
  readonly rows: number;
  readonly style: Style;
}
