import { useRef, type PointerEvent } from 'react'

const pressMs = 450
const stillPx = 10

/** Handles a long press by touch; a moving finger scrolls and is ignored, and so is a mouse, which has other ways. */
export function useLongPress(onLongPress: () => void): {
  onPointerDown: (event: PointerEvent) => void
  onPointerMove: (event: PointerEvent) => void
  onPointerUp: () => void
  onPointerCancel: () => void
} {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  function end(): void {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  return {
    onPointerDown({ pointerType, clientX: x, clientY: y }) {
      if (pointerType !== 'touch') return
      end()
      press.current = { timer: setTimeout(onLongPress, pressMs), x, y }
    },
    onPointerMove({ clientX, clientY }) {
      const from = press.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > stillPx) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
