import { common, createLowlight } from "lowlight";

/**
 * The colour of a part of a line. The part ends at `end`, in UTF-16 units, and begins at the end of the previous part.
 */
export interface Colour {
  readonly end: number;
  /** The name of the colour; `undefined` if the part has no colour. */
  readonly name: string | undefined;
}

/** The page's colours, each with the highlighter's scopes that have this colour. */
const NAMES: Readonly<Record<string, string>> = {
  keyword: "keyword selector-tag doctag template-tag operator",
  string: "string regexp char symbol link addition",
  comment: "comment quote",
  number: "number literal bullet",
  title: "title name section",
  type: "type built_in attr attribute property class selector-class selector-id selector-attr selector-pseudo",
  meta: "meta variable template-variable",
  plain: "subst",
};
const NAME_OF = new Map<string, string>(
  Object.entries(NAMES).flatMap(([name, scopes]) => scopes.split(" ").map((scope) => [`hljs-${scope}`, name] as const)),
);

/** Languages by file name or file name extension, where the highlighter does not know the name. */
const LANGUAGES: Readonly<Record<string, string>> = {
  htm: "xml",
  vue: "xml",
  svelte: "xml",
  jsonc: "json",
  env: "ini",
  editorconfig: "ini",
  gitconfig: "ini",
  gnumakefile: "makefile",
};

const lowlight = createLowlight(common);

/** The colours of each line of a text; `undefined` if the file's name does not show the language. */
export function coloursOf(path: string, text: string): readonly (readonly Colour[])[] | undefined {
  const language = languageOf(path);
  if (language === undefined) return undefined;
  const lines: Colour[][] = [[]];
  let end = 0;
  visit(lowlight.highlight(language, text), undefined);
  return lines;

  function visit(node: Node, name: string | undefined): void {
    if (node.type === "text") return add(node.value ?? "", name);
    const own = nameOf(node) ?? name;
    for (const child of node.children ?? []) visit(child, own === "plain" ? undefined : own);
  }

  function add(value: string, name: string | undefined): void {
    for (const [at, part] of value.split("\n").entries()) {
      if (at > 0) {
        lines.push([]);
        end = 0;
      }
      end += part.length;
      if (part !== "") lines.at(-1)!.push({ end, name });
    }
  }
}

/** The properties of the highlighter's tree that are used here. */
interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
  readonly properties?: { readonly className?: unknown };
}

function nameOf({ properties }: Node): string | undefined {
  const classes = Array.isArray(properties?.className) ? properties.className : [];
  return classes.flatMap((one) => NAME_OF.get(String(one)) ?? [])[0];
}

function languageOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const ending = name.slice(name.lastIndexOf(".") + 1);
  return [name, ending].flatMap((one) => [LANGUAGES[one] ?? one]).find((one) => lowlight.registered(one));
}
