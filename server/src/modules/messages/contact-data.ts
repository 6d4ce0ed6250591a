import { msg } from '@crewline/contract/localized-text'
import { formatNumber } from '@crewline/contract/formats'
import { MERGE_MESSAGES_MAX } from '@crewline/contract/limits'
import type { ContactData, ContactErasure, ContactPair, ErasedPart } from '../../kernel/contact-data.ts'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import {
  publishConversationChanges,
  deleteConversation,
  lockThreads,
  mergeConversations,
  splitConversations,
} from '../conversations/index.ts'
import { deleteTranslations } from '../translation/index.ts'
import { MessageChanged } from './events.ts'
import { blankMessages, deletePhonesFromEvents, readThreads } from './store/erasing.ts'
import { countMessages, moveMessages, returnMessages } from './store/merge.ts'

/** Messages per event. */
const EVENT_BATCH = 500

/** What a merge moved; survives JSON. */
interface MovedMessages {
  threads: Awaited<ReturnType<typeof lockThreads>>
  messageIds: string[]
}

export const contactData: ContactData = {
  tables: {
    message: {
      columns: ['contact_id', 'phone_from', 'phone_to'],
      merge: 'moves',
      erase: 'blanked',
      export: 'messages',
    },
  },
  merge: mergeThread,
  unmerge: unmergeThread,
  erase: eraseThreads,
}

/**
 * Merges the thread of one contact into that of another, in the caller's transaction and for all members; returns what
 * the undo needs. Refuses threads that are too long for one request.
 */
async function mergeThread(tx: Tx, { fromId, toId }: ContactPair): Promise<MovedMessages> {
  if ((await countMessages(tx, fromId, MERGE_MESSAGES_MAX + 1)) > MERGE_MESSAGES_MAX) {
    const most = formatNumber(MERGE_MESSAGES_MAX, 'en')
    fail('too_many', {
      text: msg({
        message: 'This contact has more than {most} messages. Keep this one and merge the other into it.',
        values: { most },
      }),
    })
  }
  const threads = await lockThreads(tx, fromId, toId)
  const messageIds = await moveMessages(tx, fromId, toId)
  await mergeConversations(tx, fromId, toId)
  publishChanges(tx, [fromId, toId], messageIds)
  return { threads, messageIds }
}

/** Restores the thread of a contact that was merged into another at a given time; messages since then stay. */
async function unmergeThread(
  tx: Tx,
  two: ContactPair,
  { threads, messageIds }: MovedMessages,
  mergedAt: Date,
): Promise<void> {
  await lockThreads(tx, two.fromId, two.toId)
  const moved = await returnMessages(tx, messageIds, { fromId: two.toId, toId: two.fromId })
  await splitConversations(tx, two, threads, mergedAt)
  publishChanges(tx, [two.fromId, two.toId], moved)
}

/** Event handlers update the contact of these messages, and browsers refetch. */
function publishChanges(tx: Tx, contactIds: string[], messageIds: string[]): void {
  for (let from = 0; from < messageIds.length; from += EVENT_BATCH)
    tx.publish(MessageChanged, { ids: messageIds.slice(from, from + EVENT_BATCH) })
  publishConversationChanges(tx, contactIds)
}

/**
 * Erases the messages to and from these contacts in the caller's transaction, for all members; returns the messages,
 * and the files to discard.
 */
async function eraseThreads(tx: Tx, { contactIds, phones }: ContactErasure): Promise<ErasedPart> {
  const { ids, texts, fileIds } = await readThreads(tx, contactIds)
  await blankMessages(tx, contactIds)
  await deletePhonesFromEvents(tx, phones, ids)
  await deleteTranslations(tx, texts)
  for (const contactId of contactIds) await deleteConversation(tx, contactId)
  publishChanges(tx, contactIds, ids)
  return { messageIds: ids, fileIds }
}
