import { cloneElement, Suspense, useRef, useState, type PointerEvent, type ReactElement } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import type { HintTipProps } from './HintTip.tsx'

const HintTip = lazyPart(async () => ({ default: (await import('./HintTip.tsx')).HintTip }))

export interface HintProps extends Pick<HintTipProps, 'position' | 'maw'> {
  /** The words; a function is asked only when they are shown. */
  label: string | (() => string)
  disabled?: boolean
  /** One element that passes pointer events on. */
  children: ReactElement<Hearing>
}

interface Hearing {
  className?: string
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void
}

const restMs = 400

// A target passes a class even where it has none, which must not stand instead of the child's own.
function bothClasses(...given: Hearing[]): Hearing {
  const className = given.flatMap((one) => one.className || []).join(' ')
  return className === '' ? {} : { className }
}

/** Words that show when a pointer rests on something. Until then they cost nothing: a list may have one on each row. */
export function Hint({ label, disabled = false, children, position, maw, ...passed }: HintProps) {
  const [target, setTarget] = useState<HTMLElement>()
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { onPointerEnter, onPointerLeave } = children.props
  const hearing: Hearing = {
    onPointerEnter(event) {
      onPointerEnter?.(event)
      // A finger has no place to rest without pressing.
      if (event.pointerType !== 'mouse') return
      const element = event.currentTarget
      clearTimeout(rest.current)
      rest.current = setTimeout(() => setTarget(element), restMs)
    },
    onPointerLeave(event) {
      onPointerLeave?.(event)
      clearTimeout(rest.current)
      setTarget(undefined)
    },
  }
  return (
    <>
      {/* The target of a menu or a popover gives more: that is for the child. */}
      {cloneElement(children, { ...passed, ...hearing, ...bothClasses(children.props, passed) })}
      {target && !disabled && (
        <Suspense fallback={null}>
          <HintTip
            {...(position && { position })}
            {...(maw !== undefined && { maw })}
            target={target}
            label={typeof label === 'string' ? label : label()}
            onClose={() => setTarget(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
