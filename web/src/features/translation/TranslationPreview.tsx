import { MESSAGE_MAX_CHARACTERS } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconLanguage } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { usePreviewTranslationQuery } from './api.ts'
import { languageName, sameLanguage } from './languages.ts'
import classes from './Translation.module.css'

/** What a contact will get, for the words it was made from. */
export interface Preview {
  of: string
  /** Null where it could not be made, and whoever writes was told so. */
  text: string | null
  to: string
}

export interface TranslationPreviewProps {
  /** First name of the contact. */
  name: string
  /** The words as they would go without translation, fields filled. */
  text: string
  to: string
  /** Told what would go now; null while that is not known: not made yet, or switched off. */
  onPreview: (preview: Preview | null) => void
  onOff: () => void
}

const pauseMs = 600

/** What a contact will read in their language, made anew while one writes; a person may change it before it goes. */
export default function TranslationPreview({ name, text, to, onPreview, onOff }: TranslationPreviewProps) {
  const { t, i18n } = useLingui()
  const [settled] = useDebouncedValue(text, pauseMs)
  const [edited, setEdited] = useState<{ of: string; text: string }>()
  const { data, currentData, isFetching, isError, refetch } = usePreviewTranslationQuery(
    { text: settled, to },
    { skip: settled.trim() === '' },
  )
  const own = edited?.of === text ? edited.text : undefined
  const isCurrent = settled === text && currentData !== undefined && !isFetching
  // Whoever writes in the language of the contact needs no translator.
  const isAlready = isCurrent && sameLanguage(currentData.from, to)
  const made = isCurrent && !isAlready && !currentData.failed ? currentData.text : undefined
  const shown = own ?? made
  const isFailed = isError || (isCurrent && currentData.failed)
  const told = isFailed && settled === text && own === undefined ? null : undefined
  const next = shown !== undefined && shown.trim() !== '' ? shown : told
  useEffect(() => {
    onPreview(next === undefined ? null : { of: text, text: next, to })
  }, [next, text, to, onPreview])
  useEffect(() => () => onPreview(null), [onPreview])
  if (text.trim() === '') return null
  const language = languageName(to, i18n.locale)
  if (isAlready && own === undefined) {
    return (
      <p className={classes.already} role="status">
        <IconLanguage size={14} stroke={1.75} aria-hidden />
        <Trans>Already in {language}. It goes as written.</Trans>
      </p>
    )
  }
  return (
    <section className={classes.preview} aria-label={t`Translation`}>
      <div className={classes.head}>
        <IconLanguage size={14} stroke={1.75} aria-hidden />
        <span>
          <Trans>
            <bdi>{name}</bdi> gets it in {language}
          </Trans>
        </span>
        {shown !== undefined && own === undefined && (
          <Button size="compact-xs" variant="subtle" onClick={() => setEdited({ of: text, text: shown })}>
            <Trans>Edit</Trans>
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onOff}>
          <Trans>Send as written</Trans>
        </Button>
      </div>
      {own !== undefined ? (
        <Textarea
          aria-label={t`Translation in ${language}`}
          value={own}
          onChange={(event) => setEdited({ of: text, text: event.currentTarget.value })}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={MESSAGE_MAX_CHARACTERS}
          dir="auto"
          lang={to}
        />
      ) : (
        <p className={classes.words} dir="auto" lang={to} data-old={!isCurrent || undefined} aria-live="off">
          {isFailed ? null : (made ?? data?.text ?? '…')}
        </p>
      )}
      {isFailed && own === undefined && (
        <p className={classes.line} role="status">
          <Trans>We could not translate this. It goes as written.</Trans>
          <Button size="compact-xs" variant="subtle" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </p>
      )}
      {isCurrent && own === undefined && currentData.warnings.length > 0 && (
        <div role="status">
          <p className={classes.look}>
            <Trans>Check these words before you send:</Trans>
          </p>
          <ul className={classes.warnings}>
            {currentData.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
