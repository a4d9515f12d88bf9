/** Any value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. An absent key and `undefined` mean the same. */
export interface JsonObject {
  [key: string]: Json;
}
