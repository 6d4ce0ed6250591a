import { useEffect, useState } from 'react'

/** Returns what has the focus; for the item of a menu, the button of the menu, because the menu closes. */
function focused(): Element | null {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  return document.getElementById(menu?.getAttribute('aria-labelledby') ?? '') ?? active
}

/**
 * Gives the focus back to what opened a dialog when the dialog is removed. Mantine does so only for dialogs that close
 * before they are removed.
 */
export function useFocusBack(): void {
  const [opener] = useState(focused)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true })
    },
    [opener],
  )
}
