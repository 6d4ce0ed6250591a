import { useCallback } from 'react'
import { useLazyPreviewTranslationQuery } from './api.ts'
import { outcomeOf, type Outcome } from './outcome.ts'

/** Translates words once and says what came of it; `isAnew` asks again where the answer is known. */
export function useTranslator(): (asked: { text: string; to: string }, isAnew: boolean) => Promise<Outcome> {
  const [translate] = useLazyPreviewTranslationQuery()
  return useCallback(
    async (asked, isAnew) => {
      const { data, isError } = await translate(asked, !isAnew)
      return outcomeOf(isError ? undefined : data, asked.to)
    },
    [translate],
  )
}
