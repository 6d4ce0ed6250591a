import { isForPopup, OPEN_POPUP_BUTTON } from '../shared/lib/popup.ts'

/**
 * Closes a menu or a dialog by Escape also in the moment between its opening and its getting the focus, in which the key
 * still goes to its button. Popups themselves listen only inside of them. A modal dialog listens everywhere: the Escape that
 * closes it reaches nothing below it, such as a selection that Escape clears.
 */
export function watchOpeningPopups(): void {
  let isOfDialog = false
  // First of all, because the dialog is gone when the page below gets the key.
  addEventListener(
    'keydown',
    (event) => {
      isOfDialog =
        event.key === 'Escape' && !isForPopup(event) && document.querySelector('[aria-modal="true"]') !== null
    },
    true,
  )
  document.addEventListener('keydown', (event) => void (isOfDialog && event.stopPropagation()), true)
  document.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape' || !(target instanceof HTMLElement)) return
    target.closest<HTMLElement>(OPEN_POPUP_BUTTON)?.click()
  })
}
