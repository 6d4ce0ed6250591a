import type { FormContent, FormLanguage } from '@crewline/contract/form-content'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useFormPreviewQuery } from '../api.ts'
import classes from '../Forms.module.css'

/** Changes are shown this long after the last one, in ms. */
const WAIT_MS = 400

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
  const [settled] = useDebouncedValue(shown, WAIT_MS)
  const { data, isError } = useFormPreviewQuery({ content: settled, language, questionId })
  return (
    <section className={classes.preview} aria-label={t`Preview`}>
      {isError && !data ? (
        <p className={classes.quiet}>
          <Trans>The preview appears when the fields are valid.</Trans>
        </p>
      ) : (
        <iframe className={classes.phone} title={t`The form on a phone`} sandbox="" srcDoc={data ?? ''} />
      )}
    </section>
  )
}
