import { MMS_IMAGE_BYTES } from '@crewline/contract/limits'

/** One attempt to shrink a picture: its size, and its quality (0 to 1; photos only). */
export interface Attempt {
  width: number
  height: number
  quality: number
}

const longestSidePx = 2048
const shortestSidePx = 320
const step = 0.75
const qualities = [0.85, 0.72, 0.6]

/**
 * Returns whether a picture is sent unchanged: it is small already, or a canvas would break it (animations, drawings,
 * unknown types).
 */
export function canSendUnchanged({ type, size }: { type: string; size: number }): boolean {
  if (!/^image\/(jpeg|png|webp|heic|heif|avif)$/.test(type)) return true
  return size <= MMS_IMAGE_BYTES && /^image\/(jpeg|png)$/.test(type)
}

/** Returns the attempts in order, from the best quality to the smallest; never larger than the picture itself. */
export function attempts(width: number, height: number): Attempt[] {
  const longest = Math.max(width, height, 1)
  const attemptList: Attempt[] = []
  for (let side = Math.min(longest, longestSidePx); side >= Math.min(longest, shortestSidePx); side *= step) {
    const scale = side / longest
    const drawn = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
    for (const quality of qualities) attemptList.push({ ...drawn, quality })
  }
  return attemptList
}
