import { languageName } from '@crewline/contract/formats'
import type { ContactSummary } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useState, type RefObject } from 'react'
import { stoppedWriting, writingTo } from '../../../shared/live/typing.ts'
import { useAttachments } from '../../files/index.ts'
import { useMergeValues, type MergeFieldValues } from '../../replies/index.ts'
import type { Preview } from '../../translation/index.ts'
import { whenSent } from '../outbox/outbox.ts'
import { useCollision } from './useCollision.ts'
import { useDraft } from './useDraft.ts'
import { useFilling } from './useFilling.ts'
import { useLoadedLanguage, useLanguage } from './useLanguage.ts'
import { useNight } from '../schedule/useNight.ts'
import { usePasted } from './usePasted.ts'
import { useReturned } from './useReturned.ts'
import { useTextSending, type Going, type Manner } from './useTextSending.ts'
import { useFilledText } from './useFilledText.ts'

/** What the composer needs about the contact; it rarely changes, while the text changes on each key press. */
export interface Reader extends ReturnType<typeof useNight> {
  /** The language to translate messages into. */
  translates: ReturnType<typeof useLanguage>
  mergeValues: MergeFieldValues | undefined
}

/**
 * Returns what the composer needs about a contact, separate from the text, so that a key press does not recompute it.
 */
export function useReader(contact: ContactSummary): Reader {
  return { ...useNight(contact), translates: useLanguage(contact), mergeValues: useMergeValues(contact) }
}

export interface TextWritingOptions {
  contact: ContactSummary
  reader: Reader
  field: RefObject<HTMLTextAreaElement | null>
  filled: { body: string } | undefined
  onSentAndArchive: (() => void) | undefined
}

/** Manages everything about a message being written and sent: text, files, translation, send time, and warnings. */
export function useTextWriting({ contact, reader, field, filled, onSentAndArchive }: TextWritingOptions) {
  const { t, i18n } = useLingui()
  const draft = useDraft(contact.id)
  const { write } = draft
  const attachments = useAttachments(contact.id)
  const { zone, morning, isOffShift, now, translates, mergeValues } = reader
  const [isAsWritten, setAsWritten] = useState(false)
  const [preview, setPreview] = useState<Preview | null>(null)
  const language = isAsWritten ? undefined : translates
  const loadLanguage = useLoadedLanguage(contact)
  const filledText = useFilledText(mergeValues, draft.draft, (language && preview?.text) ?? undefined)
  const [pasted, setPasted] = usePasted(draft.draft)
  const hasText = draft.draft.trim() !== ''
  const hasContent = hasText || attachments.list.length > 0
  const { answeredBy, seenMessageId, isHeld, holdBack } = useCollision(contact.id, hasContent)
  const [returned, setReturned] = useState<{ code: string; message: string; seenId: string | undefined }>()
  const [cancelsIfReply, setCancelsIfReply] = useState(false)
  const { send, isBusy, unsent } = useTextSending({
    contact,
    zone,
    draft,
    filledText,
    attachments,
    // It was refused with this message as the newest one: there is nothing newer to see, and the member decided to
    // send.
    seenMessageId:
      returned?.code === 'answered_meanwhile' && returned.seenId === seenMessageId ? undefined : seenMessageId,
    languageOf: async () => (isAsWritten ? undefined : loadLanguage()),
    preview,
    onSent() {
      setPasted(undefined)
      setReturned(undefined)
      setAsWritten(false)
      setCancelsIfReply(false)
      field.current?.focus()
    },
  })
  useFilling({ contactId: contact.id, field, filled, draft, attachments })
  useReturned(contact.id, !hasContent, (text) => {
    write(text.body)
    attachments.putBack(text.media ?? [])
    setReturned(text.refusal && { ...text.refusal, seenId: text.seenMessageId })
    field.current?.focus()
  })
  // The composer of another contact is another one: its key is the contact.
  useEffect(() => stoppedWriting, [])

  const name = contact.firstname || contact.phoneDisplay || t`This contact`
  const isOff =
    !hasContent ||
    filledText.isTooLong ||
    filledText.missing.length > 0 ||
    attachments.isUploading ||
    attachments.hasRefused
  const isNight = morning !== null || returned?.code === 'quiet_now' || returned?.code === 'off_shift_now'
  const isWarned = answeredBy !== undefined || returned?.code === 'answered_meanwhile'
  const collided = answeredBy ?? (isWarned ? '' : undefined)

  async function go(going: Going, manner: Manner = {}): Promise<void> {
    if (isOff) return
    const key = await send(going, manner)
    // Sending reopens a conversation, so it is archived only once the server has the message.
    if (key && manner.isArchiving && (await whenSent(key))) onSentAndArchive?.()
  }
  const later = (at: Date): Going => ({ scheduledAt: at.toISOString(), cancelIfReply: cancelsIfReply })
  const usual = (): Going => (morning ? later(morning) : {})
  /** Handles Enter and the send button: a message is held back once when a teammate has just answered. */
  function press(manner: Manner = {}): void {
    const wasRefused = returned?.code === 'answered_meanwhile'
    if (isOff || wasRefused || !holdBack()) void go(usual(), manner)
  }
  function select(text: string): void {
    const at = draft.draft.indexOf(text)
    if (at < 0) return
    field.current?.focus()
    field.current?.setSelectionRange(at, at + text.length)
  }
  function showField(missing: string): void {
    const written = new RegExp(`\\{ *${missing} *\\}`).exec(draft.draft)
    if (written) select(written[0])
  }
  // The author sees that the text goes as written, and the button says in which language.
  const isUntranslated = language !== undefined && preview?.text === null && preview.from !== ''
  const writtenIn = isUntranslated ? languageName(preview.from, i18n.locale) : undefined
  const counted = (language && preview?.text) ?? filledText.filled
  const onPreview = useCallback((next: Preview | null) => setPreview(next), [])
  function change(text: string): void {
    write(text)
    if (text.trim() === '') stoppedWriting()
    else writingTo(contact.id)
  }
  return {
    name,
    zone,
    now,
    morning,
    isNight,
    isOffShift: isOffShift || returned?.code === 'off_shift_now',
    isOff,
    isBusy,
    hasWords: hasText,
    hasContent,
    draft,
    change,
    words: filledText,
    counted,
    attachments,
    pasted,
    setPasted,
    select,
    showField,
    language,
    translates,
    isAsWritten,
    setAsWritten,
    onPreview,
    writtenIn,
    stayed: unsent,
    cancelsIfReply,
    setCancelsIfReply,
    go,
    press,
    usual,
    later,
    isHeld,
    answeredBy: hasContent ? collided : undefined,
    problem: returned && returned.code !== 'answered_meanwhile' && hasContent ? returned.message : '',
  }
}

export type TextWriting = ReturnType<typeof useTextWriting>
