import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/scope.ts'
import { lockConversations, publishConversationChanges, removeFromConversations } from '../conversations/index.ts'
import { discardFile, filesOfMessages } from '../files/index.ts'
import { forgetLastMessages, restoreMember } from '../groups/index.ts'
import { MessageChanged } from './events.ts'
import { contactsOfMessages, deleteMessages, hideFiles, hideFileIn } from './store/purging.ts'

/** Messages of a shared file that one statement changes. */
const MESSAGES_AT_ONCE = 1000

/**
 * Deletes messages with their files for good. A conversation without messages goes, too; others keep a summary of what is
 * left, and count only what is left as unread. Event handlers and browsers are notified as of a change: what they look for
 * is gone. Bytes of files are removed after the commit, at the latest by the nightly job.
 */
export async function removeMessages(tx: Tx, ids: string[], kernel: Kernel): Promise<void> {
  const contactIds = await contactsOfMessages(tx, ids)
  await lockConversations(tx, contactIds)
  for (const id of await filesOfMessages(tx, ids)) await discardFile(tx, kernel, id)
  await deleteMessages(tx, ids)
  const { emptied, restored } = await removeFromConversations(tx, contactIds, ids)
  await forgetLastMessages(tx, emptied)
  for (const { contactId, at } of restored) await restoreMember(tx, contactId, at)
  tx.publish(MessageChanged, { ids })
  publishConversationChanges(tx, contactIds)
}

/** Deletes files; their messages stay and say that the file was deleted. */
export async function removeAttachments(tx: Tx, fileIds: string[], kernel: Kernel): Promise<void> {
  for (const id of fileIds) await discardFile(tx, kernel, id)
  const ids = await hideFiles(tx, fileIds)
  if (ids.length > 0) tx.publish(MessageChanged, { ids })
}

/**
 * Deletes files that many messages share, such as those of a broadcast; the messages stay and say that the file was deleted.
 * `messagesOf` returns the messages that may show a file, in order.
 */
export async function removeSharedFiles(
  tx: Tx,
  kernel: Kernel,
  { fileIds, messagesOf }: { fileIds: string[]; messagesOf: (fileId: string) => Promise<string[]> },
): Promise<void> {
  for (const fileId of fileIds) {
    await discardFile(tx, kernel, fileId)
    const messageIds = await messagesOf(fileId)
    for (let at = 0; at < messageIds.length; at += MESSAGES_AT_ONCE) {
      const ids = await hideFileIn(tx, messageIds.slice(at, at + MESSAGES_AT_ONCE), fileId)
      if (ids.length > 0) tx.publish(MessageChanged, { ids })
    }
  }
}
