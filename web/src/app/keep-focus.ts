/**
 * Gives the focus back to a control that was disabled while it had it, such as a button while its request runs, as soon as
 * the control is enabled again and nothing else took the focus. Browsers drop the focus of disabled controls, and
 * keyboard users would begin again at the top of the page.
 */
export function keepFocus(): void {
  let dropped: HTMLElement | undefined
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof HTMLElement)) continue
      // The browser drops the focus with the next frame, so the control still has it here.
      if (target.hasAttribute('disabled')) {
        if (target === document.activeElement) dropped = target
      } else if (target === dropped) {
        dropped = undefined
        if (target.isConnected && document.activeElement === document.body) target.focus({ preventScroll: true })
      }
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['disabled'] })
}
