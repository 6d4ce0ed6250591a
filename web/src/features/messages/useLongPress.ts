import { useRef, type PointerEvent } from 'react'

const holdMs = 450
const stillPx = 10

/** Hears a finger that rests on something; a moving finger scrolls and is left alone, a mouse has other ways. */
export function useLongPress(onHold: () => void): {
  onPointerDown: (event: PointerEvent) => void
  onPointerMove: (event: PointerEvent) => void
  onPointerUp: () => void
  onPointerCancel: () => void
} {
  const hold = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  function end(): void {
    clearTimeout(hold.current?.timer)
    hold.current = undefined
  }
  return {
    onPointerDown({ pointerType, clientX: x, clientY: y }) {
      if (pointerType !== 'touch') return
      end()
      hold.current = { timer: setTimeout(onHold, holdMs), x, y }
    },
    onPointerMove({ clientX, clientY }) {
      const from = hold.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > stillPx) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
