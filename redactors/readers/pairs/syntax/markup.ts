/** @file Elements and attributes of XML, HTML and property lists. */

import { type PairSyntax, sticky } from "./pair-syntax.ts";

/**
 * The text at the beginning of an element before its value, which another tag or the end of the text follows: lines,
 * CDATA, a nested element, Jenkins' brace.
 */
const INSIDE =
  String.raw`(?=\s{0,64}[^<\n]{0,4096}?(?:\s{0,64}<|&lt;|$))[ \t\r\n]{0,64}(?:<(?:!\[CDATA\[|(?:[Vv]alue|string)>)\s{0,8}|` +
  String.raw`\{(?=[A-Za-z0-9+/]{22,400}={0,2}\}<))?`;

export const ELEMENT: PairSyntax = {
  // But not `password=<database-user-password>`, which is a placeholder, nor a manual's `B<password>`.
  name: "element",
  is: sticky(`>${INSIDE}`),
  kind: "enclosed",
  tight: true,
  nameQuoted: false,
  before: /(?<![A-Za-z])<[\w:.-]*$/,
  notBefore: /=<[\w:.-]*$/,
  finds: "<password>{p}</password>",
  leaves: "<password>${password}</password>",
};
export const ELEMENT_OF_ATTRIBUTE: PairSyntax = {
  name: "element whose attribute is the name",
  is: sticky(`(?<=")>${INSIDE}`),
  kind: "enclosed",
  tight: true,
  nameQuoted: true,
  before: /\b(?:\w*name|key|id|field|for|n)=\\{0,3}["'][\w .:$-]*$/i,
  finds: '<entry key="password">{a}</entry>',
  leaves: '<entry key="password"></entry>',
};
export const ESCAPED_ELEMENT: PairSyntax = {
  name: "element that a page shows with escapes",
  is: sticky(`&gt;${INSIDE}`),
  kind: "enclosed",
  tight: true,
  finds: "&lt;password&gt;{p}&lt;/password&gt;\n",
  leaves: "&lt;password&gt;&lt;/password&gt;\n",
};
export const NEXT_ELEMENT: PairSyntax = {
  name: "next element, of property lists, web applications and a page's tables",
  is: sticky(
    String.raw`</(?:(?:[\w-]{1,16}-)?(?:key|name)>\s{0,40}<(?:[\w-]{1,16}-)?(?:string|value)` +
      String.raw`|(?:t[hd]|dt)>\s{0,40}<(?:td|dd)(?: [^<>]{0,40})?)>`,
  ),
  kind: "enclosed",
  finds: "<dt>Password</dt>\n<dd><code>{p}</code></dd>",
  leaves: "<dt>Password</dt>\n<dd>required</dd>",
};
export const ELEMENT_WITH_ATTRIBUTES: PairSyntax = {
  name: "element with attributes",
  is: sticky(String.raw`(?:(?!value=)[\w:.-]{1,40}="[^"<>]{0,80}"\s{0,2}){1,4}>${INSIDE}`),
  kind: "enclosed",
  before: /<(?:\w{1,12}:)?[\w.-]+$|\bname="[\w .-]{1,60}$/,
  finds: '<Server><User>bob</User><Pass encoding="base64">{b}</Pass></Server>',
  leaves: '<Server><User>bob</User><Pass encoding="base64"></Pass></Server>',
};
