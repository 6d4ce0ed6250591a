import { useCallback } from 'react'
import { isRefusal } from '../../shared/api/send.ts'
import { useLazyPreviewTranslationQuery } from './api.ts'
import { outcomeOf, type Outcome } from './outcome.ts'

/** Returns a function that translates text and returns the outcome; `shouldRetranslate` skips the cache. */
export function useTranslator(): (
  request: { text: string; to: string },
  shouldRetranslate: boolean,
) => Promise<Outcome> {
  const [translate] = useLazyPreviewTranslationQuery()
  return useCallback(
    async (request, shouldRetranslate) => {
      const { data, error } = await translate(request, !shouldRetranslate)
      if (isRefusal(error) && error.status === 0) return { kind: 'offline' }
      return outcomeOf(error ? undefined : data, request.to)
    },
    [translate],
  )
}
