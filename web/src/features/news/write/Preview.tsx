import { formatNumber } from '@crewline/contract/formats'
import type { NewsContent, NewsLanguage } from '@crewline/contract/news'
import { Trans, useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useNewsPreviewQuery } from '../api.ts'
import classes from '../News.module.css'
import { AUTONYMS, secondsOn3g } from '../news-rules.ts'

/** Changes are shown this long after the last one, in ms. */
const WAIT_MS = 500
/** Above these weights, in bytes, the meter is amber and red. */
const HEAVY_BYTES = 300_000
const TOO_HEAVY_BYTES = 600_000

/** Shows the page as people will see it on a phone, rendered by the server that serves it, and what it weighs. */
export function Preview({ content }: { content: NewsContent }) {
  const { t, i18n } = useLingui()
  const [chosen, setChosen] = useState<NewsLanguage>(content.language)
  const languages = [content.language, ...content.languages]
  const language = languages.find((tag) => tag === chosen) ?? content.language
  const [settled] = useDebouncedValue(content, WAIT_MS)
  const { data, isError } = useNewsPreviewQuery({ content: settled, language })
  const bytes = data ? data.weight.page + data.weight.pictures : 0
  const kilobytes = formatNumber(Math.ceil(bytes / 1000), i18n.locale)
  const seconds = formatNumber(secondsOn3g(bytes), i18n.locale)
  const weight = bytes > TOO_HEAVY_BYTES ? 'bad' : bytes > HEAVY_BYTES ? 'warn' : 'good'
  return (
    <section className={classes.preview} aria-label={t`Preview`}>
      <div className={classes.previewHead}>
        <span className={classes.weight} data-weight={weight}>
          {data && (
            <Trans>
              {kilobytes} KB, {seconds} s on 3G
            </Trans>
          )}
          {weight !== 'good' && (
            <span className={classes.quiet}>
              <Trans>Use fewer pictures.</Trans>
            </span>
          )}
        </span>
        {languages.length > 1 && (
          <Select
            aria-label={t`Language of the preview`}
            data={languages.map((value) => ({ value, label: AUTONYMS[value] }))}
            value={language}
            allowDeselect={false}
            size="xs"
            w={150}
            onChange={(value) => value && setChosen(value)}
          />
        )}
      </div>
      {data && data.leftOut.length > 0 && (
        <p className={`${classes.quiet} ${classes.leftOut}`}>
          <Trans>Not named because they asked for it:</Trans>{' '}
          <bdi translate="no">{data.leftOut.map(({ name }) => name || t`No name`).join(', ')}</bdi>
        </p>
      )}
      {isError && !data ? (
        <p className={classes.quiet}>
          <Trans>The preview appears when the connection is back.</Trans>
        </p>
      ) : (
        // Without scripts; the same origin, so that the pictures of members can be shown.
        <iframe
          className={classes.phone}
          title={t`The page on a phone`}
          sandbox="allow-same-origin"
          srcDoc={data?.html ?? ''}
        />
      )}
    </section>
  )
}
