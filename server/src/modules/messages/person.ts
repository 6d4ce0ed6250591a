import { MERGE_MESSAGES_MAX } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { forgetTranslations } from '../translation/index.ts'
import { ConversationChanged, MessageChanged } from './facts.ts'
import { blankMessages, forgetTold, readThreads } from './store/erasing.ts'
import {
  countMessages,
  dropThread,
  holdThreads,
  joinThreads,
  moveMessages,
  partThreads,
  returnMessages,
  type MovedThreads,
} from './store/person.ts'

export type { MovedThreads }

/** Messages told of in one fact. */
const TOLD = 500

/**
 * Makes the thread of one worker part of another's, in the caller's transaction and for all members; answers what it takes to
 * undo that. Refuses threads that are too long for one request.
 */
export async function foldThread(
  tx: Tx,
  fromId: string,
  toId: string,
): Promise<{ threads: MovedThreads; messageIds: string[] }> {
  if ((await countMessages(tx, fromId, MERGE_MESSAGES_MAX + 1)) > MERGE_MESSAGES_MAX) {
    const most = MERGE_MESSAGES_MAX.toLocaleString('en')
    fail('too_many', {
      words: {
        en: `This contact has more than ${most} messages. Keep this one and merge the other into it.`,
        es: `Este contacto tiene más de ${most} mensajes. Conserva este y fusiona el otro con él.`,
      },
    })
  }
  const threads = await holdThreads(tx, fromId, toId)
  const messageIds = await moveMessages(tx, fromId, toId)
  await joinThreads(tx, fromId, toId)
  tell(tx, [fromId, toId], messageIds)
  return { threads, messageIds }
}

/** Gives a worker the thread back that became part of another's at a moment; what came since stays. */
export async function unfoldThread(
  tx: Tx,
  two: { fromId: string; toId: string },
  { threads, messageIds, at }: { threads: MovedThreads; messageIds: string[]; at: Date },
): Promise<void> {
  await holdThreads(tx, two.fromId, two.toId)
  const moved = await returnMessages(tx, messageIds, { fromId: two.toId, toId: two.fromId })
  await partThreads(tx, two, threads, at)
  tell(tx, [two.fromId, two.toId], moved)
}

/** Followers write down anew whose messages they are; browsers ask again. */
function tell(tx: Tx, contactIds: string[], messageIds: string[]): void {
  for (let from = 0; from < messageIds.length; from += TOLD)
    tx.publish(MessageChanged, { ids: messageIds.slice(from, from + TOLD) })
  for (const contactId of contactIds) tx.publish(ConversationChanged, { contactId })
}

/**
 * Erases what was said to and by these workers in the caller's transaction, for all members; answers the messages, and the
 * files that are to be discarded.
 */
export async function eraseThreads(
  tx: Tx,
  contactIds: string[],
  phones: string[],
): Promise<{ messageIds: string[]; fileIds: string[] }> {
  const { ids, texts, fileIds } = await readThreads(tx, contactIds)
  await blankMessages(tx, contactIds)
  await forgetTold(tx, phones, ids)
  await forgetTranslations(tx, texts)
  for (const contactId of contactIds) await dropThread(tx, contactId)
  tell(tx, contactIds, ids)
  return { messageIds: ids, fileIds }
}
