import { useMemo } from 'react'
import { encode } from 'uqr'
import classes from './QrCode.module.css'

export interface QrCodeProps {
  /** What a camera reads from it. */
  text: string
  /** Says what it is for to those who cannot see it; the text itself must stand next to it. */
  label: string
  /** Width and height in px, its light plate included. */
  size?: number
}

function pathOf(text: string): { side: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { side: size, path: cells.join('') }
}

/** A QR code, dark on its own light plate in both colour schemes. */
export function QrCode({ text, label, size = 184 }: QrCodeProps) {
  const { side, path } = useMemo(() => pathOf(text), [text])
  return (
    <svg
      className={classes.plate}
      role="img"
      aria-label={label}
      width={size}
      height={size}
      // Four cells of quiet around it, as readers need.
      viewBox={`-4 -4 ${side + 8} ${side + 8}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#1A212C" />
    </svg>
  )
}
