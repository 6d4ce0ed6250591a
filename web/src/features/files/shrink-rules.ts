import { MMS_IMAGE_BYTES } from '@crewline/contract/limits'

/** One try to make a picture small: how large it is drawn, and how well it is kept (0 to 1; photos only). */
export interface Attempt {
  width: number
  height: number
  quality: number
}

const longestSidePx = 2048
const shortestSidePx = 320
const step = 0.75
const qualities = [0.85, 0.72, 0.6]

/** Whether a picture is sent as it is: small already, or one that a canvas would break (animations, drawings, unknown kinds). */
export function staysAsItIs({ type, size }: { type: string; size: number }): boolean {
  if (!/^image\/(jpeg|png|webp|heic|heif|avif)$/.test(type)) return true
  return size <= MMS_IMAGE_BYTES && /^image\/(jpeg|png)$/.test(type)
}

/** The tries in turn, from the best look to the smallest; never larger than the picture itself. */
export function attempts(width: number, height: number): Attempt[] {
  const longest = Math.max(width, height, 1)
  const tries: Attempt[] = []
  for (let side = Math.min(longest, longestSidePx); side >= Math.min(longest, shortestSidePx); side *= step) {
    const scale = side / longest
    const drawn = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
    for (const quality of qualities) tries.push({ ...drawn, quality })
  }
  return tries
}
