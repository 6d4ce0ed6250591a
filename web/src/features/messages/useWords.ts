import { MESSAGE_MAX_TEXTS } from '@crewline/contract/limits'
import { fillMerge } from '@crewline/contract/merge'
import { countTexts, type TextCount } from '@crewline/contract/segments'
import { useDeferredValue, useMemo } from 'react'
import type { SaidByFields } from '../replies/index.ts'

/** What a contact would get for what is written. */
export interface Words {
  /** Fields filled with this contact's own words. */
  filled: string
  missing: string[]
  count: TextCount
  isTooLong: boolean
  said: SaidByFields | undefined
}

/** What is written, as this contact would read it; nothing is called missing before it is known. `instead` is what goes in its place. */
export function useWords(said: SaidByFields | undefined, draft: string, instead: string | undefined): Words {
  const written = useDeferredValue(draft)
  return useMemo(() => {
    const { body: filled, missing } = fillMerge(written, said?.values ?? {}, said?.custom)
    const count = countTexts(instead ?? filled)
    return { filled, missing: said ? missing : [], count, isTooLong: count.segments > MESSAGE_MAX_TEXTS, said }
  }, [written, said, instead])
}
