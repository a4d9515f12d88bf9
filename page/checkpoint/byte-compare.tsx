import { useEffect, useState } from "preact/hooks";

import { size } from "../words.ts";

/** Bytes of a row, rows of a picture, and rows before the first difference. */
const ROW = 16;
const ROWS = 12;
const LEAD = 2;

export interface ByteCompareProps {
  readonly before: Blob | undefined;
  readonly after: Blob | undefined;
}

/** What is neither text nor a picture: its bytes before and after around the first place where they differ. */
export function ByteCompare({ before, after }: ByteCompareProps) {
  const [bytes, setBytes] = useState<readonly [Uint8Array, Uint8Array]>();
  useEffect(() => {
    let ended = false;
    const read = async (blob: Blob | undefined) => new Uint8Array(blob ? await blob.arrayBuffer() : new ArrayBuffer(0));
    void Promise.all([read(before), read(after)]).then((both) => {
      if (!ended) setBytes(both);
    });
    return () => {
      ended = true;
    };
  }, [before, after]);
  if (!bytes) return <p class="file-note">Reading…</p>;
  const first = firstDifference(...bytes);
  const start = Math.max(0, Math.floor(first / ROW) - LEAD) * ROW;
  return (
    <div class="beside bytes">
      <Dump label="Before" blob={before} own={bytes[0]} other={bytes[1]} start={before && after ? start : 0} />
      <Dump label="After" blob={after} own={bytes[1]} other={bytes[0]} start={before && after ? start : 0} />
    </div>
  );
}

interface DumpProps {
  readonly label: string;
  readonly blob: Blob | undefined;
  readonly own: Uint8Array;
  readonly other: Uint8Array;
  readonly start: number;
}

function Dump({ label, blob, own, other, start }: DumpProps) {
  const rows = Array.from({ length: ROWS }, (_, at) => start + at * ROW).filter((offset) => offset < own.length);
  return (
    <figure class={`picture ${label.toLowerCase()}`}>
      <figcaption>
        <strong>{label}</strong> {blob ? `${size(own.length)}, binary` : "there was no such file"}
      </figcaption>
      {blob && (
        <pre class="dump" role="img" aria-label={`Bytes ${label.toLowerCase()} from ${start} on, in hexadecimal`}>
          {rows.map((offset) => (
            <span key={offset} class="dump-row">
              <span class="number">{offset.toString(16).padStart(6, "0")} </span>
              {Array.from(own.subarray(offset, offset + ROW), (byte, at) => (
                <span key={at} class={other.length > 0 && other[offset + at] !== byte ? "differs" : undefined}>
                  {byte.toString(16).padStart(2, "0")}{" "}
                </span>
              ))}
              {"\n"}
            </span>
          ))}
        </pre>
      )}
    </figure>
  );
}

function firstDifference(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return at;
  return length;
}
