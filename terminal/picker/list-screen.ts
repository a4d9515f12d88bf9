import type { Style } from "../style.ts";
import { cut, fit, pad, widthOf } from "../text-width.ts";
import { joinPanes, moved, scrolled, scrolledBy, splitRoom, type Key, type Screen } from "./screen.ts";

/** Lines of a preview for a width. */
export type Preview = (columns: number) => string[];

export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly string[];
}

/** What is chosen from. Items never change while the screen is there. */
export interface ListOptions<Item> {
  readonly style: Style;
  readonly items: readonly Item[];
  /** Whether items can be ticked with the space bar; all are at first. */
  readonly ticks: boolean;
  /** The keys, in words, the most important first. */
  readonly hints: readonly string[];
  title(item: Item | undefined, ticked: readonly Item[]): string;
  /** What the filter looks through. */
  textOf(item: Item): string;
  /** Items as lines below some heads. */
  table(items: readonly Item[], columns: number): Table;
  preview(item: Item): Promise<Preview>;
  /** Whether an item that is not chosen itself goes along with the one that is. */
  goesAlong?(item: Item, chosen: Item): boolean;
  /** Another key; gives whether it means anything. */
  press?(key: Key): boolean;
}

export type ListResult<Item> = "back" | { readonly item: Item; readonly ticked: readonly Item[] };

/** A list that is filtered while one types, with a preview of the item where the cursor is. */
export class ListScreen<Item> implements Screen<ListResult<Item>> {
  readonly #options: ListOptions<Item>;
  readonly #ticked: Set<Item>;
  readonly #previews = new Map<Item, Preview>();
  #filter = "";
  #found: readonly Item[];
  #cursor = 0;
  #top = 0;
  #previewTop = 0;
  /** Of the last view: what a page is. */
  #rooms = { list: 1, preview: 1 };
  #message = "";
  /** The last table: thousands of rows are not made anew for each key. */
  #made: { readonly found: readonly Item[]; readonly columns: number; readonly table: Table } | undefined;

  constructor(options: ListOptions<Item>) {
    this.#options = options;
    this.#found = options.items;
    this.#ticked = new Set(options.items);
  }

  press(key: Key): ListResult<Item> | undefined {
    const to = moved(this.#cursor, key, this.#found.length, this.#rooms.list);
    const by = scrolledBy(key, this.#rooms.preview);
    this.#message = "";
    if (to !== undefined) this.#moveTo(to);
    else if (by !== undefined) this.#previewTop = Math.max(0, this.#previewTop + by);
    else if (key.name === "escape") return this.#escape();
    else if (key.name === "return" || key.name === "enter") return this.#choose();
    else if (key.name === "backspace") this.#search([...this.#filter].slice(0, -1).join(""));
    else if (this.#options.ticks && key.name === "space") this.#tick();
    else if (this.#options.ticks && key.ctrl && key.name === "a") this.#tickAll();
    else if (this.#options.press?.(key)) return undefined;
    else if (key.text !== undefined && !key.ctrl) this.#search(this.#filter + key.text);
    return undefined;
  }

  /** A sentence in place of the keys, until the next one is pressed. */
  say(message: string): void {
    this.#message = message;
  }

  async load(): Promise<boolean> {
    const item = this.#found[this.#cursor];
    if (item === undefined || this.#previews.has(item)) return false;
    const preview = await this.#options.preview(item);
    this.#previews.set(item, preview);
    return true;
  }

  view(columns: number, rows: number): string[] {
    const { style, hints, ticks } = this.#options;
    const item = this.#found[this.#cursor];
    const head = [cut(this.#titleLine(columns), columns), cut(this.#filterLine(columns), columns)];
    const wanted = this.#found.length + (ticks ? 0 : 1); // the head of a table
    const split = splitRoom(columns, rows - head.length - 1, wanted);
    this.#rooms = { list: split.list.rows, preview: split.preview.rows };
    const above = this.#list(split.list.columns, split.list.rows);
    const below = this.#preview(item, split.preview.columns, split.preview.rows);
    const foot = this.#message === "" ? style.dim(fitHints(hints, columns)) : style.yellow(fit(this.#message, columns));
    return [...head, ...joinPanes(split, above, below, style), foot].slice(0, rows);
  }

  #list(columns: number, rows: number): string[] {
    const { style, items, ticks } = this.#options;
    if (this.#found.length === 0)
      return [style.dim(items.length === 0 ? "Nothing is here." : "Nothing fits the filter.")];
    const gutter = ticks ? 6 : 2;
    const { heads, rows: lines } = this.#table(columns - gutter);
    const room = Math.max(1, rows - heads.length);
    this.#top = scrolled(this.#top, this.#cursor, lines.length, room);
    const shown = lines.slice(this.#top, this.#top + room).map((line, n) => this.#line(line, this.#top + n, columns));
    return [...(rows > heads.length ? heads.map((line) => `${" ".repeat(gutter)}${line}`) : []), ...shown];
  }

  #table(columns: number): Table {
    if (this.#made?.found !== this.#found || this.#made.columns !== columns)
      this.#made = { found: this.#found, columns, table: this.#options.table(this.#found, columns) };
    return this.#made.table;
  }

  #line(line: string, at: number, columns: number): string {
    const { style, ticks, goesAlong } = this.#options;
    const item = this.#found[at]!;
    const isChosen = at === this.#cursor;
    const chosen = this.#found[this.#cursor]!;
    const arrow = isChosen ? style.bold(style.cyan("❯")) : goesAlong?.(item, chosen) ? style.yellow("↑") : " ";
    const tick = !ticks ? "" : this.#ticked.has(item) ? `${style.green("[✓]")} ` : "[ ] ";
    const text = cut(`${arrow} ${tick}${line}`, columns);
    return isChosen ? style.bold(text) : text;
  }

  #preview(item: Item | undefined, columns: number, rows: number): string[] {
    if (item === undefined || rows === 0) return [];
    const preview = this.#previews.get(item);
    if (!preview) return [this.#options.style.dim("…")];
    const lines = preview(columns);
    this.#previewTop = Math.min(this.#previewTop, Math.max(0, lines.length - rows));
    const below = lines.length - this.#previewTop - rows;
    const shown = lines.slice(this.#previewTop, this.#previewTop + rows);
    if (below > 0) shown[rows - 1] = this.#options.style.dim(fit(`… ${below + 1} more lines (shift ↓)`, columns));
    return shown;
  }

  #titleLine(columns: number): string {
    const { style, items, ticks } = this.#options;
    const count = ticks
      ? `${this.#ticked.size} of ${items.length}`
      : this.#filter === ""
        ? String(items.length)
        : `${this.#found.length} of ${items.length}`;
    const title = fit(this.#options.title(this.#found[this.#cursor], this.#chosen()), columns - count.length - 2);
    return `${style.bold(pad(title, columns - count.length))}${style.dim(count)}`;
  }

  #filterLine(columns: number): string {
    const { style } = this.#options;
    if (this.#filter === "") return style.dim(fit("type to filter", columns));
    const room = columns - 9;
    const tail =
      widthOf(this.#filter) > room
        ? [...this.#filter].slice(-Math.max(1, Math.floor(room / 2))).join("")
        : this.#filter;
    return `${style.dim("filter: ")}${tail}${style.inverse(" ")}`;
  }

  /** The ticked items in the order of the list, also those that the filter hides. */
  #chosen(): Item[] {
    return this.#options.items.filter((item) => this.#ticked.has(item));
  }

  #choose(): ListResult<Item> | undefined {
    const item = this.#found[this.#cursor];
    const ticked = this.#chosen();
    if (item !== undefined && (!this.#options.ticks || ticked.length > 0)) return { item, ticked };
    this.say(item === undefined ? "Nothing is chosen." : "Nothing is ticked: space ticks a file.");
    return undefined;
  }

  #escape(): "back" | undefined {
    if (this.#filter === "") return "back";
    this.#search("");
    return undefined;
  }

  #tick(): void {
    const item = this.#found[this.#cursor];
    if (item === undefined) return;
    if (!this.#ticked.delete(item)) this.#ticked.add(item);
    this.#moveTo(Math.min(this.#cursor + 1, this.#found.length - 1));
  }

  /** What the filter shows: all of it, or none where all is ticked already. */
  #tickAll(): void {
    const isAll = this.#found.every((item) => this.#ticked.has(item));
    for (const item of this.#found)
      if (isAll) this.#ticked.delete(item);
      else this.#ticked.add(item);
  }

  #moveTo(cursor: number): void {
    if (cursor !== this.#cursor) this.#previewTop = 0;
    this.#cursor = cursor;
  }

  /** The cursor stays on its item where that is still shown. */
  #search(filter: string): void {
    const item = this.#found[this.#cursor];
    const words = filter.toLowerCase().split(/\s+/);
    this.#filter = filter;
    this.#found = this.#options.items.filter((one) => {
      const text = this.#options.textOf(one).toLowerCase();
      return words.every((word) => text.includes(word));
    });
    this.#moveTo(Math.max(0, item === undefined ? 0 : this.#found.indexOf(item)));
    this.#previewTop = 0;
  }
}

function fitHints(hints: readonly string[], columns: number): string {
  const shown = [...hints];
  while (shown.length > 1 && widthOf(shown.join(" · ")) > columns) shown.pop();
  return fit(shown.join(" · "), columns);
}
