import { createHash } from 'node:crypto'
import type { BodyOf } from '@crewline/contract/endpoint'
import { MESSAGES_PER_MINUTE } from '@crewline/contract/limits'
import type { Message } from '@crewline/contract/messages'
import type { writeNote } from '@crewline/contract/notes'
import { normalizeBreaks, withoutControls } from '@crewline/contract/segments'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { summariesOf } from '../contacts/index.ts'
import { callAttention, publishConversationChanges, ensureConversation } from '../conversations/index.ts'
import { touchMembers } from '../groups/index.ts'
import { addInternal, claimKey, messagesByIds } from '../messages/index.ts'
import { NoteMentioned, UnreadChanged } from './events.ts'
import { memberOfInbox, refuseBlind } from './members.ts'
import { userIdOf } from './views/rows.ts'

const perMember = makeLocalLimit(MESSAGES_PER_MINUTE, 60)

/**
 * Writes a note that only the team sees, and notifies the members it mentions. A request with the same key returns the
 * first note.
 */
export async function write(scope: Scope, input: BodyOf<typeof writeNote>): Promise<{ message: Message }> {
  const byId = userIdOf(scope)
  const { contactId, clientMessageId = null } = input
  await perMember.take(byId)
  if ((await summariesOf(scope.db, scope.org.country, [contactId])).length === 0) fail('not_found')
  const body = withoutControls(normalizeBreaks(input.body)).trimEnd()
  const mentions = [...new Set(input.mentions)]
  const id = scope.world.id()
  const written = await scope.tx(async (tx) => {
    for (const userId of mentions) await memberOfInbox(tx.db, userId)
    await refuseBlind(tx, { contactId, userIds: mentions, field: 'mentions' })
    if (clientMessageId !== null) {
      const hash = hashOf({ contactId, body, mentions })
      const claimed = await claimKey(tx, clientMessageId, id, hash)
      if (claimed) return claimed.hash.equals(hash) ? claimed.messageId : fail('key_reused')
    }
    if (await ensureConversation(tx, contactId)) {
      await touchMembers(tx, [contactId], [tx.world.now()])
      publishConversationChanges(tx, [contactId])
    }
    await addInternal(tx, [{ id, contactId, byId, note: { body, mentions, clientMessageId } }])
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
  const userIds = mentions.filter((id) => id !== byId)
  if (userIds.length === 0) return
  await callAttention(tx, contactId, userIds, { reason: 'mention', messageId })
  for (const userId of userIds) tx.publish(UnreadChanged, { userId, contactIds: [contactId] })
  tx.publish(NoteMentioned, { messageId, contactId, userIds, byId })
}

function hashOf(note: { contactId: string; body: string; mentions: string[] }): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(['note', note.contactId, note.body, [...note.mentions].sort()]))
    .digest()
}
