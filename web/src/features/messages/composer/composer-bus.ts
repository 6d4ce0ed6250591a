import type { MediaItem } from '@crewline/contract/messages'

/**
 * Content inserted into a composer from outside: text before the current text, files in addition to the current files.
 */
export interface Filling {
  body?: string
  media?: MediaItem[]
  /** A message already uses the files, so they must be uploaded again. */
  areUsed?: boolean
}

const composers = new Map<string, (filling: Filling) => void>()

/** Joins restored text with newer text after it, so that neither is lost. */
export function joined(back: string, written: string): string {
  if (written.trim() === '') return back
  return back.trim() === '' ? written : `${back}\n${written}`
}

/** Registers a composer, so that others can insert content into it. Returns an unregister function. */
export function onFilling(contactId: string, fill: (filling: Filling) => void): () => void {
  composers.set(contactId, fill)
  return () => {
    if (composers.get(contactId) === fill) composers.delete(contactId)
  }
}

/** Inserts content into the composer of a contact and focuses it; returns false when none is open. */
export function fillComposer(contactId: string, filling: Filling = {}): boolean {
  const fill = composers.get(contactId)
  fill?.(filling)
  return fill !== undefined
}
