import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../overlay/Dialog.tsx'
import { dragged, isOpaque, partOf, ZOOM_MAX, type Crop } from './crop-rules.ts'
import classes from './CropDialog.module.css'

/** The longest side of a cropped picture, in pixels; the server makes it smaller. */
const SIDE_MAX = 2400
const PREVIEW_MAX = 640

export interface CropDialogProps {
  /** Where the picture is. */
  src: string
  onClose: () => void
  /** Gets the cropped picture. */
  onCrop: (file: File) => Promise<void>
}

type Shape = 'original' | 'square' | 'wide' | 'tall'
const RATIOS: Record<Shape, number | undefined> = { original: undefined, square: 1, wide: 16 / 9, tall: 3 / 4 }

/** Draws the part of a picture that is kept, with its longest side at most so many pixels. */
function drawPart(canvas: HTMLCanvasElement, image: HTMLImageElement, crop: Crop, most: number): void {
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  const { left, top, width, height } = partOf(size, crop)
  const scale = Math.min(1, most / Math.max(width, height))
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) return
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height)
}

/** Returns a picture as a file: as a JPEG, which is small, unless a part of it is transparent. */
async function fileOf(canvas: HTMLCanvasElement): Promise<File | undefined> {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
  if (!pixels) return undefined
  // A browser that writes no WebP writes a PNG in its place, and the type of the result says so.
  const type = isOpaque(pixels) ? 'image/jpeg' : 'image/webp'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92))
  return blob ? new File([blob], `picture.${blob.type.replace(/^image\//, '')}`, { type: blob.type }) : undefined
}

/** Chooses the part of a picture that is shown: its shape, how large, and where, by finger, mouse or keyboard. */
export function CropDialog({ src, onClose, onCrop }: CropDialogProps) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [image, setImage] = useState<HTMLImageElement>()
  const [shape, setShape] = useState<Shape>('original')
  const [place, setPlace] = useState<Omit<Crop, 'ratio'>>({ zoom: 1, across: 50, down: 50 })
  const [problem, setProblem] = useState('')
  const [isSaving, setSaving] = useState(false)
  const crop: Crop = { ratio: RATIOS[shape], ...place }
  const unreadable = t`This picture can’t be opened. Choose it again, then crop it.`
  useEffect(() => {
    const loaded = new Image()
    loaded.onload = () => setImage(loaded)
    loaded.onerror = () => setProblem(unreadable)
    loaded.src = src
    return () => {
      loaded.onload = loaded.onerror = null
    }
  }, [src, unreadable])
  useEffect(() => {
    if (image && canvas.current) drawPart(canvas.current, image, crop, PREVIEW_MAX)
  })
  async function save(): Promise<void> {
    if (!image) return
    setSaving(true)
    const whole = document.createElement('canvas')
    drawPart(whole, image, crop, SIDE_MAX)
    const file = await fileOf(whole)
    if (file) await onCrop(file)
    else setProblem(unreadable)
    setSaving(false)
  }
  const sides: { key: keyof typeof place; name: string; min: number; max: number; step: number }[] = [
    { key: 'zoom', name: t`Zoom`, min: 1, max: ZOOM_MAX, step: 0.05 },
    { key: 'across', name: t`Left to right`, min: 0, max: 100, step: 1 },
    { key: 'down', name: t`Top to bottom`, min: 0, max: 100, step: 1 },
  ]
  return (
    <Dialog opened onClose={onClose} title={t`Crop the picture`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Stack gap="md">
        <canvas
          ref={canvas}
          className={classes.canvas}
          role="img"
          aria-label={t`The cropped picture`}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={({ currentTarget, buttons, movementX, movementY }) => {
            if (!image || buttons !== 1) return
            const { width, height } = currentTarget.getBoundingClientRect()
            const size = { width: image.naturalWidth, height: image.naturalHeight }
            setPlace((now) => {
              const { ratio: _ratio, ...next } = dragged(
                size,
                { ratio: RATIOS[shape], ...now },
                { across: movementX / width, down: movementY / height },
              )
              return next
            })
          }}
        />
        <SegmentedControl
          aria-label={t`Shape`}
          data={[
            { value: 'original', label: t`Original` },
            { value: 'square', label: t`Square` },
            { value: 'wide', label: t`Wide` },
            { value: 'tall', label: t`Tall` },
          ]}
          value={shape}
          onChange={(value) => setShape(value)}
        />
        {sides.map(({ key, name, ...range }) => (
          <label key={key} className={classes.side}>
            {name}
            <input
              type="range"
              {...range}
              value={place[key]}
              onChange={(event) => {
                const value = Number(event.currentTarget.value)
                setPlace((now) => ({ ...now, [key]: value }))
              }}
            />
          </label>
        ))}
        {problem && (
          <p role="alert" className={classes.bad}>
            {problem}
          </p>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button disabled={!image} loading={isSaving} onClick={() => void save()}>
            <Trans>Crop</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
