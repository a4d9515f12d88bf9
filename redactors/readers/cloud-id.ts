import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

/** The name's end, an operator and the quote that may stand behind it. */
const OPERATOR = /^(?:_?id)?\\?["']?\]?\s{0,3}(?:=>|:=|[:=])\s{0,3}\\?["']?/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/i;
const ACCOUNT = /^(?!1234-?5678-?9012)\d{4}-?\d{4}-?\d{4}(?![\w-])/;

/**
 * Whose cloud it is: `AWS_ACCOUNT_ID=…`, `azure_client_id: …`, `tenantId = …`. Such an id opens nothing alone, but it
 * is half of a login and scanners report it, so it goes where that breaks nothing: out of outputs and messages, never
 * out of arguments.
 */
export function readCloudId(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const operator = OPERATOR.exec(text.slice(end, end + 16));
  if (operator === null) return;
  const from = end + operator[0].length;
  const account = /aws/i.test(text.slice(start, end));
  const id = (account ? ACCOUNT : UUID).exec(text.slice(from, from + 40));
  if (id !== null) note(scan, account ? "aws-account-id" : "azure-id", from, from + id[0].length, "low");
}
