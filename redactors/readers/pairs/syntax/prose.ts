/** @file Words, dashes and blanks in sentences and in notes. */

import { announcedAt } from "../../announced.ts";
import { type PairSyntax, ANNOUNCES } from "./pair-syntax.ts";

export const DOTS: PairSyntax = {
  name: "dots that lead to the value in a table",
  is: /(?=\.{3})/y,
  kind: "words",
  tight: false,
  value: announcedAt,
  means: ANNOUNCES,
  finds: "DB_PASSWORD ........ {t}\n",
  leaves: "DB_PASSWORD ........ required\n",
};
export const IN_BRACKETS: PairSyntax = {
  name: "words in brackets before the value",
  is: /(?=\()/y,
  kind: "words",
  tight: false,
  value: announcedAt,
  means: ANNOUNCES,
  finds: "Password (bob): {p}",
  leaves: "Password (bob): required",
};
export const VALUE_IN_BRACKETS: PairSyntax = {
  name: "value alone in brackets, behind a word of prose",
  is: /\((?=(?![0-9A-F]+\))[A-Za-z0-9+/=_-]{20,200}\))/y,
  kind: "words",
  tight: false,
  before: /(?:^|[ \n])(?:the|our|my|your|this|their|his|her) (?:[a-z]{2,16} ){0,3}[a-z]+$/i,
  means: ANNOUNCES,
  finds: "our webhook secret ({t}) does not verify",
  leaves: "our webhook secret (of_the_first_webhook) does not verify",
};
export const ANNOUNCED: PairSyntax = {
  name: "words that announce the value",
  is: /(?=[^])/y,
  kind: "words",
  value: announcedAt,
  means: ANNOUNCES,
  finds: "Kennwort zum WLAN: {p}",
  leaves: "Kennwort zum WLAN: siehe Zettel",
};
export const DASH: PairSyntax = {
  name: "dash before a value in quotes, or before one that is no plain word",
  is: /- (?=\\?["'`]|(?=[^\s"'`]{0,64}[0-9])[\w!@#$%^&*+/=.-]{8,64}(?:\s|$))/y,
  kind: "words",
  means: ANNOUNCES,
  finds: 'Password - "{s}"\n',
  leaves: "Password - required\n",
};
export const FOR_SOMEBODY: PairSyntax = {
  name: "user before the colon, or an id",
  is: /for (?:user )?["']?[\w.@-]{1,40}["']?: ?|ID {0,8}[=:] ?/y,
  kind: "words",
  means: ANNOUNCES,
  finds: "Accessor ID  = none\nSecret ID    = {u}\n",
  leaves: "Accessor ID  = none\nSecret ID    = none\n",
};
export const SET_TO: PairSyntax = {
  name: "what somebody set a variable to",
  is: /to (?=\S{8})/y,
  kind: "words",
  before: /\b(?:set|sets|setting|chang(?:e|ed|ing)|reset|updated?|rotated?) (?:(?:the|my|our|its) )?[\w.-]{1,60}$/i,
  means: ANNOUNCES,
  finds: "I set ADMIN_PASSWORD to {d} in the portal",
  leaves: "I set ADMIN_PASSWORD to something in the portal",
};
export const VERB: PairSyntax = {
  name: "verb, in several languages",
  is: new RegExp(
    "(?:(?:is|was|will be|has been)(?: set to| changed to| now| still)?|set to|changed to|ist|lautet|est|es|" +
      String.raw`\xe9|\xe8|to(?=:? ["'\x60])):? (?:\*{1,2}(?=[^\s*]))?`,
    "iy",
  ),
  kind: "words",
  means: ANNOUNCES,
  finds: "The admin password is {s} - please change it.",
  leaves: "The admin password is important - please change it.",
};
export const BLANK: PairSyntax = {
  name: "blank alone",
  is: /(?=[^\r\n])/y,
  kind: "words",
  finds: "remote_password {p}\n",
  leaves: "remote_password authentication\n",
};
