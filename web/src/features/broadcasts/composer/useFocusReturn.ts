import { useEffect, useRef } from 'react'

/**
 * Gives the focus back to the button that opened a dialog, for dialogs that are removed as soon as they close. Returns
 * the function that the button calls before the dialog opens.
 */
export function useFocusReturn(isOpen: boolean): () => void {
  const opener = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (isOpen) return
    opener.current?.focus()
    opener.current = null
  }, [isOpen])
  return () => {
    const active = document.activeElement
    opener.current = active instanceof HTMLElement ? active : null
  }
}
