import type { MediaItem } from '@crewline/contract/messages'

/** What is put into a composer from outside; it takes the place of what is written, unless it says nothing. */
export interface Filling {
  body?: string
  media?: MediaItem[]
  /** A message has taken the files already: they are uploaded once more. */
  areUsed?: boolean
}

const composers = new Map<string, (filling: Filling) => void>()

/** Lets others put words into the composer of a contact until the returned function is called. */
export function onFilling(contactId: string, fill: (filling: Filling) => void): () => void {
  composers.set(contactId, fill)
  return () => {
    if (composers.get(contactId) === fill) composers.delete(contactId)
  }
}

/** Puts words into the composer of a contact and the focus with them; false when none is open. */
export function fillComposer(contactId: string, filling: Filling = {}): boolean {
  const fill = composers.get(contactId)
  fill?.(filling)
  return fill !== undefined
}
