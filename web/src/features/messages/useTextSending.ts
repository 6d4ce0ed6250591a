import type { ContactHead } from '@crewline/contract/contacts'
import { fillMerge } from '@crewline/contract/merge'
import { useState } from 'react'
import { stoppedWriting } from '../../shared/live/typing.ts'
import type { Attachments } from '../files/index.ts'
import { useTranslator, type Preview } from '../translation/index.ts'
import type { Draft } from './useDraft.ts'
import { postText } from './outbox.ts'
import type { TextExtras } from './outbox-rules.ts'
import type { Words } from './useWords.ts'
import { rememberWritten } from './undo.ts'
import { writingChoices } from './writing-choices.ts'

/** A text in the language of its reader: translated, as written, or not yet fit to go, and why. */
type InItsLanguage = TextExtras['translation'] | Stayed['why']

/** How a text goes this time. */
export type Going = Pick<TextExtras, 'scheduledAt' | 'cancelIfReply' | 'quietOverride'>

export interface TextSendingAsked {
  contact: ContactHead
  zone: string
  draft: Draft
  words: Words
  attachments: Attachments
  seenMessageId: string | undefined
  /** Asks for the language it is to go in; undefined when it goes as written. */
  languageOf: () => Promise<{ to: string } | 'unknown' | undefined>
  preview: Preview | null
  onSent: () => void
}

/** What else a person decided about a text this time; the server hears nothing of it. */
export interface Manner {
  /** Archives its conversation once the text went. */
  isArchiving?: boolean
  /** In the language it was written in. */
  isAsWritten?: boolean
  /** Asks the translator again although its answer is known. */
  isAnew?: boolean
}

/** A text that stayed where it was written, for nobody may get words that they cannot read without a look at them. */
export interface Stayed {
  why: 'failed' | 'part'
  /** The words that stayed; others are another text. */
  body: string
  going: Going
  manner: Manner
}

/** Puts what is written on its way, with its files, its translation and its time; the composer is empty then. */
export function useTextSending(asked: TextSendingAsked): {
  send: (going?: Going, manner?: Manner) => Promise<string | undefined>
  isBusy: boolean
  stayed: Stayed | undefined
} {
  const { contact, zone, draft, words, attachments, seenMessageId, languageOf, preview, onSent } = asked
  const translate = useTranslator()
  const [isBusy, setBusy] = useState(false)
  const [stayed, setStayed] = useState<Stayed>()

  async function translated(text: string, { isAsWritten, isAnew = false }: Manner): Promise<InItsLanguage> {
    if (text.trim() === '' || isAsWritten) return undefined
    // Seen before it goes, also where only the words as written could be seen.
    if (preview?.of.trim() === text) return preview.text === null ? undefined : { text: preview.text, to: preview.to }
    setBusy(true)
    const language = await languageOf()
    const made = typeof language === 'object' ? await translate({ text, to: language.to }, isAnew) : undefined
    setBusy(false)
    if (language === undefined || made?.kind === 'same') return undefined
    if (language === 'unknown' || made?.kind !== 'whole') return made?.kind === 'part' ? 'part' : 'failed'
    return { text: made.text, to: language.to }
  }
  /** Answers the key of the text; undefined when nothing went. */
  async function send(going: Going = {}, manner: Manner = {}): Promise<string | undefined> {
    const body = draft.draft.trim()
    const media = attachments.ready
    if (isBusy || attachments.isUploading || (body === '' && media.length === 0)) return undefined
    // What is counted lags behind the keys; what goes does not.
    const { body: filled } = fillMerge(body, words.said?.values ?? {}, words.said?.custom)
    setStayed(undefined)
    const translation = await translated(filled, manner)
    if (typeof translation === 'string') {
      setStayed({ why: translation, body: draft.now(), going, manner })
      return undefined
    }
    stoppedWriting()
    const key = postText(contact.id, body, {
      ...(media.length > 0 && { mediaIds: media.map(({ id }) => id), media }),
      ...((translation || filled !== body) && { shown: translation?.text ?? filled }),
      ...(going.scheduledAt ? { timeZone: zone } : { undoSeconds: writingChoices().undoSeconds }),
      ...(translation && { translation }),
      ...(seenMessageId && { seenMessageId }),
      ...going,
    })
    rememberWritten(key, { body })
    // What was written while the translation was made did not go, so it stays.
    const written = draft.now()
    if (written === draft.draft) draft.forget()
    else if (written.startsWith(draft.draft)) draft.write(written.slice(draft.draft.length).trimStart())
    attachments.clear()
    onSent()
    return key
  }
  return { send, isBusy, stayed: stayed?.body === draft.draft ? stayed : undefined }
}
