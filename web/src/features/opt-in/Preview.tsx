import type { OptInContent, PageLanguage } from '@crewline/contract/opt-in'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useOptInPreviewQuery } from './api.ts'
import classes from './OptIn.module.css'

/** Changes are shown this long after the last one, in ms. */
const WAIT_MS = 400

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
  const [settled] = useDebouncedValue(shown, WAIT_MS)
  const { data, isError } = useOptInPreviewQuery({ content: settled, language })
  return (
    <section className={classes.preview} aria-label={t`Preview`}>
      {isError && !data ? (
        <p className={classes.quiet}>
          <Trans>The preview appears when the fields are valid.</Trans>
        </p>
      ) : (
        <iframe className={classes.phone} title={t`The page on a phone`} sandbox="" srcDoc={data ?? ''} />
      )}
    </section>
  )
}
