/** The button of a menu or a dialog that is open: it has the focus until the popup takes it, a moment later. */
export const OPEN_POPUP_BUTTON = '[aria-expanded="true"]:is([aria-haspopup="menu"], [aria-haspopup="dialog"])'

/** Returns whether a key belongs to a popup and not to the page below: Escape closes only the top layer. */
export function isForPopup({ target }: { target: EventTarget | null }): boolean {
  return target instanceof Element && target.closest(`[role="dialog"], [role="menu"], ${OPEN_POPUP_BUTTON}`) !== null
}
