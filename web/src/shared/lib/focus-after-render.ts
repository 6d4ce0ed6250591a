/** Focuses an element, unless another field than `before` is in use: its list would close, and its keys would go astray. */
export function focusUnlessUsed(before: Element | null, element: HTMLElement | null | undefined): void {
  const now = document.activeElement
  if (now === before || !now?.matches('input, textarea, select, [contenteditable="true"]')) element?.focus()
}

/** Focuses an element that the next render shows, unless another field is used by then, as where frames are slow. */
export function focusAfterRender(find: () => HTMLElement | null | undefined): void {
  const before = document.activeElement
  requestAnimationFrame(() => focusUnlessUsed(before, find()))
}
