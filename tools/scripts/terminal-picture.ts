interface Style {
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly inverse?: boolean;
  readonly colour?: string;
}

/** ANSI code → the style that it sets. Properties that a code does not name stay unchanged. */
const STYLES: Readonly<Record<string, Style>> = {
  "0": { bold: false, dim: false, inverse: false, colour: "" },
  "1": { bold: true },
  "2": { dim: true },
  "7": { inverse: true },
  "22": { bold: false, dim: false },
  "27": { inverse: false },
  "31": { colour: "#ff7b72" },
  "32": { colour: "#7ee787" },
  "33": { colour: "#e3b341" },
  "36": { colour: "#79c0ff" },
  "39": { colour: "" },
};
const CHARACTER = { width: 8.4, height: 19 };
const MARGIN = 18;

/** Seconds at the end of a moving picture in which it stands still, before it begins anew. */
const REST = 2;

/**
 * Draws a terminal's output as SVG. Interprets only the ANSI codes that this project prints.
 * @param moments seconds from the beginning at which each line appears; the picture then moves, over and over. It stands
 *   still for people who asked their system for that.
 */
export function terminalPicture(output: string, moments?: readonly number[]): string {
  const lines = output.trimEnd().split("\n");
  const columns = Math.max(...lines.map((line) => [...line.replace(/\u001b\[[0-9;]*m/g, "")].length));
  const width = Math.ceil(columns * CHARACTER.width + 2 * MARGIN);
  const height = lines.length * CHARACTER.height + 2 * MARGIN;
  const rows = lines.map(
    (line, index) =>
      `<text${moments ? ` class="at${indexOf(moments, index)}"` : ""} x="${MARGIN}" y="${MARGIN + (index + 0.75) * CHARACTER.height}" ` +
      `xml:space="preserve">${spans(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ` +
      `${height}" role="img" aria-label="A terminal session">`,
    `<style>text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #e6edf3; }` +
      `${moments ? movement(moments) : ""}</style>`,
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    ...rows,
    "</svg>\n",
  ].join("\n");
}

/** The number of the moment at which a line appears, among the different moments. */
function indexOf(moments: readonly number[], line: number): number {
  return [...new Set(moments)].indexOf(moments[line] ?? moments.at(-1)!);
}

function movement(moments: readonly number[]): string {
  const different = [...new Set(moments)];
  const whole = Math.max(...different) + REST;
  const rules = different.map((moment, at) => {
    const share = ((moment / whole) * 100).toFixed(2);
    return (
      `\n@keyframes show${at} { 0%, ${share}% { opacity: 0; } ${(Number(share) + 0.01).toFixed(2)}%, 100% { opacity: 1; } }` +
      `\n.at${at} { animation: show${at} ${whole}s infinite; }`
    );
  });
  return `${rules.join("")}\n@media (prefers-reduced-motion: reduce) { text { animation: none !important; } }\n`;
}

function spans(line: string): string {
  let style: Style = {};
  return line
    .split(/(\u001b\[[0-9;]*m)/)
    .map((part) => {
      const code = /^\u001b\[([0-9;]*)m$/.exec(part)?.[1];
      if (code === undefined) return part === "" ? "" : `<tspan${attributes(style)}>${escaped(part)}</tspan>`;
      style = { ...style, ...STYLES[code] };
      return "";
    })
    .join("");
}

function attributes({ bold, dim, inverse, colour }: Style): string {
  return [
    bold && ' font-weight="bold"',
    dim && ' fill-opacity="0.6"',
    inverse && ' text-decoration="underline"',
    colour && ` fill="${colour}"`,
  ]
    .filter(Boolean)
    .join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
