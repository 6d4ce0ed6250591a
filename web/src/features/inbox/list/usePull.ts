import { useEffect, useState, type RefObject } from 'react'

const refreshPx = 72
const mostPx = 96

/** Returns how far a list is pulled down at its top by touch, in px; releasing it far enough calls `onRefresh`. */
export function usePull(scroller: RefObject<HTMLElement | null>, onRefresh: () => void): number {
  const [pulled, setPulled] = useState(0)
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    let from: number | undefined
    let now = 0
    const show = (px: number) => {
      now = px
      setPulled(px)
    }
    const begin = ({ touches }: TouchEvent) => {
      from = box.scrollTop <= 0 && touches.length === 1 ? touches[0]?.clientY : undefined
    }
    const move = ({ touches }: TouchEvent) => {
      if (from === undefined) return
      // The list moves half the distance of the finger.
      show(Math.max(0, Math.min(mostPx, ((touches[0]?.clientY ?? from) - from) / 2)))
    }
    const end = () => {
      if (now >= refreshPx) onRefresh()
      from = undefined
      show(0)
    }
    box.addEventListener('touchstart', begin, { passive: true })
    box.addEventListener('touchmove', move, { passive: true })
    box.addEventListener('touchend', end)
    box.addEventListener('touchcancel', end)
    return () => {
      box.removeEventListener('touchstart', begin)
      box.removeEventListener('touchmove', move)
      box.removeEventListener('touchend', end)
      box.removeEventListener('touchcancel', end)
    }
  }, [scroller, onRefresh])
  return pulled
}
