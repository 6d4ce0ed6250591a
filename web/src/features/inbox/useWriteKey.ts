import { useCallback, useEffect, useRef } from 'react'

const longestWaitMs = 3000

/** The conversation that is asked for: the address knows it before the page shows it. */
const askedFor = () => new URLSearchParams(window.location.search).get('conversation') ?? ''

/** Where one writes to somebody, once it is there and may be written in. */
function fieldFor(id: string): HTMLTextAreaElement | null {
  const place = CSS.escape(id)
  return document.querySelector(`:is([data-composer="${place}"], [data-note="${place}"]):not([inert] *) textarea`)
}

/** Whether nobody may be written to where the page looks, and no place to write will come. */
const isBlocked = () => document.querySelector('[data-no-composer]:not([inert] *)') !== null

/** Gives a field the focus, with the caret behind what was written before, and the keys that were pressed meanwhile. */
function enter(field: HTMLTextAreaElement, typed: string): void {
  const isNew = field.selectionStart === 0 && field.selectionEnd === 0
  field.focus()
  if (isNew) field.setSelectionRange(field.value.length, field.value.length)
  if (typed !== '') document.execCommand('insertText', false, typed)
}

/**
 * Waits until there is a place to write to somebody, which follows what was said by a frame or by a slow network, and keeps
 * what is typed until then: no key of it may act on the conversation, nor end in the words to somebody else. Answers how to
 * call it off.
 */
function enterWhenThere(id: string): () => void {
  const until = performance.now() + longestWaitMs
  let typed = ''
  let frame = requestAnimationFrame(look)
  function stop(): void {
    cancelAnimationFrame(frame)
    window.removeEventListener('keydown', keep, true)
    window.removeEventListener('pointerdown', stop, true)
  }
  function look(): void {
    const field = fieldFor(id)
    if (!field && !isBlocked() && performance.now() < until && askedFor() === id) {
      frame = requestAnimationFrame(look)
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

/** What `R` does: go to where one writes to whom the address names, at once or as soon as it is there. */
export function useWriteKey(): () => void {
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  return useCallback(() => {
    stop.current?.()
    const id = askedFor()
    const field = fieldFor(id)
    if (field) enter(field, '')
    else if (id !== '' && !isBlocked()) stop.current = enterWhenThere(id)
  }, [])
}
