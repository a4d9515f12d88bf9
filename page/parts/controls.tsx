import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { printable } from "../words.ts";
import { Picture, type IconName } from "./icons.tsx";

export interface SearchFieldProps {
  readonly id?: string;
  /** The label for screen readers. */
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** Whether blanks at the beginning and the end of the text are kept. */
  readonly isExact?: boolean;
  readonly onChange: (text: string) => void;
}

export function SearchField({ id, label, placeholder, value, isExact = false, onChange }: SearchFieldProps) {
  return (
    <label class="field search">
      <span class="hidden">{label}</span>
      <Picture name="search" />
      <input
        type="search"
        id={id}
        placeholder={placeholder}
        value={value}
        onInput={({ currentTarget: { value: text } }) => onChange(isExact ? text : text.trim())}
      />
    </label>
  );
}

export interface SegmentsProps<Choice extends string> {
  readonly label: string;
  /** The label of each choice. */
  readonly choices: Readonly<Record<Choice, string>>;
  readonly chosen: Choice;
  readonly onChoose: (choice: Choice) => void;
}

/** Several choices side by side, of which one is active. */
export function Segments<Choice extends string>({ label, choices, chosen, onChoose }: SegmentsProps<Choice>) {
  return (
    <div class="segments" role="group" aria-label={label}>
      {(Object.entries(choices) as [Choice, string][]).map(([choice, words]) => (
        <button key={choice} type="button" aria-pressed={choice === chosen} onClick={() => onChoose(choice)}>
          {words}
        </button>
      ))}
    </div>
  );
}

export interface SelectProps {
  readonly label: string;
  /** The label of the empty choice. */
  readonly none: string;
  readonly choices: readonly string[];
  /** Returns the label of a choice. Default: the choice itself. */
  readonly wordOf?: (choice: string) => string;
  readonly chosen: string;
  readonly onChoose: (choice: string) => void;
}

/** A select field with some names and an empty choice. */
export function Select({ label, none, choices, wordOf = printable, chosen, onChoose }: SelectProps) {
  return (
    <label class="field">
      <span class="hidden">{label}</span>
      <select value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">{none}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {wordOf(choice)}
          </option>
        ))}
      </select>
    </label>
  );
}

export interface ChoiceProps {
  readonly type: "checkbox" | "radio";
  readonly name?: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ComponentChildren;
}

export function Choice({ type, name, checked, disabled = false, onChange, children }: ChoiceProps) {
  return (
    <label class={disabled ? "choice disabled" : "choice"}>
      <input
        type={type}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />{" "}
      {children}
    </label>
  );
}

export interface IconButtonProps {
  readonly label: string;
  readonly icon: IconName;
  readonly class?: string;
  readonly title?: string;
  readonly onPress: () => void;
}

export function IconButton({ label, icon, class: own = "", title, onPress }: IconButtonProps) {
  return (
    <button type="button" class={`button quiet square ${own}`} aria-label={label} title={title} onClick={onPress}>
      <Picture name={icon} />
    </button>
  );
}

/** The arrow of a control that opens and closes. */
export function Twist({ isOpen }: { readonly isOpen: boolean }) {
  return (
    <span class={isOpen ? "twist open" : "twist"}>
      <Picture name="chevron" />
    </span>
  );
}

export interface LongListProps<Item> {
  readonly items: readonly Item[];
  /** How many items are drawn at first, and how many more at each press. */
  readonly shown: number;
  readonly draw: (item: Item, at: number) => ComponentChildren;
  /** The label of the button. */
  readonly more: string;
  /** Whether the list is a `ul`, whose children have to be `li`. */
  readonly isList?: boolean;
}

/** The first items of a list, with a button that shows more. */
export function LongList<Item>({ items, shown, draw, more, isList = false }: LongListProps<Item>) {
  const [limit, setLimit] = useState(shown);
  const Room = isList ? "li" : "div";
  return (
    <>
      {items.slice(0, limit).map(draw)}
      {items.length > limit && (
        <Room>
          <button type="button" class="gap-button whole" onClick={() => setLimit(limit + shown)}>
            {more}
          </button>
        </Room>
      )}
    </>
  );
}

/** A message instead of a list that is empty or not available. */
export function Stop({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div class="stop">
      <h1>{title}</h1>
      <p>{children}</p>
    </div>
  );
}
