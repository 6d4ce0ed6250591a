import { useCallback } from 'react'
import { useLazyPreviewTranslationQuery } from './api.ts'
import { sameLanguage } from './languages.ts'

/** Translates words once; undefined where no translator could or none is needed, so that they go as written. */
export function useTranslator(): (asked: { text: string; to: string }) => Promise<string | undefined> {
  const [translate] = useLazyPreviewTranslationQuery()
  return useCallback(
    async (asked) => {
      const { data } = await translate(asked, true)
      return data && !data.failed && !sameLanguage(data.from, asked.to) ? data.text : undefined
    },
    [translate],
  )
}
