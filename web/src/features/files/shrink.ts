import { MMS_IMAGE_BYTES } from '@crewline/contract/limits'
import { attempts, canSendUnchanged, type Attempt } from './shrink-rules.ts'

const sampleSidePx = 64

function drawn(picture: ImageBitmap, { width, height }: Pick<Attempt, 'width' | 'height'>): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
  return canvas
}

function isSeeThrough(picture: ImageBitmap): boolean {
  const side = { width: Math.min(picture.width, sampleSidePx), height: Math.min(picture.height, sampleSidePx) }
  const pixels = drawn(picture, side).getContext('2d')?.getImageData(0, 0, side.width, side.height).data
  return pixels?.some((value, at) => at % 4 === 3 && value < 250) ?? false
}

function asBlob(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => {
    canvas.toBlob(resolve, type, quality)
  })
}

/**
 * Shrinks a photo to fit every carrier: a JPEG of at most 600 KB, or a PNG when it has transparency. Files of other
 * types, and pictures this browser cannot decode, are returned unchanged: the server checks them.
 */
export async function shrink(file: File): Promise<Blob> {
  if (canSendUnchanged(file)) return file
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture) return file
  try {
    const type = file.type === 'image/png' && isSeeThrough(picture) ? 'image/png' : 'image/jpeg'
    let smallest: Blob | null = null
    for (const attempt of attempts(picture.width, picture.height)) {
      // A PNG has no quality setting: one attempt per size is enough.
      if (type === 'image/png' && attempt.quality < 0.8) continue
      smallest = await asBlob(drawn(picture, attempt), type, attempt.quality)
      if (smallest && smallest.size <= MMS_IMAGE_BYTES) break
    }
    return smallest ?? file
  } finally {
    picture.close()
  }
}
