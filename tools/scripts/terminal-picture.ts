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

/** Draws a terminal's output as SVG. Interprets only the ANSI codes that this project prints. */
export function terminalPicture(output: string): string {
  const lines = output.trimEnd().split("\n");
  const columns = Math.max(...lines.map((line) => [...line.replace(/\u001b\[[0-9;]*m/g, "")].length));
  const width = Math.ceil(columns * CHARACTER.width + 2 * MARGIN);
  const height = lines.length * CHARACTER.height + 2 * MARGIN;
  const rows = lines.map(
    (line, index) =>
      `<text x="${MARGIN}" y="${MARGIN + (index + 0.75) * CHARACTER.height}" ` +
      `xml:space="preserve">${spans(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ` +
      `${height}" role="img" aria-label="A terminal session">`,
    `<style>text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #e6edf3; }</style>`,
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    ...rows,
    "</svg>\n",
  ].join("\n");
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
