/** How a picture is cropped: its shape, how much of it is shown, and from where. */
export interface Crop {
  /** The width by the height; undefined for the shape of the picture. */
  ratio: number | undefined
  /** 1 shows as much as the shape allows, 2 half of its width. */
  zoom: number
  /** Which part is shown, from 0 at the left and the top to 100. */
  across: number
  down: number
}

/** The largest zoom. */
export const ZOOM_MAX = 4

interface Size {
  width: number
  height: number
}

/** Returns the part of a picture that a crop keeps, in its pixels; at least one in each direction. */
export function partOf(
  { width, height }: Size,
  { ratio, zoom, across, down }: Crop,
): Size & { left: number; top: number } {
  const wanted = ratio ?? width / height
  const widest = Math.min(width, height * wanted)
  const kept = {
    width: Math.max(1, Math.round(widest / zoom)),
    height: Math.max(1, Math.round(widest / wanted / zoom)),
  }
  const left = Math.round(((width - kept.width) * across) / 100)
  const top = Math.round(((height - kept.height) * down) / 100)
  return { left, top, ...kept }
}

/** Returns the crop after its part was dragged by these shares of its own width and height. */
export function dragged(picture: Size, crop: Crop, by: { across: number; down: number }): Crop {
  const part = partOf(picture, crop)
  const moved = (at: number, share: number, kept: number, whole: number) =>
    whole <= kept ? at : Math.min(100, Math.max(0, at - (share * kept * 100) / (whole - kept)))
  return {
    ...crop,
    across: moved(crop.across, by.across, part.width, picture.width),
    down: moved(crop.down, by.down, part.height, picture.height),
  }
}

/** Whether no pixel of a picture is transparent; `pixels` holds red, green, blue and opacity of each. */
export function isOpaque(pixels: Uint8ClampedArray): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false
  return true
}
