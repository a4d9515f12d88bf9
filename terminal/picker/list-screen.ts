import { fit, pad, widthOf } from "../text-width.ts";
import type { ListOptions, ListResult, Preview } from "./list-options.ts";
import { moved, remembering, scrolled, scrolledBy, splitRoom, type Key, type Screen } from "./screen.ts";

/** The description of the key for help; no filter can hold that letter. */
const HELP = "? all keys";

/** A list that is filtered by typing, with a preview of the item at the cursor. */
export class ListScreen<Item> implements Screen<ListResult<Item>> {
  readonly #options: ListOptions<Item>;
  readonly #table: ListOptions<Item>["table"];
  readonly #ticked: Set<Item>;
  readonly #previews = { masked: new Map<Item, Preview>(), revealed: new Map<Item, Preview>() };
  #filter = "";
  /** Whether the person began a filter with `/`, so that `q` is a letter of it. */
  #isTyping = false;
  #found: readonly Item[];
  #cursor = 0;
  #top = 0;
  #previewTop = 0;
  /** The heights of list and preview in the last view, for keys that scroll by a page. */
  #rows = { list: 1, preview: 1 };
  #message = "";
  /** Whether all keys are told in the place of the preview, until the next key. */
  #isHelp = false;

  constructor(options: ListOptions<Item>) {
    this.#options = options;
    this.#table = remembering(options.table);
    this.#found = options.items;
    this.#ticked = new Set(options.items);
  }

  press(key: Key): ListResult<Item> | undefined {
    const to = moved(this.#cursor, key, this.#found.length, this.#rows.list);
    const by = scrolledBy(key, this.#rows.preview);
    this.#message = "";
    const wasHelp = this.#isHelp;
    this.#isHelp = key.text === "?" && !wasHelp;
    // A person who leaves the help does not want to leave the list.
    if (key.text === "?" || (wasHelp && (key.name === "escape" || key.text === "q"))) return undefined;
    if (to !== undefined) this.#moveTo(to);
    else if (by !== undefined) this.#previewTop = Math.max(0, this.#previewTop + by);
    else return this.#act(key);
    return undefined;
  }

  /**
   * Handles a key that does not move the cursor. A key of the list comes before a key of `options`, and before a letter
   * for the filter.
   */
  #act(key: Key): ListResult<Item> | undefined {
    const { press, opens } = this.#options;
    const isEmpty = this.#filter === "";
    if (isEmpty && (key.name === "escape" || (key.text === "q" && !this.#isTyping))) return "back";
    this.#isTyping = isEmpty && key.text === "/";
    if (this.#isTyping) return undefined;
    if (key.name === "return" || key.name === "enter") return this.#choose();
    if (key.name === "escape") this.#search("");
    else if (key.name === "backspace") this.#search([...this.#filter].slice(0, -1).join(""));
    else if (opens?.(key) && this.#item !== undefined) return { item: this.#item, ticked: this.#chosen, opened: true };
    else if (!this.#tickBy(key) && !this.#revealBy(key) && !press?.(key) && key.text !== undefined && !key.ctrl)
      this.#search(this.#filter + key.text);
    return undefined;
  }

  /** Ticks or unticks the item at the cursor, or all items, if the key is one for ticks. @returns whether it is */
  #tickBy(key: Key): boolean {
    const isAll = key.ctrl && key.name === "a";
    if (!this.#options.ticks || (key.name !== "space" && !isAll)) return false;
    if (isAll) this.#tickAll();
    else this.#tick();
    return true;
  }

  /** Shows or masks secrets if the key is the one for secrets. @returns whether it is */
  #revealBy(key: Key): boolean {
    const { reveal } = this.#options;
    if (!key.ctrl || key.name !== "r") return false;
    if (reveal.refusal === undefined) reveal.isOn = !reveal.isOn;
    else this.say(reveal.refusal);
    return true;
  }

  /** Ticks or unticks an item. */
  mark(item: Item, isTicked: boolean): void {
    if (isTicked) this.#ticked.add(item);
    else this.#ticked.delete(item);
  }

  /** Loads the preview of an item anew, since its contents have changed. */
  refresh(item: Item): void {
    this.#previews.masked.delete(item);
    this.#previews.revealed.delete(item);
  }

  /** Shows a sentence instead of the key descriptions, until a key is pressed. */
  say(message: string): void {
    this.#message = message;
  }

  async load(): Promise<boolean> {
    const item = this.#item;
    const known = this.#known;
    if (item === undefined || known.has(item)) return false;
    known.set(item, await this.#options.preview(item));
    return true;
  }

  view(columns: number, rows: number): string[] {
    const { style, ticks } = this.#options;
    const wanted = this.#found.length + (ticks ? 0 : 1); // plus one line for the heading
    const { list, preview, join } = splitRoom(columns, rows - 3, wanted);
    this.#rows = { list: list.rows, preview: preview.rows };
    const shown = [...this.#hints()];
    const isLong = () => widthOf([...shown, HELP].join(" · ")) > columns;
    while (shown.length > 1 && isLong()) shown.pop();
    const keys = [...shown, ...(isLong() ? [] : [HELP])].join(" · ");
    return [
      fit(this.#titleLine(columns), columns),
      fit(this.#filterLine(columns), columns),
      ...join(this.#list(list.columns, list.rows), this.#preview(preview.columns, preview.rows), style),
      this.#message === "" ? style.dim(fit(keys, columns)) : style.yellow(fit(this.#message, columns)),
    ].slice(0, rows);
  }

  /** The descriptions of the keys that hold now: while a filter stands, letters belong to it and escape clears it. */
  #hints(): readonly string[] {
    const { hints } = this.#options;
    if (this.#isTyping) return ["type a filter", "escape leaves"];
    return this.#filter === "" ? hints : ["escape: no filter", ...hints.filter((hint) => !/^q\b/.test(hint))];
  }

  /** The item at the cursor; `undefined` if the filter matches none. */
  get #item(): Item | undefined {
    return this.#found[this.#cursor];
  }

  /** The loaded previews, with or without secrets. */
  get #known(): Map<Item, Preview> {
    return this.#options.reveal.isOn ? this.#previews.revealed : this.#previews.masked;
  }

  /** The ticked items in the order of the list, including those that the filter hides. */
  get #chosen(): Item[] {
    return this.#options.items.filter((item) => this.#ticked.has(item));
  }

  /** The number of items that the filter hides and that choosing the item at the cursor would affect. */
  get #hiddenAlong(): number {
    const { items, goesAlong } = this.#options;
    const item = this.#item;
    if (!goesAlong || item === undefined || this.#found.length === items.length) return 0;
    const found = new Set(this.#found);
    return items.filter((one) => !found.has(one) && goesAlong(one, item)).length;
  }

  #list(columns: number, rows: number): string[] {
    const { style, items, ticks } = this.#options;
    if (this.#found.length === 0)
      return [style.dim(items.length === 0 ? "Nothing is here." : "Nothing fits the filter.")];
    const gutter = ticks ? 6 : 2;
    const { head, rows: lines } = this.#table(this.#found, columns - gutter);
    const isHeaded = head !== undefined && rows > 1;
    const room = Math.max(1, rows - (head === undefined ? 0 : 1));
    this.#top = scrolled(this.#top, this.#cursor, lines.length, room);
    const shown = lines.slice(this.#top, this.#top + room).map((line, n) => this.#line(line, this.#top + n, columns));
    return isHeaded ? [" ".repeat(gutter) + head, ...shown] : shown;
  }

  #line(line: string, at: number, columns: number): string {
    const { style, ticks, goesAlong } = this.#options;
    const item = this.#found[at]!;
    const isHere = at === this.#cursor;
    const arrow = isHere ? style.bold(style.cyan("❯")) : goesAlong?.(item, this.#item!) ? style.yellow("↑") : " ";
    const mark = this.#options.isPart?.(item) ? style.yellow("[~]") : style.green("[✓]");
    const tick = !ticks ? "" : this.#ticked.has(item) ? `${mark} ` : "[ ] ";
    const text = fit(`${arrow} ${tick}${line}`, columns);
    return isHere ? style.bold(text) : text;
  }

  #preview(columns: number, rows: number): string[] {
    const { style } = this.#options;
    if (this.#isHelp) return [...this.#hints(), "ctrl c: leave, and change nothing"].map((hint) => fit(hint, columns));
    if (this.#item === undefined || rows === 0) return [];
    const lines = this.#known.get(this.#item)?.(columns);
    if (!lines) return [style.dim("…")];
    this.#previewTop = Math.min(this.#previewTop, Math.max(0, lines.length - rows));
    const shown = lines.slice(this.#previewTop, this.#previewTop + rows);
    const below = lines.length - this.#previewTop - rows;
    if (below > 0) shown[rows - 1] = style.dim(fit(`… ${below + 1} more lines (shift ↓)`, columns));
    return shown;
  }

  #titleLine(columns: number): string {
    const { style, items, ticks } = this.#options;
    const some = ticks ? this.#ticked.size : this.#found.length;
    const count = ticks || this.#filter !== "" ? `${some} of ${items.length}` : String(items.length);
    const title = fit(this.#options.title(this.#item, this.#chosen, this.#hiddenAlong), columns - count.length - 2);
    return `${style.bold(pad(title, columns - count.length))}${style.dim(count)}`;
  }

  #filterLine(columns: number): string {
    const { style } = this.#options;
    if (this.#filter === "") return style.dim(fit(this.#isTyping ? "filter:" : "type to filter", columns));
    const room = columns - 9;
    const isLong = widthOf(this.#filter) > room; // the end of a long filter is shown, where the person types
    const tail = isLong ? [...this.#filter].slice(-Math.max(1, Math.floor(room / 2))).join("") : this.#filter;
    return `${style.dim("filter: ")}${tail}${style.inverse(" ")}`;
  }

  #choose(): ListResult<Item> | undefined {
    const [item, ticked] = [this.#item, this.#chosen];
    if (item !== undefined && (!this.#options.ticks || ticked.length > 0)) return { item, ticked };
    if (item !== undefined) this.say("Nothing is ticked: space ticks.");
    else this.say(this.#filter === "" ? "Nothing is here." : "Nothing fits the filter: escape clears it.");
    return undefined;
  }

  #tick(): void {
    if (this.#item === undefined) return;
    if (!this.#ticked.delete(this.#item)) this.#ticked.add(this.#item);
    this.#moveTo(Math.min(this.#cursor + 1, this.#found.length - 1));
  }

  /** Ticks all items that the filter matches; if all are ticked, unticks them. */
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

  /** Applies a filter. The cursor stays on its item if the filter matches it. */
  #search(filter: string): void {
    const item = this.#item;
    const words = filter.toLowerCase().split(/\s+/);
    this.#filter = filter;
    this.#found = this.#options.items.filter((one) => {
      const text = this.#options.textOf(one).toLowerCase();
      return words.every((word) => text.includes(word));
    });
    this.#cursor = Math.max(0, item === undefined ? 0 : this.#found.indexOf(item));
    this.#previewTop = 0;
  }
}
