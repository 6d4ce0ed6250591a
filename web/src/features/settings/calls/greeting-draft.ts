import type { MediaItem } from '@crewline/contract/messages'

/** A greeting as it stands in its form: both ways are kept while one chooses. */
export interface GreetingDraft {
  kind: 'words' | 'recording'
  words: string
  file: MediaItem | null
}

/** The greetings of all hours as they stand in their form; callers hear the same outside business hours where that is null. */
export interface ByHoursDraft {
  open: GreetingDraft
  closed: GreetingDraft | null
}

interface Saved {
  words: string
  file: MediaItem | null
}

/** Greetings as they are saved. */
export interface SavedByHours extends Saved {
  closed: Saved | null
}

/** A greeting nobody wrote yet. */
export const emptyDraft: GreetingDraft = { kind: 'words', words: '', file: null }

/** Saved greetings as the form begins with them. */
export function draftOf({ words, file, closed }: SavedByHours): ByHoursDraft {
  const begun = (saved: Saved): GreetingDraft => ({ kind: saved.file ? 'recording' : 'words', ...saved })
  return {
    open: begun({ words, file }),
    closed: closed && begun({ words: closed.words, file: closed.file }),
  }
}

interface Kept {
  words: string
  fileId: string | null
}

const keptOf = ({ kind, words, file }: GreetingDraft): Kept =>
  kind === 'words' ? { words: words.trim(), fileId: null } : { words: '', fileId: file?.id ?? null }

/** What is saved of a draft: of each greeting the way that is chosen and nothing of the other. */
export function greetingFrom({ open, closed }: ByHoursDraft): Kept & { closed: Kept | null } {
  return { ...keptOf(open), closed: closed && keptOf(closed) }
}

/** Whether a draft would change what callers hear; a recording that is not made yet changes nothing. */
export function isOther({ open, closed }: ByHoursDraft, saved: SavedByHours): boolean {
  const before = draftOf(saved)
  return (
    differs(open, before.open) || (closed && before.closed ? differs(closed, before.closed) : closed !== before.closed)
  )
}

function differs(draft: GreetingDraft, before: GreetingDraft): boolean {
  if (draft.kind === 'recording' && !draft.file) return false
  const [now, then] = [keptOf(draft), keptOf(before)]
  return now.words !== then.words || now.fileId !== then.fileId
}

/** Whether there is something to hear. */
export function isSilent(draft: GreetingDraft): boolean {
  const { words, fileId } = keptOf(draft)
  return words === '' && fileId === null
}
