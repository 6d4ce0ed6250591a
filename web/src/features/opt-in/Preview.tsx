import type { OptInContent, PageLanguage } from '@crewline/contract/opt-in'
import { useLingui } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { PagePreview, PREVIEW_WAIT_MS } from '../../shared/ui/builder/PagePreview.tsx'
import { useOptInPreviewQuery } from './api.ts'

/** Shows the page as people will see it on a phone, rendered by the server that serves it. */
export function Preview({ content, language }: { content: OptInContent; language: PageLanguage }) {
  const { t } = useLingui()
  // What is not complete yet is shown with placeholders.
  const shown = useMemo(
    () => ({
      ...content,
      name: content.name || '-',
      url: content.url || 'preview',
      termsUrl: '',
      privacyUrl: '',
    }),
    [content],
  )
  const [settled] = useDebouncedValue(shown, PREVIEW_WAIT_MS)
  const { data, isError } = useOptInPreviewQuery({ content: settled, language })
  return <PagePreview title={t`The page on a phone`} page={data} isError={isError} />
}
