import { useCallback, useEffect, useRef, type RefObject } from 'react'

const maxWaitMs = 3000

/** The requested conversation: the URL changes before the page shows it. */
const readRequestedId = () => new URLSearchParams(window.location.search).get('conversation') ?? ''

type Screen = RefObject<HTMLElement | null>

/** Returns the composer of a contact once it is rendered and enabled. */
function fieldFor(id: string, screen: Screen): HTMLTextAreaElement | null {
  const escapedId = CSS.escape(id)
  const composer = `:is([data-composer="${escapedId}"], [data-note="${escapedId}"]):not([inert] *) textarea`
  return screen.current?.querySelector<HTMLTextAreaElement>(composer) ?? null
}

/** Returns whether the screen shows that the contact cannot be texted, so that no composer will appear. */
const isBlocked = (screen: Screen) => Boolean(screen.current?.querySelector('[data-no-composer]:not([inert] *)'))

/** Focuses a field, with the caret after the existing text, and inserts the keys pressed meanwhile. */
function enter(field: HTMLTextAreaElement, typed: string): void {
  const isNew = field.selectionStart === 0 && field.selectionEnd === 0
  field.focus()
  if (isNew) field.setSelectionRange(field.value.length, field.value.length)
  if (typed !== '') document.execCommand('insertText', false, typed)
}

/**
 * Waits for the composer of a contact, which renders one frame after the messages or later on a slow network, and
 * buffers typed text until then: no key may trigger a shortcut or end up in the message to another contact. Returns a
 * cancel function.
 */
function enterWhenThere(id: string, screen: Screen): () => void {
  const until = performance.now() + maxWaitMs
  let typed = ''
  let frame = requestAnimationFrame(checkField)
  function stop(): void {
    cancelAnimationFrame(frame)
    window.removeEventListener('keydown', keep, true)
    window.removeEventListener('pointerdown', stop, true)
  }
  function checkField(): void {
    const field = fieldFor(id, screen)
    if (!field && !isBlocked(screen) && performance.now() < until && readRequestedId() === id) {
      frame = requestAnimationFrame(checkField)
      return
    }
    stop()
    if (field) enter(field, typed)
  }
  function keep(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') return stop()
    if (event.key.length !== 1) return
    typed += event.key
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', keep, true)
  window.addEventListener('pointerdown', stop, true)
  return stop
}

/**
 * Handles `R`: focuses the composer of the conversation in the URL, at once or as soon as it is rendered in the given
 * element.
 */
export function useWriteKey(screen: Screen): () => void {
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  return useCallback(() => {
    stop.current?.()
    const id = readRequestedId()
    const field = fieldFor(id, screen)
    if (field) enter(field, '')
    else if (id !== '' && !isBlocked(screen)) stop.current = enterWhenThere(id, screen)
  }, [screen])
}
