/**
 * Closes a menu by Escape also in the moment between its opening and its getting the focus, in which the key still goes to
 * the button. Menus themselves listen only inside of them.
 */
export function closeOpeningMenus(): void {
  document.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape' || !(target instanceof HTMLElement)) return
    target.closest<HTMLElement>('[aria-haspopup="menu"][aria-expanded="true"]')?.click()
  })
}
