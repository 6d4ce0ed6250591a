import type { ContactSummary } from '@crewline/contract/contacts'
import { fillMerge } from '@crewline/contract/merge'
import { useState } from 'react'
import { stoppedWriting } from '../../../shared/live/typing.ts'
import type { Attachments } from '../../files/index.ts'
import { useTranslator, type Preview } from '../../translation/index.ts'
import type { Draft } from './useDraft.ts'
import { postText } from '../outbox/outbox.ts'
import type { TextExtras } from '../outbox/outbox-rules.ts'
import type { FilledText } from './useFilledText.ts'
import { rememberWritten } from '../outbox/undo.ts'
import { writingChoices } from './writing-choices.ts'

/** The translation of a message, undefined to send it as written, or why it must not be sent yet. */
type InItsLanguage = TextExtras['translation'] | { later: string } | 'refused' | 'failed'

/** The send time and the quiet hours override of a message. */
export type Going = Pick<TextExtras, 'scheduledAt' | 'cancelIfReply' | 'quietOverride'>

export interface TextSendingOptions {
  contact: ContactSummary
  zone: string
  draft: Draft
  filledText: FilledText
  attachments: Attachments
  seenMessageId: string | undefined
  /** Resolves to the language to translate into; undefined to send it as written. */
  languageOf: () => Promise<{ to: string } | 'unknown' | undefined>
  preview: Preview | null
  onSent: () => void
}

/** Other choices for one send, which are not sent to the server. */
export interface Manner {
  /** Archives the conversation once the message was sent. */
  isArchiving?: boolean
  /** Sends without a translation. */
  isAsWritten?: boolean
  /** Requests a new translation although one is cached. */
  shouldRetranslate?: boolean
}

/**
 * A message that was not sent because it could not be translated: the contact must not get text that they cannot read
 * unless the author decides so.
 */
export interface UnsentText {
  why: 'failed' | 'refused'
  /** The text that was not sent; another text is another message. */
  body: string
  going: Going
  manner: Manner
}

/** Queues the text with its files, translation and send time, and empties the composer. */
export function useTextSending(options: TextSendingOptions): {
  send: (going?: Going, manner?: Manner) => Promise<string | undefined>
  isBusy: boolean
  unsent: UnsentText | undefined
} {
  const { contact, zone, draft, filledText, attachments, seenMessageId, languageOf, preview, onSent } = options
  const translate = useTranslator()
  const [isBusy, setBusy] = useState(false)
  const [unsent, setUnsent] = useState<UnsentText>()

  async function translated(text: string, { isAsWritten, shouldRetranslate = false }: Manner): Promise<InItsLanguage> {
    if (text.trim() === '' || isAsWritten) return undefined
    // The preview was shown before sending, also when it could show only the original.
    if (preview?.of.trim() === text) return preview.text === null ? undefined : { text: preview.text, to: preview.to }
    setBusy(true)
    const language = await languageOf()
    const made =
      typeof language === 'object' ? await translate({ text, to: language.to }, shouldRetranslate) : undefined
    setBusy(false)
    if (language === undefined || made?.kind === 'same') return undefined
    if (language === 'unknown') return 'failed'
    if (made?.kind === 'offline') return { later: language.to }
    if (made?.kind !== 'whole') return made?.kind === 'refused' ? 'refused' : 'failed'
    return { text: made.text, to: language.to }
  }
  /** Returns the key of the message; undefined when nothing was sent. */
  async function send(going: Going = {}, manner: Manner = {}): Promise<string | undefined> {
    const body = draft.draft.trim()
    const media = attachments.ready
    if (isBusy || attachments.isUploading || (body === '' && media.length === 0)) return undefined
    // The segment count lags behind typing; the sent text must not.
    const { body: filled } = fillMerge(body, filledText.mergeValues?.values ?? {}, filledText.mergeValues?.custom)
    setUnsent(undefined)
    const result = await translated(filled, manner)
    if (typeof result === 'string') {
      setUnsent({ why: result, body: draft.now(), going, manner })
      return undefined
    }
    const translation = result && 'text' in result ? result : undefined
    stoppedWriting()
    const key = postText(contact.id, body, {
      ...(media.length > 0 && { mediaIds: media.map(({ id }) => id), media }),
      ...((translation || filled !== body) && { shown: translation?.text ?? filled }),
      ...(going.scheduledAt ? { timeZone: zone } : { undoSeconds: writingChoices().undoSeconds }),
      ...(translation && { translation }),
      // Offline, the outbox translates it once the network is back.
      ...(result && 'later' in result && { translateTo: result.later, shown: filled }),
      ...(seenMessageId && { seenMessageId }),
      ...going,
    })
    rememberWritten(key, { body })
    // Text typed while the translation was made was not sent, so it stays.
    const written = draft.now()
    if (written === draft.draft) draft.clear()
    else if (written.startsWith(draft.draft)) draft.write(written.slice(draft.draft.length).trimStart())
    attachments.clear()
    onSent()
    return key
  }
  return { send, isBusy, unsent: unsent?.body === draft.draft ? unsent : undefined }
}
