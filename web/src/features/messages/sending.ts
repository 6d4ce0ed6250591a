import { useSyncExternalStore } from 'react'
import type { Dispatch, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { sendMessage } from './api.ts'
import { onPending, openOutbox, pendingTexts, refusalOf } from './outbox.ts'
import { saidExtras, type PendingText } from './outbox-rules.ts'

interface SendingStore {
  getState: () => SessionState
  dispatch: ThunkDispatch<SessionState, unknown, UnknownAction> & Dispatch
}

/** Opens the outbox of the signed-in member, in their organization; texts that a closed page or a switch left behind go on. */
export function resumeSends({ getState, dispatch }: SendingStore, open = openOutbox): void {
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
      return data ? { message: data.message } : { refusal: refusalOf(error) }
    },
  })
}

/** The texts to a contact that the server does not have yet. */
export function usePending(contactId: string): PendingText[] {
  const all = useSyncExternalStore(onPending, pendingTexts)
  return all.filter((text) => text.contactId === contactId)
}
