import type { Place } from "../../judge/place.ts";
import { anyHolds } from "./condition.ts";
import { DATA_PLACES } from "./data-places.ts";
import type { JoinedValue } from "./joined-name.ts";
import { isQuery } from "./place-of-name.ts";
import { isInRecord } from "./records.ts";
import { isAssigned, isBareSetting, isBundled, isOwned, isSetting } from "./setting.ts";

/** The place of a value behind its name, as the judge asks about it. */
export function placeOf(joined: JoinedValue): Place {
  const { text, nameStart, name, operator, value } = joined;
  const { kind, announces } = operator;
  const quoted = value.form === "quoted";
  const record = isInRecord(joined);
  const isQuotedName = quoted && "\"'".includes(text[operator.nameEnd] ?? " ");
  return {
    quoted,
    data: record || anyHolds(DATA_PLACES, joined),
    constant: !/[a-z]/.test(name),
    bundled: () => record || (!announces && isBundled(text, nameStart, value.end)),
    owned: () => isOwned(text, nameStart),
    setting: isSetting(text, name, nameStart, quoted, operator),
    assigned: quoted ? isAssigned(joined.word, operator) : isBareSetting(text, value, nameStart, operator),
    behindSign: kind === "assign",
    query: isQuery(text, nameStart),
    record,
    scrambled: value.form === "scrambled" || undefined,
    label: isQuotedName ? (text[nameStart - 1] === " " ? "phrase" : "word") : undefined,
  };
}
