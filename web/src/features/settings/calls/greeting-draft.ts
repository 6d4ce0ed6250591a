import type { MediaItem } from '@crewline/contract/messages'

/** A greeting as it stands in its form: both ways are kept while one chooses. */
export interface GreetingDraft {
  kind: 'words' | 'recording'
  words: string
  file: MediaItem | null
}

/** A saved greeting as the form begins with it. */
export function draftOf({ words, file }: { words: string; file: MediaItem | null }): GreetingDraft {
  return { kind: file ? 'recording' : 'words', words, file }
}

/** What is saved of a draft: the way that is chosen and nothing of the other. */
export function greetingFrom({ kind, words, file }: GreetingDraft): { words: string; fileId: string | null } {
  return kind === 'words' ? { words: words.trim(), fileId: null } : { words: '', fileId: file?.id ?? null }
}

/** Whether a draft would change what callers hear; a recording that is not made yet changes nothing. */
export function isOther(draft: GreetingDraft, saved: { words: string; file: MediaItem | null }): boolean {
  if (draft.kind === 'recording' && !draft.file) return false
  const now = greetingFrom(draft)
  const before = greetingFrom(draftOf(saved))
  return now.words !== before.words || now.fileId !== before.fileId
}

/** Whether there is something to hear. */
export function isSilent(draft: GreetingDraft): boolean {
  const { words, fileId } = greetingFrom(draft)
  return words === '' && fileId === null
}
