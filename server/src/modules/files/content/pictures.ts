import { IMAGE_MAX_PIXELS, MMS_IMAGE_BYTES } from '@crewline/contract/limits'
import { NEWS_PICTURE_BYTES } from '@crewline/contract/news-limits'
import { LOGO_BYTES } from '@crewline/contract/organization-limits'
import sharp, { type Sharp, type SharpOptions } from 'sharp'

/** A rewritten picture. */
export interface Picture {
  mime: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'
  content: Buffer
  /** At most 320 pixels wide and high. */
  thumb: Buffer
  width: number
  height: number
}

/**
 * Longest sides to try until a picture is small enough, from the largest that phones show, with the JPEG quality of
 * each.
 */
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
/** Time limit per picture, in seconds. */
const SECONDS = 20
const OPTIONS: SharpOptions = { failOn: 'error', limitInputPixels: IMAGE_MAX_PIXELS, sequentialRead: true }

// Release memory after each picture, and use one thread for each; two run at a time.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Rewrites a picture: upright, without metadata, at most as large as carriers accept. Short animations stay animated.
 * Throws when the bytes are not one complete picture of a sane size.
 */
export async function remake(bytes: Buffer): Promise<Picture> {
  const { format, pages = 1, orientation = 1 } = await sharp(bytes, OPTIONS).metadata()
  if (format === 'gif' && pages > 1 && bytes.length <= MMS_IMAGE_BYTES) {
    const animated = await remakeAnimation(bytes)
    if (animated) return animated
  }
  // Decode once into raw pixels, row by row and already downscaled. Rotate afterwards, because rotation needs the whole
  // picture in memory.
  const scaled = await sharp(bytes, OPTIONS)
    .timeout({ seconds: SECONDS })
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { data, info } = await upright(sharp(scaled.data, { raw: scaled.info }), orientation)
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
    // Repeating a step of the same size and quality has no effect, but is cheap.
    const { data, info } = await pixels()
      .flatten({ background: '#ffffff' })
      .resize({ width: Math.min(side, longest), height: Math.min(side, longest), fit: 'inside' })
      .jpeg({ quality })
      .timeout({ seconds: SECONDS })
      .toBuffer({ resolveWithObject: true })
    if (data.length <= MMS_IMAGE_BYTES) return { content: data, width: info.width, height: info.height }
  }
  throw new Error('the picture is still too large')
}

/** Longest sides and WebP qualities of pictures on pages: a phone shows 480 points, with two pixels each. */
const PAGE_STEPS: readonly [side: number, quality: number][] = [
  [960, 76],
  [960, 60],
  [800, 55],
  [640, 50],
  [480, 40],
  [320, 30],
]

/** Rewrites a picture that `remake` made for a page: small enough for a slow connection, and not animated. */
export async function remakeForPage(bytes: Buffer): Promise<Picture> {
  const thumb = await thumbOf(sharp(bytes, OPTIONS))
  for (const [side, quality] of PAGE_STEPS) {
    const { data, info } = await sharp(bytes, OPTIONS)
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .timeout({ seconds: SECONDS })
      .toBuffer({ resolveWithObject: true })
    if (data.length <= NEWS_PICTURE_BYTES)
      return { mime: 'image/webp', content: data, thumb, width: info.width, height: info.height }
  }
  throw new Error('the picture is still too large')
}

/** Sizes and numbers of colors of logos, until one is small enough; the last always is. */
const LOGO_STEPS: readonly [width: number, height: number, colors: number][] = [
  [480, 160, 256],
  [480, 160, 64],
  [360, 120, 64],
  [240, 80, 64],
  [240, 80, 16],
  [120, 40, 16],
]

/** Rewrites a logo: upright, without metadata, transparent where it was. PNG, because every mail program shows it. */
export async function remakeLogo(bytes: Buffer): Promise<Picture> {
  const { orientation = 1 } = await sharp(bytes, OPTIONS).metadata()
  const [width, height] = LOGO_STEPS[0] ?? []
  const isTurned = orientation >= 5
  const scaled = await sharp(bytes, OPTIONS)
    .timeout({ seconds: SECONDS })
    .resize({
      ...(width && height ? (isTurned ? { width: height, height: width } : { width, height }) : {}),
      fit: 'inside',
      withoutEnlargement: true,
    })
    .toColourspace('srgb')
    .png()
    .toBuffer()
  const data = await upright(sharp(scaled, OPTIONS), orientation).png().toBuffer()
  for (const [mostWidth, mostHeight, colours] of LOGO_STEPS) {
    const made = await sharp(data, OPTIONS)
      .resize({ width: mostWidth, height: mostHeight, fit: 'inside', withoutEnlargement: true })
      .png({ palette: true, colours, compressionLevel: 9 })
      .timeout({ seconds: SECONDS })
      .toBuffer({ resolveWithObject: true })
    const thumb = made.data
    if (made.data.length <= LOGO_BYTES)
      return { mime: 'image/png', content: made.data, thumb, width: made.info.width, height: made.info.height }
  }
  throw new Error('the logo is still too large')
}

/** Rotates a picture by its EXIF orientation (1 to 8). */
function upright(picture: Sharp, orientation: number): Sharp {
  const mirrored = [2, 4, 5, 7].includes(orientation) ? picture.flop() : picture
  const degrees = { 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 }[orientation]
  return degrees === undefined ? mirrored : mirrored.rotate(degrees)
}

/** Returns undefined when the animation becomes too large; then its first frame is used. */
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
