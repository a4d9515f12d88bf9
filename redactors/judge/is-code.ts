import { anyOf } from "../../kit/word-pattern.ts";

/** Whether a bare value is an expression: a call, a member, an operator, a literal of a type. */
export function isCode(value: string): boolean {
  return CODE.test(value);
}

const CODE = anyOf(String.raw`
  [()] => \?\. \$\{ ^[!&*$@%+|^-]
  ^(?:true|false|null|None|nil|undefined|self|this|string|number|boolean|any|str|int|bool|void)(?!\w)
  ^(?:const|let|var|function|return|await|new|typeof)$ ^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+;?$ ==\w
  (?:^|[:=?])this\. ^[A-Z]\w*::\w+$ ^[A-Za-z_][\w.]*\{\}?$ \[\w*\] ^\w+\[[\w+:.-]*\]$ ^[A-Za-z_]+\$\d+$
`);
