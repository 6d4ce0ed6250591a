import { cloneElement, useLayoutEffect, useState, type ReactElement, type ReactNode, type Ref } from 'react'

interface Pressed {
  onClick?: () => void
  ref?: Ref<HTMLButtonElement>
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
}

export interface LateOverlayProps {
  /** The button; it receives the click handler. */
  button: ReactElement<Pressed>
  /** What it opens, for screen readers. */
  popup: 'menu' | 'dialog'
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** The menu or popover, with the stand-in of the button as its target. */
  renderOverlay: (target: ReactElement, isOpen: boolean) => ReactNode
}

/**
 * A button whose overlay is created on the first click: a screen has many menus, and mounting all of them at the start
 * is slow.
 */
export function LateOverlay({ button, popup, isOpen, onOpen, renderOverlay }: LateOverlayProps) {
  const [element, setElement] = useState<HTMLButtonElement | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  // Opens after it was mounted: only then can it return the focus to where it was.
  const [isBuilt, setBuilt] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <>
      {cloneElement(button, {
        ref: setElement,
        onClick: () => onOpen(!isOpen),
        'aria-haspopup': popup,
        'aria-expanded': isOpen,
      })}
      {wasOpen && element && renderOverlay(<TargetProxy element={element} onReady={setBuilt} />, isOpen && isBuilt)}
    </>
  )
}

interface TargetProxyProps {
  element: HTMLButtonElement
  onReady: (isReady: true) => void
  /** The props a target receives. */
  ref?: (element: HTMLElement | null) => unknown
  id?: string
  'aria-controls'?: string
}

/** Renders nothing: passes the existing button to the overlay as its target. */
function TargetProxy({ element, onReady, ref, id, 'aria-controls': controls }: TargetProxyProps) {
  useLayoutEffect(() => {
    const leave = ref?.(element)
    return () => void (typeof leave === 'function' ? leave() : ref?.(null))
  }, [element, ref])
  useLayoutEffect(() => {
    if (id !== undefined) element.setAttribute('id', id)
    if (controls === undefined) element.removeAttribute('aria-controls')
    else element.setAttribute('aria-controls', controls)
  }, [element, id, controls])
  useLayoutEffect(() => onReady(true), [onReady])
  return null
}
