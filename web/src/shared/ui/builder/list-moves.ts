import { changeAndFocus } from '../../lib/change-and-focus.ts'

interface RowMove {
  list: { current: Element | null }
  to: number
  by: -1 | 1
}

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
 * Renders a change that moves a row up (-1) or down (1) to a place of a list, and gives it the focus back: a moved element loses
 * it, and so does a button that is disabled at the end. The buttons that move a row up and down carry `data-move`, in this order.
 */
export function moveAndFocus(change: () => void, { list, to, by }: RowMove): void {
  changeAndFocus(change, () => {
    const row = list.current?.children[to]
    const [up, down] = row?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? []
    const [same, other] = by === -1 ? [up, down] : [down, up]
    const next =
      same?.disabled === false ? same : (other ?? row?.querySelector<HTMLElement>('input:enabled, button:enabled'))
    return next
  })
}
