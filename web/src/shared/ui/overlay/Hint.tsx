import { cloneElement, Suspense, useRef, useState, type PointerEvent, type ReactElement } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import type { HintTipProps } from './HintTip.tsx'

const HintTip = lazyPart(async () => ({ default: (await import('./HintTip.tsx')).HintTip }))

export interface HintProps extends Pick<HintTipProps, 'position' | 'maw'> {
  /** The text; a function is called only when it is shown. */
  label: string | (() => string)
  disabled?: boolean
  /** One element that passes on pointer event handlers. */
  children: ReactElement<Hearing>
}

interface Hearing {
  className?: string
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void
}

const hoverDelayMs = 400

// Mantine targets pass a className even when it is empty, which must not replace the child's own.
function bothClasses(...parts: Hearing[]): Hearing {
  const className = parts.flatMap((part) => part.className || []).join(' ')
  return className === '' ? {} : { className }
}

/** Shows a tooltip on hover. It costs nothing until then, so a list can have one in each row. */
export function Hint({ label, disabled = false, children, position, maw, ...passed }: HintProps) {
  const [target, setTarget] = useState<HTMLElement>()
  const hoverTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { onPointerEnter, onPointerLeave } = children.props
  const hearing: Hearing = {
    onPointerEnter(event) {
      onPointerEnter?.(event)
      // Touch has no hover.
      if (event.pointerType !== 'mouse') return
      const element = event.currentTarget
      clearTimeout(hoverTimer.current)
      hoverTimer.current = setTimeout(() => setTarget(element), hoverDelayMs)
    },
    onPointerLeave(event) {
      onPointerLeave?.(event)
      clearTimeout(hoverTimer.current)
      setTarget(undefined)
    },
  }
  return (
    <>
      {/* Props of a surrounding menu or popover target are passed to the child. Only handlers read the ref. */}
      {/* oxlint-disable-next-line react/refs */}
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
