import type { MediaItem } from '@crewline/contract/messages'

/** A greeting as it stands in its form: both ways are kept while one chooses. */
export interface GreetingDraft {
  kind: 'words' | 'recording'
  words: string
  file: MediaItem | null
}

/** When a greeting is heard. */
export type Hour = 'open' | 'closed' | 'holiday'

/**
 * The greetings of all hours as they stand in their form. Callers hear the same outside business hours where that one is
 * null, and on holidays what they hear outside business hours.
 */
export interface ByHoursDraft {
  open: GreetingDraft
  closed: GreetingDraft | null
  holiday: GreetingDraft | null
}

interface Saved {
  words: string
  file: MediaItem | null
}

/** Greetings as they are saved. */
export interface SavedByHours extends Saved {
  closed: Saved | null
  holiday: Saved | null
}

/** A greeting nobody wrote yet. */
export const emptyDraft: GreetingDraft = { kind: 'words', words: '', file: null }

/** Greetings of a number nobody gave its own. */
export const nothingSaved: SavedByHours = { words: '', file: null, closed: null, holiday: null }

/** Saved greetings as the form begins with them. */
export function draftOf({ words, file, closed, holiday }: SavedByHours): ByHoursDraft {
  const begun = (saved: Saved): GreetingDraft => ({
    kind: saved.file ? 'recording' : 'words',
    words: saved.words,
    file: saved.file,
  })
  return { open: begun({ words, file }), closed: closed && begun(closed), holiday: holiday && begun(holiday) }
}

interface Kept {
  words: string
  fileId: string | null
}

const keptOf = ({ kind, words, file }: GreetingDraft): Kept =>
  kind === 'words' ? { words: words.trim(), fileId: null } : { words: '', fileId: file?.id ?? null }

/** What is saved of a draft: of each greeting the way that is chosen and nothing of the other. */
export function greetingFrom({
  open,
  closed,
  holiday,
}: ByHoursDraft): Kept & Record<'closed' | 'holiday', Kept | null> {
  return { ...keptOf(open), closed: closed && keptOf(closed), holiday: holiday && keptOf(holiday) }
}

/** Whether a draft would change what callers hear; a recording that is not made yet changes nothing. */
export function isOther(draft: ByHoursDraft, saved: SavedByHours): boolean {
  const before = draftOf(saved)
  return (['open', 'closed', 'holiday'] as const).some((hour) => {
    const [now, then] = [draft[hour], before[hour]]
    return now && then ? differs(now, then) : now !== then
  })
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

/** Which of these greetings callers hear now. */
export function playing(
  { isOpen, holiday }: { isOpen: boolean; holiday: string | null },
  has: { closed: unknown; holiday: unknown },
): Hour {
  if (holiday !== null && has.holiday) return 'holiday'
  return !isOpen && has.closed ? 'closed' : 'open'
}
