import { printable } from "../../kit/text.ts";
import { remediation } from "../remediation.ts";
import type { AuditFinding } from "../audit-report.ts";
import {
  describeScan,
  type Fitting,
  groupFindings,
  locationOf,
  type Reporter,
  type SecretFindings,
} from "./reporter.ts";

/** The most positions that are listed for one secret. */
const SHOWN = 5;

/** The least width of a path, in columns, for very narrow terminals. */
const LEAST = 16;

/**
 * The report for terminals: each secret once, most certain ones first, with its positions, its redacted line and
 * advice.
 */
const pretty: Reporter = (report, { color, person = UNBOUND }) => {
  const paint = (code: number, text: string) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const secrets = groupFindings(report.findings).map((places) => describe(places, paint, person));
  const scan = person.indented(describeScan(report), 0);
  return `${secrets.join("\n")}${secrets.length > 0 ? "\n" : ""}${scan}\n`;
};

export default pretty;

type Paint = (code: number, text: string) => string;

/** A program reads the text, so nothing is shortened or wrapped. */
const UNBOUND: Fitting = {
  columns: Infinity,
  path: (path) => path,
  indented: (sentence, indent) => " ".repeat(indent) + sentence,
};

function describe(places: SecretFindings, paint: Paint, person: Fitting): string {
  const [first] = places;
  const kind = `${first.kind} (${first.certainty})`;
  const location = (finding: AuditFinding, taken: number) => {
    const room = person.columns - taken - (printable(locationOf(finding)).length - printable(finding.name).length);
    return printable(locationOf({ ...finding, name: person.path(finding.name, Math.max(LEAST, room)) }));
  };
  const lines = [
    `${paint(1, location(first, kind.length + 2))}  ${paint(first.certainty === "doubtful" ? 33 : 31, first.kind)} ` +
      `(${first.certainty})`,
    `    ${printable(first.excerpt)}`,
    ...places.slice(1, SHOWN).map((place) => `    also ${location(place, 9)}`),
    ...(places.length > SHOWN ? [`    and ${places.length - SHOWN} more places`] : []),
    paint(2, person.indented(remediation(first.kind), 4)),
    paint(2, person.indented(`To allow it: hmac:${first.hmac} in .snapveilignore`, 4)),
  ];
  return `${lines.join("\n")}\n`;
}
