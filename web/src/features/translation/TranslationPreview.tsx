import { languageName } from '@crewline/contract/formats'
import { MESSAGE_MAX_CHARACTERS } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconLanguage } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { usePreviewTranslationQuery } from './api.ts'
import { sameLanguage } from './languages.ts'
import classes from './Translation.module.css'

/** What a contact will receive, and the text it was translated from. */
export interface Preview {
  of: string
  /** Null when the translation failed and the author was told so. */
  text: string | null
  to: string
}

export interface TranslationPreviewProps {
  /** First name of the contact. */
  name: string
  /** The untranslated text, with merge fields filled in. */
  text: string
  to: string
  /** Called with the text that would be sent now; null while it is unknown: not translated yet, or turned off. */
  onPreview: (preview: Preview | null) => void
  onOff: () => void
}

const pauseMs = 600

/**
 * Previews a message in the language of the contact, updated while the member types; the translation can be edited
 * before it is sent.
 */
export default function TranslationPreview({ name, text, to, onPreview, onOff }: TranslationPreviewProps) {
  const { t, i18n } = useLingui()
  const [settled] = useDebouncedValue(text, pauseMs)
  const [edited, setEdited] = useState<{ of: string; text: string }>()
  const { data, currentData, isFetching, isError, refetch } = usePreviewTranslationQuery(
    { text: settled, to },
    { skip: settled.trim() === '' },
  )
  const editedText = edited?.of === text ? edited.text : undefined
  const isCurrent = settled === text && currentData !== undefined && !isFetching
  // Text already in the language of the contact needs no translation.
  const isAlready = isCurrent && sameLanguage(currentData.from, to)
  const made = isCurrent && !isAlready && !currentData.failed ? currentData.text : undefined
  const displayedText = editedText ?? made
  const isFailed = isError || (isCurrent && currentData.failed)
  const fallback = isFailed && settled === text && editedText === undefined ? null : undefined
  const next = displayedText !== undefined && displayedText.trim() !== '' ? displayedText : fallback
  useEffect(() => {
    onPreview(next === undefined ? null : { of: text, text: next, to })
  }, [next, text, to, onPreview])
  useEffect(() => () => onPreview(null), [onPreview])
  if (text.trim() === '') return null
  const language = languageName(to, i18n.locale)
  const original = languageName(currentData?.from ?? '', i18n.locale)
  if (isAlready && editedText === undefined) {
    return (
      <p className={classes.already} role="status">
        <IconLanguage size={14} stroke={1.75} aria-hidden />
        <Trans>Already in {language}. It will be sent as written.</Trans>
      </p>
    )
  }
  return (
    <section className={classes.preview} aria-label={t`Translation`}>
      <div className={classes.head}>
        <IconLanguage size={14} stroke={1.75} aria-hidden />
        <span>
          <Trans>
            <bdi>{name}</bdi> will get this in {language}
          </Trans>
        </span>
        {displayedText !== undefined && editedText === undefined && (
          <Button size="compact-xs" variant="subtle" onClick={() => setEdited({ of: text, text: displayedText })}>
            <Trans>Edit</Trans>
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onOff}>
          <Trans>Send as written</Trans>
        </Button>
      </div>
      {editedText !== undefined ? (
        <Textarea
          aria-label={t`Translation in ${language}`}
          value={editedText}
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
      {isFailed && editedText === undefined && (
        <p className={classes.line} role="status">
          {currentData ? (
            <Trans>Couldn't translate this. It will be sent in {original}.</Trans>
          ) : (
            <Trans>Couldn't translate this. It will be sent as written.</Trans>
          )}
          <Button size="compact-xs" variant="subtle" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </p>
      )}
      {isCurrent && editedText === undefined && currentData.warnings.length > 0 && (
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
