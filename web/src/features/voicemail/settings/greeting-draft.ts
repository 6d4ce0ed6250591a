import type { MediaItem } from '@crewline/contract/messages'

/** A greeting in its form: keeps both kinds while the user chooses. */
export interface GreetingDraft {
  kind: 'words' | 'recording'
  words: string
  file: MediaItem | null
}

/** When a greeting plays. */
export type Hour = 'open' | 'closed' | 'holiday'

/**
 * The greetings of all hours in the form. A null greeting for closed hours uses the one for open hours; a null greeting
 * for holidays uses the one for closed hours.
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

/** Saved greetings. */
export interface SavedByHours extends Saved {
  closed: Saved | null
  holiday: Saved | null
}

/** A greeting with no content. */
export const emptyDraft: GreetingDraft = { kind: 'words', words: '', file: null }

/** The greetings of a number without separate ones. */
export const nothingSaved: SavedByHours = { words: '', file: null, closed: null, holiday: null }

/** Converts saved greetings to the form values. */
export function draftOf({ words, file, closed, holiday }: SavedByHours): ByHoursDraft {
  const toDraft = (saved: Saved): GreetingDraft => ({
    kind: saved.file ? 'recording' : 'words',
    words: saved.words,
    file: saved.file,
  })
  return { open: toDraft({ words, file }), closed: closed && toDraft(closed), holiday: holiday && toDraft(holiday) }
}

interface GreetingInput {
  words: string
  fileId: string | null
}

const toGreetingInput = ({ kind, words, file }: GreetingDraft): GreetingInput =>
  kind === 'words' ? { words: words.trim(), fileId: null } : { words: '', fileId: file?.id ?? null }

/** Converts the form values to greetings to save: of each only the chosen kind. */
export function greetingFrom({
  open,
  closed,
  holiday,
}: ByHoursDraft): GreetingInput & Record<'closed' | 'holiday', GreetingInput | null> {
  return {
    ...toGreetingInput(open),
    closed: closed && toGreetingInput(closed),
    holiday: holiday && toGreetingInput(holiday),
  }
}

/** Returns whether a draft would change what callers hear; a missing recording changes nothing. */
export function hasGreetingChanged(draft: ByHoursDraft, saved: SavedByHours): boolean {
  const before = draftOf(saved)
  return (['open', 'closed', 'holiday'] as const).some((hour) => {
    const [now, then] = [draft[hour], before[hour]]
    return now && then ? differs(now, then) : now !== then
  })
}

function differs(draft: GreetingDraft, before: GreetingDraft): boolean {
  if (draft.kind === 'recording' && !draft.file) return false
  const [now, then] = [toGreetingInput(draft), toGreetingInput(before)]
  return now.words !== then.words || now.fileId !== then.fileId
}

/** Returns whether there is nothing to hear. */
export function isGreetingEmpty(draft: GreetingDraft): boolean {
  const { words, fileId } = toGreetingInput(draft)
  return words === '' && fileId === null
}

/** Returns which greeting callers hear now. */
export function playing(
  { isOpen, holiday }: { isOpen: boolean; holiday: string | null },
  has: { closed: unknown; holiday: unknown },
): Hour {
  if (holiday !== null && has.holiday) return 'holiday'
  return !isOpen && has.closed ? 'closed' : 'open'
}
