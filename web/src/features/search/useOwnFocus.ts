import { useEffect, type RefObject } from 'react'

/**
 * Keeps the focus in a field of a dialog that just opened: what closes in that moment gives the focus back to where it came
 * from, a moment too late. Ends when somebody points at something; a dialog that opens above may have the focus.
 */
export function useOwnFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const dialog = field.current?.closest('[role="dialog"]')
    if (!dialog) return undefined
    const takeBack = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || dialog.contains(target)) return
      const isBehind = (dialog.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) === 0
      if (isBehind || !target.closest('[aria-modal="true"]')) field.current?.focus()
    }
    const end = () => {
      document.removeEventListener('focusin', takeBack)
      document.removeEventListener('pointerdown', end, true)
    }
    document.addEventListener('focusin', takeBack)
    document.addEventListener('pointerdown', end, true)
    return end
  }, [field])
}
