import { useEffect, useState } from 'react'
import { lastFocused } from '../../lib/last-focus.ts'

/**
 * Gives the focus back to what opened a dialog when the dialog is removed. Mantine does so only for dialogs that close
 * before they are removed.
 */
export function useFocusBack(): void {
  const [opener] = useState(lastFocused)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true })
    },
    [opener],
  )
}
