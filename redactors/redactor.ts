export { detector } from "./detect.ts";
export { redactJson } from "./redact-json.ts";
