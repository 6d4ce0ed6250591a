import { useMemo } from 'react'
import { encode } from 'uqr'
import classes from './QrCode.module.css'

export interface QrCodeProps {
  /** The encoded text. */
  text: string
  /** Describes its purpose to screen readers; the text itself must be next to it. */
  label: string
  /** Width and height in px, including its light background. */
  size?: number
}

function pathOf(text: string): { side: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { side: size, path: cells.join('') }
}

/** Shows a QR code, dark on a light background in both color schemes. */
export function QrCode({ text, label, size = 184 }: QrCodeProps) {
  const { side, path } = useMemo(() => pathOf(text), [text])
  return (
    <svg
      className={classes.plate}
      role="img"
      aria-label={label}
      width={size}
      height={size}
      // A quiet zone of four cells, as scanners require.
      viewBox={`-4 -4 ${side + 8} ${side + 8}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#1A212C" />
    </svg>
  )
}
