import { formatDate, formatList, languageName } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown, IconChevronRight, IconPencil, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useCan } from '../../../shared/lib/session/select.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import {
  useRemovePhraseMutation,
  useRestorePhraseMutation,
  useReviewPhraseMutation,
  type Phrase,
  type PhraseText,
} from './phrases-api.ts'
import classes from './Phrases.module.css'

/** A phrase of the list; opened, it shows each language, who reviewed it, and the review. */
export function PhraseRow({ phrase, onEdit }: { phrase: Phrase; onEdit: () => void }) {
  const { t, i18n } = useLingui()
  const canManage = useCan('replies.manage') && !phrase.isBuiltIn
  const [isOpen, setOpen] = useState(false)
  const textsId = useId()
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const [first] = phrase.texts
  const name = first?.text ?? ''
  const namesOf = (texts: PhraseText[]) =>
    formatList(
      texts.map(({ language }) => languageName(language, i18n.locale)),
      i18n.locale,
    )
  const offered = namesOf(phrase.texts.filter(({ review }) => review !== null))
  const waiting = namesOf(phrase.texts.filter(({ review }) => review === null))
  return (
    <li className={classes.phrase}>
      <div className={classes.head}>
        <UnstyledButton
          className={classes.open}
          aria-expanded={isOpen}
          aria-controls={textsId}
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={16} stroke={1.75} aria-hidden className="mantine-rotate-rtl" />
          <span>
            <span lang={first?.language} dir="auto" translate="no">
              {name}
            </span>
            <span className={classes.state}>
              {phrase.isSafety && (
                <span className={classes.safety}>
                  <IconAlertTriangle size={14} stroke={1.75} aria-hidden /> <Trans>About safety</Trans>
                </span>
              )}
              {offered !== '' && <span>{offered}</span>}
              {waiting !== '' && (
                <span>
                  <Trans>Not reviewed: {waiting}</Trans>
                </span>
              )}
            </span>
          </span>
        </UnstyledButton>
        {canManage && phrase.removedAt === null && (
          <>
            <ActionIcon onClick={onEdit} aria-label={t`Edit ${name}`}>
              <IconPencil size={18} stroke={1.75} />
            </ActionIcon>
            <RemoveButton id={phrase.id} name={name} />
          </>
        )}
        {canManage && phrase.removedAt !== null && <RestoreButton id={phrase.id} />}
      </div>
      <ul id={textsId} className={classes.texts} hidden={!isOpen}>
        {isOpen && phrase.texts.map((text) => <TextRow key={text.language} phrase={phrase} text={text} />)}
      </ul>
    </li>
  )
}

function TextRow({ phrase, text }: { phrase: Phrase; text: PhraseText }) {
  const { t, i18n } = useLingui()
  const messageFor = useErrorText()
  const canReview = useCan('phrases.review') && !phrase.isBuiltIn && phrase.removedAt === null
  const [review, { isLoading }] = useReviewPhraseMutation()
  const { language, revision, writtenBy } = text
  const by = text.review?.by
  const day = text.review && formatDate(Date.parse(text.review.at), 'day', i18n.locale)
  const languageLabel = languageName(language, i18n.locale)
  const isOwnSafety = phrase.isSafety && text.isOwn && text.review === null

  async function decide(isRight: boolean): Promise<void> {
    const { error } = await review({ id: phrase.id, decision: { language, revision, isRight } })
    if (error) toast.failed(error, { title: t`Not reviewed`, message: messageFor(error) })
  }
  return (
    <li className={classes.text}>
      <span className={classes.language}>{languageLabel}</span>
      <div>
        <p className={classes.words} lang={language} dir="auto" translate="no">
          {text.text}
        </p>
        <p className={classes.meta}>
          {by !== undefined ? (
            <Trans>
              Reviewed by <bdi>{by}</bdi> on {day}
            </Trans>
          ) : writtenBy === null ? (
            <Trans>Not reviewed, so it isn't used</Trans>
          ) : (
            <Trans>
              Written by <bdi>{writtenBy}</bdi> · not reviewed, so it isn't used
            </Trans>
          )}
        </p>
        {isOwnSafety && canReview && (
          <p className={classes.meta}>
            <Trans>A teammate has to review it, because it's about safety.</Trans>
          </p>
        )}
      </div>
      {canReview && !isOwnSafety && (
        <Button
          size="compact-sm"
          variant="default"
          loading={isLoading}
          aria-label={by === undefined ? t`Confirm ${languageLabel}` : t`Withdraw the review of ${languageLabel}`}
          onClick={() => void decide(by === undefined)}
        >
          {by === undefined ? <Trans>Confirm</Trans> : <Trans>Withdraw</Trans>}
        </Button>
      )}
    </li>
  )
}

function RemoveButton({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [remove] = useRemovePhraseMutation()
  const [restore] = useRestorePhraseMutation()

  async function undo(): Promise<void> {
    const { error } = await restore(id)
    if (error) toast.failed(error, { title: t`Couldn't restore`, message: messageFor(error) })
  }
  async function removePhrase(): Promise<void> {
    const { error } = await remove(id)
    if (error) return toast.failed(error, { title: t`Couldn't remove`, message: messageFor(error) })
    toast.undo({ message: t`Phrase removed.`, onUndo: () => void undo() })
  }
  return (
    <ActionIcon onClick={() => void removePhrase()} aria-label={t`Remove ${name}`}>
      <IconTrash size={18} stroke={1.75} />
    </ActionIcon>
  )
}

function RestoreButton({ id }: { id: string }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [restore, { isLoading }] = useRestorePhraseMutation()
  async function restorePhrase(): Promise<void> {
    const { error } = await restore(id)
    if (error) toast.failed(error, { title: t`Couldn't restore`, message: messageFor(error) })
  }
  return (
    <Button size="compact-sm" variant="default" loading={isLoading} onClick={() => void restorePhrase()}>
      <Trans>Restore</Trans>
    </Button>
  )
}
