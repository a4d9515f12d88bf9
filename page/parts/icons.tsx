/** SVG paths on a grid of 16 by 16 units. */
const PATHS = {
  turn: "M3 4.5h10M3 8h10M3 11.5h6",
  tool: "M6 2.5 2.5 6 6 9.5M10 6.5 13.5 10 10 13.5M9.2 3.2 6.8 12.8",
  manual: "M4.5 2.5h7v11L8 10.8l-3.5 2.7z",
  restore: "M3 8a5 5 0 1 0 1.6-3.7M3 2.8v2.4h2.4M8 5.2V8l2 1.4",
  undo: "M5.5 3 2.5 6l3 3M2.5 6H9a4 4 0 0 1 0 8H7",
  redo: "m10.5 3 3 3-3 3M13.5 6H7a4 4 0 0 0 0 8h2",
  recover: "M8 2.5v5M8 10.5v.1M2 13.5h12L8 2z",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.3 10.3l3.2 3.2",
  chevron: "m6 4 4 4-4 4",
  back: "M10 3 5 8l5 5",
  close: "m4 4 8 8M12 4l-8 8",
  sun:
    "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1" +
    "M3.4 3.4l.7.7M11.9 11.9l.7.7M12.6 3.4l-.7.7M4.1 11.9l-.7.7",
  moon: "M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z",
  auto: "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11",
  shield: "M8 1.8 3 3.8v4c0 3 2.2 5.4 5 6.4 2.8-1 5-3.4 5-6.4v-4zM6 8l1.5 1.5L10.3 6.6",
  warning: "M8 6v3.5M8 11.6v.1M1.8 13.5h12.4L8 2.5z",
  check: "m3 8.5 3.2 3L13 4.5",
  eye: "M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8ZM8 9.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4Z",
  folder: "M2 4.2h4.2l1.4 1.6H14v6.6H2z",
  help: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.2 6.4A1.9 1.9 0 1 1 8 8.6v.7M8 11.4v.1",
} as const;

export type IconName = keyof typeof PATHS;

/** An icon in the colour of the text. Screen readers skip it, since the words beside it have the same meaning. */
export function Picture({ name }: { readonly name: IconName }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
