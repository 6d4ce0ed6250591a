import { useEffect, useRef } from 'react'

/** Marks the history entry of a panel in the state of the entry. */
const MARK = 'panel'

function panelOf(state: unknown): unknown {
  return (state as Record<string, unknown> | null)?.[MARK]
}

let panels = 0

/**
 * While a panel covers the page, Back closes it and the page stays. The panel has a history entry of its own, of the same
 * page; closing it in another way removes the entry again.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!isOpen) return
    panels += 1
    const panel = `${Date.now()} ${panels}`
    const state = history.state as { idx?: unknown } | null
    // The router numbers its entries: a page with unsaved changes recognizes Back by the number.
    const index = typeof state?.idx === 'number' ? { idx: state.idx + 1 } : {}
    history.pushState({ ...state, ...index, [MARK]: panel }, '')
    const onPop = () => {
      if (panelOf(history.state) !== panel) close.current()
    }
    addEventListener('popstate', onPop)
    return () => {
      removeEventListener('popstate', onPop)
      if (panelOf(history.state) === panel) history.back()
    }
  }, [isOpen])
}
