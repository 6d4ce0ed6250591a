import { useEffect, type RefObject } from 'react'

/**
 * Keeps the focus in a field of a dialog that just opened: a dialog that closes at the same time returns the focus to
 * its origin a moment later. Ends on a click; a dialog opened above may take the focus.
 */
export function useKeepFocus(field: RefObject<HTMLElement | null>): void {
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
