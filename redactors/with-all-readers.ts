import { provideReaders } from "./need-readers.ts";
import { allReaders } from "./readers/all-readers.ts";

export { detector } from "./detect.ts";
export { redactJson } from "./json/redact-json.ts";
export { redactText } from "./json/redact-text.ts";

// For whoever searches much or cannot wait: with all readers from the beginning.
provideReaders(allReaders);
