import type { FileToSend } from './carrier.ts'

const width = 960
const height = 720

/** Draws a workplace photo with sky, floor, shelves and a warning sign, different each time. */
export async function samplePhoto(): Promise<FileToSend> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const paint = canvas.getContext('2d')
  if (!paint) throw new Error('This browser cannot draw a photo')
  const hue = Math.floor(Math.random() * 360)
  paintHall(paint, hue)
  paintShelves(paint, hue)
  paintSign(paint)
  const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  if (!photo) throw new Error('This browser cannot make a photo')
  return fileFrom(photo)
}

function paintHall(paint: CanvasRenderingContext2D, hue: number): void {
  const wall = paint.createLinearGradient(0, 0, 0, height)
  wall.addColorStop(0, `hsl(${hue} 24% 82%)`)
  wall.addColorStop(0.62, `hsl(${hue} 18% 66%)`)
  wall.addColorStop(0.63, 'hsl(30 8% 46%)')
  wall.addColorStop(1, 'hsl(30 10% 34%)')
  paint.fillStyle = wall
  paint.fillRect(0, 0, width, height)
}

function paintShelves(paint: CanvasRenderingContext2D, hue: number): void {
  for (let row = 0; row < 3; row += 1) {
    const floor = 170 + row * 130
    for (let column = 0; column < 7; column += 1) {
      const size = 56 + Math.random() * 46
      paint.fillStyle = `hsl(${(hue + 30 + column * 17 + row * 40) % 360} ${30 + Math.random() * 30}% ${45 + Math.random() * 20}%)`
      paint.fillRect(60 + column * 124, floor - size, 92, size)
    }
    paint.fillStyle = 'hsl(215 30% 28%)'
    paint.fillRect(40, floor, width - 80, 12)
  }
}

function paintSign(paint: CanvasRenderingContext2D): void {
  paint.fillStyle = '#facc15'
  paint.beginPath()
  paint.moveTo(650, 690)
  paint.lineTo(730, 540)
  paint.lineTo(810, 690)
  paint.closePath()
  paint.fill()
  paint.fillStyle = '#1c1917'
  paint.font = 'bold 84px sans-serif'
  paint.textAlign = 'center'
  paint.fillText('!', 730, 672)
}

/** Converts a blob to the file format of the carrier's control API. */
export async function fileFrom(blob: Blob): Promise<FileToSend> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 32_768) binary += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return { mime: blob.type || 'application/octet-stream', data: btoa(binary) }
}
