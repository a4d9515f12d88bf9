/** Of a document or a message; that of a request opens what is asked for. */
export function isSignature(name: string): boolean {
  return name.endsWith("ignature") && /(?:^|[^A-Za-z]|[a-z](?=S))[Ss]ignature$/.test(name) && !SIGNS_REQUEST.test(name);
}

const SIGNS_REQUEST = /^(?:x[-_](?:amz|goog|oss|cos|obs)|cloudfront)[-_]/i;
