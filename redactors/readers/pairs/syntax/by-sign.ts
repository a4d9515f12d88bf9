import * as assignment from "./assignments.ts";
import * as call from "./calls.ts";
import * as commandLine from "./command-lines.ts";
import * as field from "./fields.ts";
import * as markup from "./markup.ts";
import type { PairSyntax } from "./pair-syntax.ts";
import * as prose from "./prose.ts";

/**
 * The syntaxes, by the sign behind the name. The first syntax that matches is used; if none matches, the name has no
 * value. For a new sign, add a row in the file of its family, and its name here.
 */
export const BY_SIGN: Readonly<Record<string, readonly PairSyntax[]>> = {
  "=": [assignment.ARROW, assignment.EQUALS_IN_VALUE, assignment.COMPARISON, assignment.TEXT_BLOCK, assignment.EQUALS],
  ":": [
    assignment.COLON_EQUALS,
    assignment.SHELL_DEFAULT,
    field.LDIF,
    assignment.TYPED,
    field.OBJECT_WITH_VALUE,
    field.OBJECT_BY_HOST,
    field.DEFAULT_OF_FIELD,
    field.COLON_AND_BLOCK,
    field.COLON,
  ],
  "：": [assignment.WIDE[0]],
  "＝": [assignment.WIDE[1]],
  "!": [assignment.NOT_EQUAL],
  "?": [assignment.IF_UNSET, assignment.OPTIONAL],
  ".": [assignment.DOT_EQUALS, prose.DOTS],
  "+": [assignment.PLUS_EQUALS],
  "|": [assignment.OR_EQUALS, field.BETWEEN_BARS],
  "│": [field.BETWEEN_BARS],
  "┃": [field.BETWEEN_BARS],
  "║": [field.BETWEEN_BARS],
  ",": [call.ERLANG, ...field.NAME_AND_VALUE, call.ARGUMENT],
  "(": [prose.VALUE_IN_BRACKETS, prose.IN_BRACKETS, call.CALL],
  ">": [markup.ELEMENT, markup.ELEMENT_OF_ATTRIBUTE],
  "&": [markup.ESCAPED_ELEMENT],
  "<": [markup.NEXT_ELEMENT, assignment.LEFT_ARROW, commandLine.HERE_STRING, commandLine.HERE_DOCUMENT],
  "{": [call.DEFAULT_OF_BLOCK, call.BRACES],
};

/** Syntaxes behind a blank or at the line's end, without a sign. */
export const BEHIND_BLANK: readonly PairSyntax[] = [
  markup.ELEMENT_WITH_ATTRIBUTES,
  prose.ANNOUNCED,
  assignment.TYPE_BEHIND_BLANK,
  ...field.NAME_AND_VALUE,
  assignment.WORD_OF_COMPARISON,
  commandLine.REGISTRY,
  commandLine.TWO_OPTIONS,
  commandLine.LISTED_ARGUMENTS,
  commandLine.ROUTER,
  field.PART_OF_FORM,
  field.ANSWER,
  field.SUBVERSION,
  prose.DASH,
  prose.FOR_SOMEBODY,
  prose.SET_TO,
  prose.VERB,
  prose.BLANK,
];
