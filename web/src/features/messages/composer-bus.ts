import type { MediaItem } from '@crewline/contract/messages'

/** What is put into a composer from outside: words come before what is written there, files beside what is there. */
export interface Filling {
  body?: string
  media?: MediaItem[]
  /** A message has taken the files already: they are uploaded once more. */
  areUsed?: boolean
}

const composers = new Map<string, (filling: Filling) => void>()

/** Words that come back, before what was written since: neither is lost. */
export function joined(back: string, written: string): string {
  if (written.trim() === '') return back
  return back.trim() === '' ? written : `${back}\n${written}`
}

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
