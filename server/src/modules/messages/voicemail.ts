import type { Tx } from '../../kernel/scope.ts'
import {
  publishConversationChanges,
  updateConversationSummaries,
  countUnread,
  changeUnheardVoicemails,
} from '../conversations/index.ts'
import { touchMembers } from '../groups/index.ts'
import { MessageChanged, MessageReceived } from './events.ts'
import { insertCall, writeVoicemail, type CallRow } from './store/voicemail.ts'
import { voicemailSummary } from './voicemail-head.ts'
import { voicemailText, type StoredVoicemail } from './voicemail-rules.ts'

/**
 * Adds a phone call, with its recording if any, to the contact's thread. It is unread for every member who reads the
 * inbox, and the contact waits for an answer as after a message.
 */
async function addCall(tx: Tx, call: CallRow): Promise<void> {
  const now = tx.world.now()
  const { id, contactId, lineId, voicemail } = call
  await insertCall(tx, call, now)
  const arrivals = await updateConversationSummaries(tx, 'in', [
    {
      contactId,
      messageId: id,
      lineId,
      body: voicemail ? voicemailText(voicemail.durationSec) : 'Missed call',
      at: now,
      reopen: true,
      kind: voicemail ? 'voicemail' : 'call',
    },
  ])
  if (voicemail) await changeUnheardVoicemails(tx, contactId, 1)
  await countUnread(tx, [{ contactId, firstId: id, at: now, count: 1 }], arrivals)
  await touchMembers(tx, [contactId], [now])
  tx.publish(MessageReceived, { ids: [id] })
}

/**
 * Updates a voicemail whose recording was fetched, transcribed, heard or removed. `unheard` is added to the number of
 * unheard recordings.
 */
async function changeVoicemail(
  tx: Tx,
  message: { id: string; contactId: string },
  change: { voicemail: StoredVoicemail | null; unheard?: number; possibleOptOut?: boolean },
): Promise<void> {
  await writeVoicemail(tx, message.id, {
    voicemail: change.voicemail,
    possibleOptOut: change.possibleOptOut ?? false,
  })
  tx.publish(MessageChanged, { ids: [message.id] })
  if (!change.unheard) return
  await changeUnheardVoicemails(tx, message.contactId, change.unheard)
  publishConversationChanges(tx, [message.contactId])
}

/** Phone calls and voicemails in threads; each function is described where it is defined. */
export const threadVoicemails = { add: addCall, change: changeVoicemail, summaryOf: voicemailSummary }
