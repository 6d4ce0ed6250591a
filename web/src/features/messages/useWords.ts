import type { ContactHead } from '@crewline/contract/contacts'
import { MESSAGE_MAX_TEXTS } from '@crewline/contract/limits'
import { fillMerge, type MergeField } from '@crewline/contract/merge'
import { countTexts, type TextCount } from '@crewline/contract/segments'
import { useDeferredValue, useMemo } from 'react'
import { useMergeValues } from '../replies/index.ts'

/** What a contact would get for what is written. */
export interface Words {
  /** Fields filled with this contact's own words. */
  filled: string
  missing: MergeField[]
  count: TextCount
  isTooLong: boolean
  values: ReturnType<typeof useMergeValues>
}

/** What is written, as this contact would read it; nothing is called missing before it is known. `instead` is what goes in its place. */
export function useWords(contact: ContactHead, draft: string, instead: string | undefined): Words {
  const values = useMergeValues(contact)
  const written = useDeferredValue(draft)
  return useMemo(() => {
    const { body: filled, missing } = fillMerge(written, values ?? {})
    const count = countTexts(instead ?? filled)
    return { filled, missing: values ? missing : [], count, isTooLong: count.segments > MESSAGE_MAX_TEXTS, values }
  }, [written, values, instead])
}
