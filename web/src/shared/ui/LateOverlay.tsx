import { cloneElement, useLayoutEffect, useState, type ReactElement, type ReactNode, type Ref } from 'react'

interface Pressed {
  onClick?: () => void
  ref?: Ref<HTMLButtonElement>
}

export interface LateOverlayProps {
  /** The button; it is given what a press does. */
  button: ReactElement<Pressed>
  /** What it opens, as a screen reader says it. */
  popup: 'menu' | 'dialog'
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** The menu or popover, with the stand-in of the button as its target. */
  renderOverlay: (target: ReactElement, isOpen: boolean) => ReactNode
}

/** A button with something that opens over the page. Menus follow their button from the start and a screen has many: this one is built when it is pressed first. */
export function LateOverlay({ button, popup, isOpen, onOpen, renderOverlay }: LateOverlayProps) {
  const [element, setElement] = useState<HTMLButtonElement | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  // It opens after it was built: only then does it know where the focus was, to give it back.
  const [isBuilt, setBuilt] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <>
      {cloneElement(button, {
        ref: setElement,
        onClick: () => onOpen(!isOpen),
        ...{ 'aria-haspopup': popup, 'aria-expanded': isOpen },
      })}
      {wasOpen && element && renderOverlay(<StandIn element={element} onReady={setBuilt} />, isOpen && isBuilt)}
    </>
  )
}

interface StandInProps {
  element: HTMLButtonElement
  onReady: (isReady: true) => void
  /** What a target is given. */
  ref?: (element: HTMLElement | null) => unknown
  id?: string
  'aria-controls'?: string
}

/** Shows nothing: the button is there already, and is shown to the overlay as its target. */
function StandIn({ element, onReady, ref, id, 'aria-controls': controls }: StandInProps) {
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
