import { DIGIT, flagsAt, LOWER, UNDERSCORE, UPPER } from "../charset.ts";
import { wordList } from "../word-list.ts";

/**
 * Whether a bare value is an expression: a call, a member, an operator, a type. Asked in parts, since compiling all
 * takes a hook longer than all else about a value.
 */
export function isCode(value: string): boolean {
  if (CALLS.some((sign) => value.includes(sign)) || "!&*$@%+|^-".includes(value[0] as string)) return true;
  let end = 0;
  while ((flagsAt(value, end) & WORD) !== 0) end += 1;
  const word = value.slice(0, end);
  if (CONSTANTS.has(word) || (end === value.length && KEYWORDS.has(word))) return true;
  if (value.includes(".") && /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+;?$/.test(value)) return true;
  if (value.includes("==") && /[=!]=\w/.test(value)) return true;
  if (value.includes("this.") && /(?:^|[:=?])this\./.test(value)) return true;
  if (value.includes("::") && /^[A-Z]\w*::\w+$/.test(value)) return true;
  // A literal of a type: `token := yaml_token_t{`.
  if (value.includes("{") && /^[A-Za-z_][\w.]*\{\}?$/.test(value)) return true;
  return (
    (value.includes("[") && /\[\w*\]|^\w+\[[\w+:.-]*\]$/.test(value)) ||
    (value.includes("$") && /^[A-Za-z_]+\$\d+$/.test(value))
  );
}

const WORD = UPPER | LOWER | DIGIT | UNDERSCORE;
const CALLS = ["(", ")", "=>", "?.", "${"];
const CONSTANTS = wordList("true false null None nil undefined self this string number boolean any str int bool void");
const KEYWORDS = wordList("const let var function return await new typeof");
