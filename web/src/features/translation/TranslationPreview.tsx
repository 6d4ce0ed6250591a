import { languageName } from '@crewline/contract/formats'
import { MESSAGE_MAX_CHARACTERS } from '@crewline/contract/limits'
import type { TranslationRefusal } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconLanguage } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Reply } from '../../shared/api/from-contract.ts'
import { isRefusal } from '../../shared/api/send.ts'
import { usePreviewTranslationQuery } from './api.ts'
import { sameLanguage } from './languages.ts'
import classes from './Translation.module.css'

/** What a contact will receive, and the text it was translated from. */
export interface Preview {
  of: string
  /** Null when the text cannot be translated whole and the author sees that it goes as written. */
  text: string | null
  to: string
  /** The language of the text as written. */
  from: string
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
  /** Replaces the text by a reviewed phrase. */
  onPhrase: (text: string) => void
}

const pauseMs = 600

/**
 * Previews a message in the language of the contact, updated while the member types; the translation can be edited
 * before it is sent. A text that cannot be translated whole says why, and goes as written.
 */
export default function TranslationPreview({ name, text, to, onPreview, onOff, onPhrase }: TranslationPreviewProps) {
  const { t, i18n } = useLingui()
  const [settled] = useDebouncedValue(text, pauseMs)
  const [edited, setEdited] = useState<{ of: string; text: string }>()
  const { data, currentData, isFetching, isError, error, refetch } = usePreviewTranslationQuery(
    { text: settled, to },
    { skip: settled.trim() === '' },
  )
  const editedText = edited?.of === text ? edited.text : undefined
  const isCurrent = settled === text && currentData !== undefined && !isFetching
  // Text already in the language of the contact needs no translation.
  const isAlready = isCurrent && (currentData.kind === 'same' || sameLanguage(currentData.from, to))
  const made = isCurrent && !isAlready && currentData.kind !== 'refused' ? currentData.text : undefined
  const displayedText = editedText ?? made
  const isRefused = isCurrent && currentData.kind === 'refused'
  // Without a network the text is translated before it is sent, once the network is back.
  const isOffline = isRefusal(error) && error.status === 0
  const fallback =
    ((isError && !isOffline) || isRefused) && settled === text && editedText === undefined ? null : undefined
  const next = displayedText !== undefined && displayedText.trim() !== '' ? displayedText : fallback
  const from = currentData?.from ?? ''
  useEffect(() => {
    onPreview(next === undefined ? null : { of: text, text: next, to, from })
  }, [next, text, to, from, onPreview])
  useEffect(() => () => onPreview(null), [onPreview])
  if (text.trim() === '') return null
  const language = languageName(to, i18n.locale)
  if (isAlready && editedText === undefined) {
    return (
      <p className={classes.already} role="status">
        <IconLanguage size={14} stroke={1.75} aria-hidden />
        <Trans>Already in {language}. It will be sent as written.</Trans>
      </p>
    )
  }
  const hasFailed = (isRefused || isError) && editedText === undefined
  return (
    <section className={classes.preview} aria-label={t`Translation`}>
      <div className={classes.head}>
        <IconLanguage size={14} stroke={1.75} aria-hidden />
        <span>
          {hasFailed ? (
            <Trans>Not translated</Trans>
          ) : (
            <Trans>
              <bdi>{name}</bdi> will get this in {language}
            </Trans>
          )}
          {made !== undefined && editedText === undefined && currentData && (
            <>
              {' '}
              · <SourceName preview={currentData} />
            </>
          )}
        </span>
        {displayedText !== undefined && editedText === undefined && (
          <Button size="compact-xs" variant="subtle" onClick={() => setEdited({ of: text, text: displayedText })}>
            <Trans>Edit</Trans>
          </Button>
        )}
        {!hasFailed && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={onOff}>
            <Trans>Send as written</Trans>
          </Button>
        )}
        {hasFailed && (
          <Button size="compact-xs" variant="subtle" onClick={() => setEdited({ of: text, text: '' })}>
            <Trans>Write it in {language}</Trans>
          </Button>
        )}
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
        !hasFailed && (
          <p className={classes.words} dir="auto" lang={to} data-old={!isCurrent || undefined} aria-live="off">
            {made ?? (data?.kind === 'refused' ? undefined : data?.text) ?? '…'}
          </p>
        )
      )}
      {hasFailed && (
        <RefusedTranslation
          reason={isRefused ? currentData.reason : isOffline ? 'offline' : 'unavailable'}
          language={language}
          original={languageName(from, i18n.locale)}
          onRetry={() => void refetch()}
        />
      )}
      {isRefused && editedText === undefined && currentData.suggestions.length > 0 && (
        <SuggestedPhrases suggestions={currentData.suggestions} to={to} onPhrase={onPhrase} />
      )}
      {isCurrent && editedText === undefined && currentData.back !== undefined && (
        <p className={classes.look} role="status">
          <Trans>Translated back, it reads: “{currentData.back}”. Check it before you send.</Trans>
        </p>
      )}
    </section>
  )
}

/** Names who made a translation: reviewed phrases or a service. */
function SourceName({ preview }: { preview: Reply<'previewTranslation'> }) {
  const service = preview.provider
  return preview.kind === 'reviewed' ? <Trans>Reviewed phrases</Trans> : <Trans>Machine translation by {service}</Trans>
}

/** Says why a text goes as written, and in which language. */
function RefusedTranslation({
  reason,
  language,
  original,
  onRetry,
}: {
  reason: TranslationRefusal | 'offline' | undefined
  language: string
  original: string
  onRetry: () => void
}) {
  return (
    <p className={classes.line} role="status">
      {reason === 'offline' && (
        <Trans>You're offline. It will be translated to {language} and sent when you're back online.</Trans>
      )}
      {reason === 'no_service' && (
        <Trans>No translation service is connected. Your message will be sent as written in {original}.</Trans>
      )}
      {reason === 'safety' && (
        <Trans>
          This may be about safety, so only reviewed phrases can translate it. It will be sent as written in {original}.
        </Trans>
      )}
      {reason === 'failed_checks' && (
        <Trans>
          The machine translation changed a number, a name, or a “not”. Your message will be sent as written in{' '}
          {original}.
        </Trans>
      )}
      {(reason === 'unavailable' || reason === 'reported' || reason === undefined) && (
        <>
          <Trans>The translation service didn't answer. Your message will be sent as written.</Trans>
          <Button size="compact-xs" variant="subtle" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        </>
      )}
    </p>
  )
}

/** Offers reviewed phrases that the sender may pick in place of the text. */
function SuggestedPhrases({
  suggestions,
  to,
  onPhrase,
}: {
  suggestions: Reply<'previewTranslation'>['suggestions']
  to: string
  onPhrase: (text: string) => void
}) {
  const { t } = useLingui()
  return (
    <ul className={classes.phrases} aria-label={t`Reviewed phrases`}>
      {suggestions.map(({ id, text, translated }) => (
        <li key={id}>
          <Button size="compact-sm" variant="light" onClick={() => onPhrase(text)}>
            {text}
          </Button>
          <span lang={to} dir="auto">
            {translated}
          </span>
        </li>
      ))}
    </ul>
  )
}
