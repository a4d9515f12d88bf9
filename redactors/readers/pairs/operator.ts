/** The join between a name and its value. */
export interface Operator {
  /**
   * `assign`: `name = value`, `name: value`; `argument`: the value is the next argument of a call or element of a list;
   * `element` and `attribute`: of XML; `space`: nothing but blanks or words; `call`: `name("value")`.
   */
  readonly kind: "assign" | "argument" | "element" | "attribute" | "space" | "call";
  readonly valueStart: number;
  readonly nameEnd: number;
  readonly nameQuoted: boolean;
  /** No blank stands around the operator, as in an environment line. */
  readonly tight: boolean;
  /** The value must be in quotes, as in a call's arguments and in a comparison. */
  readonly needsQuote: boolean;
  /** The operator is a word of prose: "password is …". */
  readonly says: boolean;
  readonly quoteFollows: boolean;
  /** The value is a block of YAML, which may have several lines. */
  readonly block: boolean;
  /** Whether the operator assigns or compares, as `=` and `:=` do. Tables of texts have colons and arrows instead. */
  readonly assigns: boolean;
}

/** How one language or format joins a name and its value. */
export interface PairSyntax {
  /**
   * Matches the operator, from its sign on. Before the sign stand the name, its quotes and blanks; the value begins at
   * the end of the match.
   */
  readonly is: RegExp;
  readonly kind: Operator["kind"];
  /**
   * Whether the name must touch the sign (`tight`) and be in quotes (`nameQuoted`). If a property is absent, both are
   * allowed.
   */
  readonly tight?: boolean;
  readonly nameQuoted?: boolean;
  /** A pattern that must match the text up to the end of the name. `notBefore` must not match this text. */
  readonly before?: RegExp;
  readonly notBefore?: RegExp;
  /** Finds the start of the value, from the end of the match; -1 if there is none. */
  readonly value?: (text: string, at: number) => number;
  readonly means?: Partial<Operator>;
}

/** A string's type behind a name and a colon, in TypeScript, Kotlin, Swift, Rust, Python, Zig. */
export const TYPE = String.raw` ?&?(?:'static )?(?:string|str|String|Optional\[str\]|\[\]const u8)\??\s{0,2}=(?!=)`;
/** Other fields of JSON that may stand before a value. */
export const FIELDS = String.raw`(?:\\?"\w{1,24}\\?"\s{0,3}:\s{0,3}(?:true|false|null|-?\d{1,16}|\\?"[\w .-]{0,60}\\?"),\s{0,40}){0,3}`;
/** Other fields of YAML that may stand before a value. `ATTRIBUTES` matches other attributes of XML. */
export const LINES = String.raw`(?:\w{1,24}: [\w .-]{1,40}\r?\n[ \t]{1,40}){1,3}`;
const ATTRIBUTES = String.raw`(?:\w{1,24}="[\w .:-]{0,40}"\s{1,8}){1,3}`;
/** The text between the field that holds the name and the field that holds the value. */
const BETWEEN = String.raw`,?\s{0,40}(?:${FIELDS}|${LINES}|${ATTRIBUTES})`;
export const VALUE_FIELD =
  BETWEEN + String.raw`\\?["']?(?:\w{0,24}(?:[vV]alue|VALUE)|content|default|example)\\?["']?\s{0,3}(?:=|:(?!:))`;
/**
 * YAML's `|` and `>-`, behind which the value follows on the next line. A type may stand before the sign. Behind the
 * sign may stand an indent, the treatment of the last line end, and a comment.
 */
export const BLOCK = String.raw` (?:!{1,2}str )?[|>][-+1-9]{0,2}[ \t]{0,64}(?:[ \t]#[^\n]{0,72})?\r?\n[ \t\r\n]{0,64}`;
/**
 * The text at the beginning of an element before its value, which another tag or the end of the text follows: lines, CDATA, a nested element, Jenkins' brace. */
export const INSIDE =
  String.raw`(?=\s{0,64}[^<\n]{0,4096}?(?:\s{0,64}<|&lt;|$))[ \t\r\n]{0,64}(?:<(?:!\[CDATA\[|(?:[Vv]alue|string)>)\s{0,8}|` +
  String.raw`\{(?=[A-Za-z0-9+/]{22,400}={0,2}\}<))?`;
/** Marks before a value: the end of Markdown's bold, the start of its emphasis, a type in YAML. */
export const MARKED =
  String.raw`(?:\*{1,2}(?=\s)[ \t]{0,4}| {0,4}!(?:unsafe|str|string|env) |` +
  String.raw` {0,4}(?:\*{1,2}|_)(?=[^\s*_]))?`;
