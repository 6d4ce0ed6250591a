import { useSyncExternalStore } from 'react'
import type { Dispatch, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { SessionState } from '../../shared/lib/session/select.ts'
import type { Message } from '@crewline/contract/messages'
import { cancelText, sendMessage } from './api.ts'
import { tellChanged } from './changed.ts'
import { fillComposer } from './composer-bus.ts'
import { onPending, openOutbox, pendingTexts, refusalOf } from './outbox.ts'
import { saidExtras, type PendingText } from './outbox-rules.ts'
import { takeAsked, writtenFor } from './undo.ts'
import { keepReturned } from './useDraft.ts'

/** The store of the page, as far as texts need it. */
export interface SendingStore {
  getState: () => SessionState
  dispatch: ThunkDispatch<SessionState, unknown, UnknownAction> & Dispatch
}

/** Takes a held text back: cancels it at the server and puts its words where they were written, or beside the draft when somebody else is open by then. */
export async function takeBackText({ getState, dispatch }: SendingStore, message: Message): Promise<void> {
  const { user, organization } = getState().auth
  const { contactId, id: messageId, clientMessageId, body, translation, media } = message
  const made = dispatch(cancelText.initiate({ contactId, messageId }))
  const { data } = await made
  made.reset()
  if (!data) return
  tellChanged(data.message)
  const words = writtenFor(clientMessageId)?.body ?? translation?.text ?? body
  if (fillComposer(contactId, { body: words, media, areUsed: true }) || !user || !organization) return
  keepReturned({ userId: user.id, organizationId: organization.id }, contactId, words)
}

/** Opens the outbox of the signed-in member, in their organization; texts that a closed page or a switch left behind go on. */
export function resumeSends(store: SendingStore, open = openOutbox): void {
  const { getState, dispatch } = store
  const { user, organization } = getState().auth
  if (!user || !organization) return
  open({
    userId: user.id,
    organizationId: organization.id,
    async send(text) {
      const { contactId, body, clientMessageId } = text
      const made = dispatch(
        sendMessage.initiate({
          contactId,
          body,
          clientMessageId,
          organizationId: organization.id,
          ...saidExtras(text),
        }),
      )
      const { data, error } = await made
      made.reset()
      // Undo was pressed before the server had the text; its bubble may not be on the screen any more.
      if (data && takeAsked(clientMessageId)) void takeBackText(store, data.message)
      return data ? { message: data.message } : { refusal: refusalOf(error) }
    },
  })
}

/** The texts to a contact that the server does not have yet. */
export function usePending(contactId: string): PendingText[] {
  const all = useSyncExternalStore(onPending, pendingTexts)
  return all.filter((text) => text.contactId === contactId)
}
