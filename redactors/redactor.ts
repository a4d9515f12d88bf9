export { detector } from "./detect.ts";
export { redactJson } from "./json/redact-json.ts";
