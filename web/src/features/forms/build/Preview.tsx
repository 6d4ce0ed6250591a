import type { FormContent, FormLanguage } from '@crewline/contract/form-content'
import { useLingui } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { PagePreview, PREVIEW_WAIT_MS } from '../../../shared/ui/builder/PagePreview.tsx'
import { useFormPreviewQuery } from '../api.ts'

/** Shows the page with the open question as people will see it on a phone, rendered by the server that serves it. */
export function Preview({
  content,
  language,
  questionId,
}: {
  content: FormContent
  language: FormLanguage
  questionId: string | undefined
}) {
  const { t } = useLingui()
  // What is not complete yet is shown without a name.
  const shown = useMemo(() => ({ ...content, name: content.name || '-' }), [content])
  const [settled] = useDebouncedValue(shown, PREVIEW_WAIT_MS)
  const { data, isError } = useFormPreviewQuery({ content: settled, language, questionId })
  return <PagePreview title={t`The form on a phone`} page={data} isError={isError} />
}
