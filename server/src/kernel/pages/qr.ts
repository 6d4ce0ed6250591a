import { encode } from 'uqr'
import { html, type Html } from './html.ts'

/** Draws a QR code for a page to print. */
export function qrCode(text: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  // A quiet zone of four cells, as scanners require.
  const box = `-4 -4 ${size + 8} ${size + 8}`
  return html`<svg role="img" aria-label="${text}" viewBox="${box}" shape-rendering="crispEdges">
    <path d="${path}" />
  </svg>`
}
