import { useCallback } from 'react'
import { useLazyPreviewTranslationQuery } from './api.ts'
import { outcomeOf, type Outcome } from './outcome.ts'

/** Returns a function that translates text and returns the outcome; `isAnew` skips the cache. */
export function useTranslator(): (asked: { text: string; to: string }, isAnew: boolean) => Promise<Outcome> {
  const [translate] = useLazyPreviewTranslationQuery()
  return useCallback(
    async (request, shouldRetranslate) => {
      const { data, isError } = await translate(request, !shouldRetranslate)
      return outcomeOf(isError ? undefined : data, request.to)
    },
    [translate],
  )
}
