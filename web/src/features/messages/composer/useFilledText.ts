import { MESSAGE_MAX_TEXTS } from '@crewline/contract/limits'
import { fillMerge } from '@crewline/contract/merge'
import { countTexts, type TextCount } from '@crewline/contract/segments'
import { useDeferredValue, useMemo } from 'react'
import type { MergeFieldValues } from '../../replies/index.ts'

/** The text as a contact would receive it. */
export interface FilledText {
  /** The text with the merge fields filled in for this contact. */
  filled: string
  missing: string[]
  count: TextCount
  isTooLong: boolean
  mergeValues: MergeFieldValues | undefined
}

/**
 * Returns the text as the contact would read it; no merge field counts as missing before the values have loaded.
 * `instead` is a translation that replaces it.
 */
export function useFilledText(
  mergeValues: MergeFieldValues | undefined,
  draft: string,
  instead: string | undefined,
): FilledText {
  const written = useDeferredValue(draft)
  return useMemo(() => {
    const { body: filled, missing } = fillMerge(written, mergeValues?.values ?? {}, mergeValues?.custom)
    const count = countTexts(instead ?? filled)
    return {
      filled,
      missing: mergeValues ? missing : [],
      count,
      isTooLong: count.segments > MESSAGE_MAX_TEXTS,
      mergeValues,
    }
  }, [written, mergeValues, instead])
}
