/** Moves an entry by one place; at the ends nothing changes. */
export function moved<Entry>(entries: readonly Entry[], at: number, by: -1 | 1): Entry[] {
  const to = at + by
  if (to < 0 || to >= entries.length) return [...entries]
  const next = [...entries]
  const [entry] = next.splice(at, 1)
  if (entry !== undefined) next.splice(to, 0, entry)
  return next
}

/**
 * Gives the focus back to the row that was just moved up (-1) or down (1) to a place of a list: a moved element loses it, and so
 * does a button that is disabled at the end. The buttons that move a row up and down carry `data-move`, in this order.
 */
export function focusMoved(list: Element | null, to: number, by: -1 | 1): void {
  // The row has its place after the next render.
  setTimeout(() => {
    const row = list?.children[to]
    const [up, down] = row?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? []
    const [same, other] = by === -1 ? [up, down] : [down, up]
    const next =
      same?.disabled === false ? same : (other ?? row?.querySelector<HTMLElement>('input:enabled, button:enabled'))
    next?.focus()
  })
}
