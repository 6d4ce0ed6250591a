import { OPEN_POPUP_BUTTON } from '../shared/lib/popup.ts'

/**
 * Closes a menu or a dialog by Escape also in the moment between its opening and its getting the focus, in which the key
 * still goes to its button. Popups themselves listen only inside of them.
 */
export function watchOpeningPopups(): void {
  document.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape' || !(target instanceof HTMLElement)) return
    target.closest<HTMLElement>(OPEN_POPUP_BUTTON)?.click()
  })
}
