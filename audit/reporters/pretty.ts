import { printable } from "../../kit/text.ts";
import { remediation } from "../remediation.ts";
import { describeScan, groupFindings, locationOf, type Reporter, type SecretFindings } from "./reporter.ts";

/** The most positions that are listed for one secret. */
const SHOWN = 5;

/**
 * The report for terminals: each secret once, most certain ones first, with its positions, its redacted line and
 * advice.
 */
const pretty: Reporter = (report, { color }) => {
  const paint = (code: number, text: string) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const secrets = groupFindings(report.findings).map((places) => describe(places, paint));
  return `${secrets.join("\n")}${secrets.length > 0 ? "\n" : ""}${describeScan(report)}\n`;
};

export default pretty;

type Paint = (code: number, text: string) => string;

function describe(places: SecretFindings, paint: Paint): string {
  const [first] = places;
  const lines = [
    `${paint(1, printable(locationOf(first)))}  ${paint(first.certainty === "doubtful" ? 33 : 31, first.kind)} ` +
      `(${first.certainty})`,
    `    ${printable(first.excerpt)}`,
    ...places.slice(1, SHOWN).map((place) => `    also ${printable(locationOf(place))}`),
    ...(places.length > SHOWN ? [`    and ${places.length - SHOWN} more places`] : []),
    `    ${paint(2, remediation(first.kind))}`,
    `    ${paint(2, `To allow it: hmac:${first.hmac} in .snapveilignore`)}`,
  ];
  return `${lines.join("\n")}\n`;
}
