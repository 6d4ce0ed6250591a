import { createHash } from 'node:crypto'
import type { BodyOf } from '@crewline/contract/endpoint'
import { MESSAGES_PER_MINUTE } from '@crewline/contract/limits'
import type { Message } from '@crewline/contract/messages'
import type { writeNote } from '@crewline/contract/notes'
import { normalizeBreaks } from '@crewline/contract/segments'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { headsOf } from '../contacts/index.ts'
import { touchMembers } from '../groups/index.ts'
import {
  addWithin,
  callAttention,
  claimKey,
  ConversationChanged,
  ensureConversation,
  messagesByIds,
  withoutControls,
} from '../messages/index.ts'
import { NoteMentioned, UnreadChanged } from './facts.ts'
import { memberOfInbox, refuseBlind } from './members.ts'
import { personOf } from './views/rows.ts'

const perMember = makeLocalLimit(MESSAGES_PER_MINUTE, 60)

/** Writes a note that only the team sees, and calls those it names. Sent again with the same key it answers the first one. */
export async function write(scope: Scope, ask: BodyOf<typeof writeNote>): Promise<{ message: Message }> {
  const byId = personOf(scope)
  const { contactId, clientMessageId = null } = ask
  await perMember.take(byId)
  if ((await headsOf(scope.db, scope.org.country, [contactId])).length === 0) fail('not_found')
  const body = withoutControls(normalizeBreaks(ask.body)).trimEnd()
  const mentions = [...new Set(ask.mentions)]
  const id = scope.world.id()
  const written = await scope.tx(async (tx) => {
    for (const personId of mentions) await memberOfInbox(tx.db, personId)
    await refuseBlind(tx, { contactId, personIds: mentions, field: 'mentions' })
    if (clientMessageId !== null) {
      const hash = hashOf({ contactId, body, mentions })
      const known = await claimKey(tx, clientMessageId, id, hash)
      if (known) return known.hash.equals(hash) ? known.messageId : fail('key_reused')
    }
    if (await ensureConversation(tx, contactId)) {
      await touchMembers(tx, [contactId], [tx.world.now()])
      tx.publish(ConversationChanged, { contactId })
    }
    await addWithin(tx, [{ id, contactId, byId, note: { body, mentions, clientMessageId } }])
    await call(tx, { messageId: id, contactId, byId, mentions })
    tx.audit('note.written', id)
    return id
  })
  const [message] = await messagesByIds(scope.db, [written])
  return { message: message ?? fail('not_found') }
}

async function call(
  tx: Tx,
  { messageId, contactId, byId, mentions }: { messageId: string; contactId: string; byId: string; mentions: string[] },
): Promise<void> {
  const personIds = mentions.filter((id) => id !== byId)
  if (personIds.length === 0) return
  await callAttention(tx, contactId, personIds, { reason: 'mention', messageId })
  for (const personId of personIds) tx.publish(UnreadChanged, { personId, contactIds: [contactId] })
  tx.publish(NoteMentioned, { messageId, contactId, personIds, byId })
}

function hashOf(note: { contactId: string; body: string; mentions: string[] }): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(['note', note.contactId, note.body, [...note.mentions].sort()]))
    .digest()
}
