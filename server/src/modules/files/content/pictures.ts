import { IMAGE_MAX_PIXELS, MMS_IMAGE_BYTES } from '@crewline/contract/limits'
import sharp, { type Sharp, type SharpOptions } from 'sharp'

/** A picture made anew. */
export interface Picture {
  mime: 'image/jpeg' | 'image/png' | 'image/gif'
  content: Buffer
  /** At most 320 pixels wide and high. */
  thumb: Buffer
  width: number
  height: number
}

/** The longest side a phone shows, and the steps down from it until a picture is small enough, with the quality of each. */
const STEPS: readonly [side: number, quality: number][] = [
  [2048, 84],
  [2048, 72],
  [1600, 72],
  [1600, 60],
  [1280, 60],
  [960, 55],
  [640, 50],
  [480, 40],
  [320, 35],
]
const LONGEST_SIDE = 2048
const THUMB_SIDE = 320
/** A picture that takes longer than this to make is not one, in seconds. */
const SECONDS = 20
const OPTIONS: SharpOptions = { failOn: 'error', limitInputPixels: IMAGE_MAX_PIXELS, sequentialRead: true }

// Memory is given back after each picture, and each is made by one thread: two run at a time.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Makes a picture anew: turned as the camera was held, without anything a camera or an editor wrote into it, at most as
 * large as carriers take. Short animations stay animated. Throws where the bytes are not one whole picture of sane size.
 */
export async function remake(bytes: Buffer): Promise<Picture> {
  const { format, pages = 1, orientation = 1 } = await sharp(bytes, OPTIONS).metadata()
  if (format === 'gif' && pages > 1 && bytes.length <= MMS_IMAGE_BYTES) {
    const animated = await remakeAnimation(bytes)
    if (animated) return animated
  }
  // Decoded once into plain pixels, row by row and already smaller; turned only then, when all of it is in memory.
  const small = await sharp(bytes, OPTIONS)
    .timeout({ seconds: SECONDS })
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { data, info } = await upright(sharp(small.data, { raw: small.info }), orientation)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = () => sharp(data, { raw: { width, height, channels } })
  const thumb = await thumbOf(pixels())
  const isDrawing = format !== 'jpeg' && (channels === 2 || channels === 4 || format === 'png')
  if (isDrawing) {
    const content = await pixels().png({ compressionLevel: 9 }).timeout({ seconds: SECONDS }).toBuffer()
    if (content.length <= MMS_IMAGE_BYTES) return { mime: 'image/png', content, thumb, width, height }
  }
  return { ...(await asPhoto(pixels, Math.max(width, height))), mime: 'image/jpeg', thumb }
}

async function asPhoto(
  pixels: () => Sharp,
  longest: number,
): Promise<{ content: Buffer; width: number; height: number }> {
  for (const [side, quality] of STEPS) {
    // A step that would only repeat the one before at the same quality is worth nothing, but costs little.
    const { data, info } = await pixels()
      .flatten({ background: '#ffffff' })
      .resize({ width: Math.min(side, longest), height: Math.min(side, longest), fit: 'inside' })
      .jpeg({ quality })
      .timeout({ seconds: SECONDS })
      .toBuffer({ resolveWithObject: true })
    if (data.length <= MMS_IMAGE_BYTES) return { content: data, width: info.width, height: info.height }
  }
  throw new Error('a picture stays too large')
}

/** Turns a picture as the camera was held (EXIF orientation, 1 to 8). */
function upright(picture: Sharp, orientation: number): Sharp {
  const mirrored = [2, 4, 5, 7].includes(orientation) ? picture.flop() : picture
  const degrees = { 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 }[orientation]
  return degrees === undefined ? mirrored : mirrored.rotate(degrees)
}

/** Undefined where the animation grows too large; its first picture is used then. */
async function remakeAnimation(bytes: Buffer): Promise<Picture | undefined> {
  const { data, info } = await sharp(bytes, { ...OPTIONS, animated: true })
    .timeout({ seconds: SECONDS })
    .gif()
    .toBuffer({ resolveWithObject: true })
  if (data.length > MMS_IMAGE_BYTES) return undefined
  const height = info.pageHeight ?? info.height
  return { mime: 'image/gif', content: data, thumb: await thumbOf(sharp(bytes, OPTIONS)), width: info.width, height }
}

function thumbOf(picture: Sharp): Promise<Buffer> {
  return picture
    .resize({ width: THUMB_SIDE, height: THUMB_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 72 })
    .timeout({ seconds: SECONDS })
    .toBuffer()
}
