import { useState } from 'react'
import { isSame, mergeDraft, withNewer } from './draft-rules.ts'

/** An edited copy of something that is stored with a version. */
export interface VersionedDraft<Fields extends object> {
  content: Fields
  edit: (changes: Partial<Fields>) => void
  setContent: (next: Fields | ((now: Fields) => Fields)) => void
  /** The version that the edits began with; a save that names it is refused if a teammate changed the same field. */
  version: number
  isChanged: boolean
  /** After a save was refused as outdated: the next version is taken over, and the edits stay over it. */
  adoptNext: () => void
  /** Takes over what the server stored of `sent`; what was typed while it was sent stays. */
  settle: (stored: { fields: Fields; version: number }, sent: Fields) => void
  /** Goes back to what is stored now. */
  discard: () => void
}

/**
 * Keeps an edited copy of what is stored. A newer version joins the edits field by field; where a teammate changed an
 * edited field, it waits until a save was refused or the edits are discarded.
 */
export function useVersionedDraft<Fields extends object>(stored: {
  fields: Fields
  version: number
}): VersionedDraft<Fields> {
  const [base, setBase] = useState(stored)
  const [content, setContent] = useState(stored.fields)
  const [adoptsNext, setAdoptsNext] = useState(false)
  if (stored.version > base.version) {
    const merged = mergeDraft(stored.fields, { base: base.fields, mine: content })
    if (merged || adoptsNext) {
      setBase(stored)
      setContent(merged ?? withNewer(stored.fields, base.fields, content))
      setAdoptsNext(false)
    }
  }
  return {
    content,
    setContent,
    edit: (changes) => setContent((now) => ({ ...now, ...changes })),
    version: base.version,
    isChanged: !isSame(content, base.fields),
    adoptNext: () => setAdoptsNext(true),
    settle(answer, sent) {
      setBase(answer)
      setContent((now) => withNewer(answer.fields, sent, now))
    },
    discard() {
      setBase(stored)
      setContent(stored.fields)
    },
  }
}
