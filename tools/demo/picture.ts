import { crc32, deflateSync } from "node:zlib";

/**
 * The colours of background and circle (red, green, blue) and the radius of the circle as a part of the height, for
 * each variant.
 */
const COLOURS = [
  [[236, 235, 252], [85, 67, 214], 0.3],
  [[255, 244, 220], [214, 110, 40], 0.38],
] as const;

/** A small PNG of a circle on a background. */
export function picture(width: number, height: number, variant: 0 | 1): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  const [ground, mark, size] = COLOURS[variant];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isMark = Math.hypot(x - width / 2, y - height / 2) < height * size;
      rows.set(isMark ? mark : ground, y * (width * 3 + 1) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8); // 8 bits for each of red, green and blue
  return Buffer.concat([
    Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
