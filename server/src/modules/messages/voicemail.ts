import type { Tx } from '../../kernel/scope.ts'
import { touchMembers } from '../groups/index.ts'
import { tellConversations } from './arrivals.ts'
import { MessageChanged, MessageReceived } from './facts.ts'
import { moveHeads } from './store/conversations.ts'
import { countUnread } from './store/unread.ts'
import { addUnheard, insertCall, writeVoicemail, type CallRow } from './store/voicemail.ts'
import { voicemailWords, type StoredVoicemail } from './voicemail-rules.ts'

export { voicemailHead } from './voicemail-head.ts'

/**
 * Writes a phone call into the thread of its worker, with the recording when one was left: it is unread for whoever reads
 * the inbox, and the worker waits for an answer as after a text.
 */
export async function addCall(tx: Tx, call: CallRow): Promise<void> {
  const now = tx.world.now()
  const { id, contactId, lineId, voicemail } = call
  await insertCall(tx, call, now)
  const arrivals = await moveHeads(tx, 'in', [
    {
      contactId,
      messageId: id,
      lineId,
      body: voicemail ? voicemailWords(voicemail.durationSec) : 'Missed call',
      at: now,
      reopen: true,
      kind: voicemail ? 'voicemail' : 'call',
    },
  ])
  if (voicemail) await addUnheard(tx, contactId, 1)
  await countUnread(tx, [{ contactId, firstId: id, at: now, count: 1 }], arrivals)
  await touchMembers(tx, [contactId], [now])
  tx.publish(MessageReceived, { ids: [id] })
}

/** A recording was fetched, written down, heard or removed: the thread shows so. `unheard` is how many more nobody has heard. */
export async function changeVoicemail(
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
  await addUnheard(tx, message.contactId, change.unheard)
  tellConversations(tx, [message.contactId])
}
