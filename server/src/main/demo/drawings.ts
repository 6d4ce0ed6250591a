// Pictures of the demo, drawn here so that the repository holds no photos.
import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 960
const HEIGHT = 640

type Color = readonly [red: number, green: number, blue: number]
/** A rectangle, from the left and the top, in hundredths of the picture. */
type Shape = readonly [left: number, top: number, right: number, bottom: number, color: Color]

const WALL: Color = [224, 214, 198]
const STEEL: Color = [64, 82, 104]
const YELLOW: Color = [244, 190, 66]
const WHITE: Color = [246, 247, 248]
const ASPHALT: Color = [96, 102, 110]
const BLUE: Color = [42, 116, 184]
const GREEN: Color = [74, 140, 92]

/** A gate with its barrier, a parking lot from above, and a shuttle at its stop. */
export const DRAWINGS = {
  gate: [
    [0, 70, 100, 100, ASPHALT],
    [8, 25, 34, 70, WALL],
    [12, 33, 30, 48, BLUE],
    [66, 20, 92, 70, STEEL],
    [34, 52, 70, 56, YELLOW],
    [42, 52, 48, 56, WHITE],
    [56, 52, 62, 56, WHITE],
    [34, 50, 37, 78, STEEL],
  ],
  lot: [
    [0, 0, 100, 100, ASPHALT],
    [0, 0, 100, 14, GREEN],
    [10, 30, 11, 60, WHITE],
    [28, 30, 29, 60, WHITE],
    [46, 30, 47, 60, WHITE],
    [64, 30, 65, 60, WHITE],
    [82, 30, 83, 60, WHITE],
    [14, 34, 25, 58, BLUE],
    [50, 34, 61, 58, YELLOW],
    [68, 34, 79, 58, WALL],
    [0, 78, 100, 80, WHITE],
  ],
  shuttle: [
    [0, 76, 100, 100, ASPHALT],
    [14, 30, 78, 72, YELLOW],
    [18, 36, 34, 52, WHITE],
    [38, 36, 54, 52, WHITE],
    [58, 36, 74, 52, WHITE],
    [22, 68, 32, 82, STEEL],
    [60, 68, 70, 82, STEEL],
    [86, 28, 88, 78, STEEL],
    [82, 22, 94, 34, BLUE],
  ],
} as const satisfies Record<string, readonly Shape[]>

/** Returns a drawing as a PNG: shapes on a sky that gets lighter downward. */
export function draw(shapes: readonly Shape[]): Buffer {
  const row = 1 + WIDTH * 3
  const pixels = Buffer.alloc(row * HEIGHT)
  for (let y = 0; y < HEIGHT; y += 1) {
    const down = (y / HEIGHT) * 100
    const sky: Color = [150 + down * 0.8, 190 + down * 0.5, 225 + down * 0.2]
    const crossed = shapes.filter(([, top, , bottom]) => down >= top && down < bottom)
    for (let x = 0; x < WIDTH; x += 1) {
      const across = (x / WIDTH) * 100
      const color = crossed.findLast(([left, , right]) => across >= left && across < right)?.[4] ?? sky
      color.forEach((value, channel) => (pixels[y * row + 1 + x * 3 + channel] = Math.round(value)))
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  // Eight bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    part('IHDR', header),
    part('IDAT', deflateSync(pixels)),
    part('IEND', Buffer.alloc(0)),
  ])
}

function part(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const bytes = Buffer.alloc(named.length + 8)
  bytes.writeUInt32BE(data.length, 0)
  named.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(named), named.length + 4)
  return bytes
}
