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
  languageOf: () => Promise<{ to: string } | undefined>
  preview: Preview | null
  onSent: () => void
}

/** Puts what is written on its way, with its files, its translation and its time; the composer is empty then. */
export function useTextSending(asked: TextSendingAsked): {
  send: (going?: Going) => Promise<string | undefined>
  isBusy: boolean
} {
  const { contact, zone, draft, words, attachments, seenMessageId, languageOf, preview, onSent } = asked
  const translate = useTranslator()
  const [isBusy, setBusy] = useState(false)

  async function translated(text: string): Promise<TextExtras['translation']> {
    if (text.trim() === '') return undefined
    if (preview?.of.trim() === text) return { text: preview.text, to: preview.to }
    setBusy(true)
    const language = await languageOf()
    const made = language && (await translate({ text, to: language.to }))
    setBusy(false)
    return language && made !== undefined ? { text: made, to: language.to } : undefined
  }
  /** Answers the key of the text; undefined when nothing went. */
  async function send(going: Going = {}): Promise<string | undefined> {
    const body = draft.draft.trim()
    const media = attachments.ready
    if (isBusy || attachments.isUploading || (body === '' && media.length === 0)) return undefined
    // What is counted lags behind the keys; what goes does not.
    const { body: filled } = fillMerge(body, words.said?.values ?? {}, words.said?.custom)
    const translation = await translated(filled)
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
  return { send, isBusy }
}
