import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useSyncExternalStore } from 'react'
import type { Dispatch, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { isRefusal, type Refusal } from '../../../shared/api/send.ts'
import type { SessionState } from '../../../shared/lib/session/select.ts'
import type { Message } from '@crewline/contract/messages'
import { outcomeOf, previewTranslation } from '../../translation/index.ts'
import { cancelText, sendMessage } from '../api.ts'
import { notifyChanged } from './changed.ts'
import { fillComposer } from '../composer/composer-bus.ts'
import { onPending, openOutbox, pendingTexts } from './outbox.ts'
import { extrasToSend, type PendingText } from './outbox-rules.ts'
import { takeUndoRequest, writtenFor } from './undo.ts'
import { keepReturned } from '../composer/useDraft.ts'

/** The part of the store that sending uses. */
export interface SendingStore {
  getState: () => SessionState
  dispatch: ThunkDispatch<SessionState, unknown, UnknownAction> & Dispatch
}

/**
 * Undoes a held message: cancels it on the server and restores its text in the composer, or in the stored draft when
 * another conversation is open by then.
 */
export async function takeBackText({ getState, dispatch }: SendingStore, message: Message): Promise<void> {
  const { user, organization } = getState().auth
  const { contactId, id: messageId, clientMessageId, body, translation, media } = message
  const made = dispatch(cancelText.initiate({ contactId, messageId }))
  const { data } = await made
  made.reset()
  if (!data) return
  notifyChanged(data.message)
  const text = writtenFor(clientMessageId)?.body ?? translation?.text ?? body
  if (fillComposer(contactId, { body: text, media, areUsed: true }) || !user || !organization) return
  keepReturned({ userId: user.id, organizationId: organization.id }, contactId, text)
}

/**
 * Opens the outbox of the signed-in member in the current organization; messages left by a closed page or an
 * organization switch continue.
 */
export function resumeSends(store: SendingStore, open = openOutbox): void {
  const { getState, dispatch } = store
  const { user, organization } = getState().auth
  if (!user || !organization) return
  open({
    userId: user.id,
    organizationId: organization.id,
    async send(text) {
      const { contactId, body, clientMessageId } = text
      const translated = await translatedNow(store, text)
      if ('refusal' in translated) return translated
      const made = dispatch(
        sendMessage.initiate({
          contactId,
          body,
          clientMessageId,
          organizationId: organization.id,
          ...extrasToSend(text),
          ...translated,
        }),
      )
      const { data, error } = await made
      made.reset()
      // Undo was pressed before the server had the message; its bubble may no longer be rendered.
      if (data && takeUndoRequest(clientMessageId)) void takeBackText(store, data.message)
      return data ? { message: data.message } : { refusal: refusalOf(error) }
    },
  })
}

/**
 * Translates a text that was written offline. A text that cannot be translated goes back to its author, who was promised
 * a translation.
 */
async function translatedNow(
  { dispatch }: SendingStore,
  { translateTo: to, shown, body }: PendingText,
): Promise<{ translation?: { text: string; to: string } } | { refusal: Refusal }> {
  if (to === undefined) return {}
  const made = dispatch(previewTranslation.initiate({ text: shown ?? body, to }, { forceRefetch: true }))
  const { data, error } = await made
  made.unsubscribe()
  if (error) return { refusal: refusalOf(error) }
  const outcome = outcomeOf(data, to)
  if (outcome.kind === 'same') return {}
  if (outcome.kind === 'whole') return { translation: { text: outcome.text, to } }
  const message = i18n.t(msg`Couldn't translate this. Try again, or send it as it is.`)
  return { refusal: { status: 422, code: 'not_translated', message, token: null } }
}

/** Returns the messages to a contact that are not yet on the server. */
export function usePending(contactId: string): PendingText[] {
  const all = useSyncExternalStore(onPending, pendingTexts)
  return all.filter((text) => text.contactId === contactId)
}

function refusalOf(error: unknown): Refusal {
  return isRefusal(error) ? error : { status: 0, code: 'offline', message: '', token: null }
}
