import type { Style } from "../display.ts";
import type { Key } from "./screen.ts";

/** Returns the lines of a preview for a width in columns. */
export type Preview = (columns: number) => readonly string[];

interface Table {
  readonly head?: string;
  readonly rows: readonly string[];
}

/** The items and behaviour of a list. The items do not change while it is shown. */
export interface ListOptions<Item> {
  readonly style: Style;
  readonly items: readonly Item[];
  /** Whether items can be ticked with the space bar. At first all are ticked. */
  readonly ticks: boolean;
  /** Descriptions of keys, most important ones first. */
  readonly hints: readonly string[];
  /** @param hidden how many items the filter hides that choosing this item would affect */
  title(item: Item | undefined, ticked: readonly Item[], hidden: number): string;
  /** The text of an item in which the filter searches. */
  textOf(item: Item): string;
  /** The items as lines, with an optional heading. */
  table(items: readonly Item[], columns: number): Table;
  preview(item: Item): Promise<Preview>;
  /** Whether choosing the item `chosen` also affects `item`. If so, an arrow marks `item`. */
  goesAlong?(item: Item, chosen: Item): boolean;
  /** Handles a key that the list does not use. Returns whether it was handled. */
  press?(key: Key): boolean;
  /** Whether a key opens the item at the cursor instead of choosing the ticked items. */
  opens?(key: Key): boolean;
  /** Whether only a part of an item is ticked. The item then has another mark. */
  isPart?(item: Item): boolean;
  /** Whether previews show secrets; Ctrl-R switches it. */
  readonly reveal: Reveal;
}

/** Whether previews show secrets, shared by all screens of a picker. */
export interface Reveal {
  isOn: boolean;
  /** Why secrets cannot be shown, as a sentence; absent if they can. */
  readonly refusal?: string | undefined;
}

/** The result of a list. `opened` is set if a key opened the item instead of choosing it. */
export type ListResult<Item> =
  | "back"
  | { readonly item: Item; readonly ticked: readonly Item[]; readonly opened?: true };
