import type { ContactHead } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useState, type RefObject } from 'react'
import { stoppedWriting, writingTo } from '../../shared/live/typing.ts'
import { useAttachments } from '../files/index.ts'
import { useMergeValues, type SaidByFields } from '../replies/index.ts'
import type { Preview } from '../translation/index.ts'
import { whenSent } from './outbox.ts'
import { useCollision } from './useCollision.ts'
import { useDraft } from './useDraft.ts'
import { useFilling } from './useFilling.ts'
import { useKnownLanguage, useLanguage } from './useLanguage.ts'
import { useNight } from './useNight.ts'
import { usePasted } from './usePasted.ts'
import { useReturned } from './useReturned.ts'
import { useTextSending, type Going, type Manner } from './useTextSending.ts'
import { useWords } from './useWords.ts'

/** What is known of whoever is written to; it changes seldom, the words with each key. */
export interface Reader extends ReturnType<typeof useNight> {
  /** The language texts to them are translated into. */
  translates: ReturnType<typeof useLanguage>
  said: SaidByFields | undefined
}

/** Follows what is known of a contact as somebody who reads texts; apart from the words, so that a key asks nothing of it again. */
export function useReader(contact: ContactHead): Reader {
  return { ...useNight(contact), translates: useLanguage(contact), said: useMergeValues(contact) }
}

export interface TextWritingAsked {
  contact: ContactHead
  reader: Reader
  field: RefObject<HTMLTextAreaElement | null>
  filled: { body: string } | undefined
  onSentAndArchive: (() => void) | undefined
}

/** Everything a text needs while it is written and sent: words, files, translation, time, and what stands in its way. */
export function useTextWriting({ contact, reader, field, filled, onSentAndArchive }: TextWritingAsked) {
  const { t } = useLingui()
  const draft = useDraft(contact.id)
  const { write } = draft
  const attachments = useAttachments(contact.id)
  const { zone, morning, now, translates, said } = reader
  const [isAsWritten, setAsWritten] = useState(false)
  const [preview, setPreview] = useState<Preview | null>(null)
  const language = isAsWritten ? undefined : translates
  const knownLanguage = useKnownLanguage(contact)
  const words = useWords(said, draft.draft, (language && preview?.text) ?? undefined)
  const [pasted, setPasted] = usePasted(draft.draft)
  const hasWords = draft.draft.trim() !== ''
  const hasContent = hasWords || attachments.list.length > 0
  const { answeredBy, seenMessageId, isHeld, hold } = useCollision(contact.id, hasContent)
  const [returned, setReturned] = useState<{ code: string; message: string; seenId: string | undefined }>()
  const [cancelsIfReply, setCancelsIfReply] = useState(false)
  const { send, isBusy, stayed } = useTextSending({
    contact,
    zone,
    draft,
    words,
    attachments,
    // Refused with this very message as the newest: there is nothing more to see here, and the person has decided.
    seenMessageId:
      returned?.code === 'answered_meanwhile' && returned.seenId === seenMessageId ? undefined : seenMessageId,
    languageOf: async () => (isAsWritten ? undefined : knownLanguage()),
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
  useEffect(() => stoppedWriting, [contact.id])

  const name = contact.firstname || contact.phoneDisplay || t`This person`
  const isOff =
    !hasContent || words.isTooLong || words.missing.length > 0 || attachments.isUploading || attachments.hasRefused
  const isNight = morning !== null || returned?.code === 'quiet_now'
  const isWarned = answeredBy !== undefined || returned?.code === 'answered_meanwhile'
  const collided = answeredBy ?? (isWarned ? '' : undefined)

  async function go(going: Going, manner: Manner = {}): Promise<void> {
    if (isOff) return
    const key = await send(going, manner)
    // A text opens its conversation again: it is archived once the server has the text.
    if (key && manner.isArchiving && (await whenSent(key))) onSentAndArchive?.()
  }
  const later = (at: Date): Going => ({ scheduledAt: at.toISOString(), cancelIfReply: cancelsIfReply })
  const usual = (): Going => (morning ? later(morning) : {})
  /** What Enter and the button do: a text that a teammate answered before is held back once. */
  function press(manner: Manner = {}): void {
    const wasToldBefore = returned?.code === 'answered_meanwhile'
    if (isOff || wasToldBefore || !hold()) void go(usual(), manner)
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
  const counted = (language && preview?.text) ?? words.filled
  const onPreview = useCallback((next: Preview | null) => setPreview(next), [])
  function change(text: string): void {
    write(text)
    if (text.trim() === '') stoppedWriting()
    else writingTo(contact.id)
  }
  return {
    ...{ name, zone, now, morning, isNight, isOff, isBusy, hasWords, hasContent },
    ...{ draft, change, words, counted, attachments, pasted, setPasted, select, showField },
    ...{ language, translates, isAsWritten, setAsWritten, onPreview, stayed },
    ...{ cancelsIfReply, setCancelsIfReply, go, press, usual, later },
    isHeld,
    /** Who answered meanwhile; empty when the server only said that somebody did. */
    answeredBy: hasContent ? collided : undefined,
    /** Why the last try came back. */
    problem: returned && returned.code !== 'answered_meanwhile' && hasContent ? returned.message : '',
  }
}

/** What `useTextWriting` gives. */
export type TextWriting = ReturnType<typeof useTextWriting>
