import type { Tx } from '../../kernel/scope.ts'
import type { StoredFile } from '../files/index.ts'
import { MessageChanged } from './events.ts'
import { writeFile } from './store/media.ts'

/** Stores that a file of a message is ready or refused, and publishes the change. */
export async function showFile(tx: Tx, { messageId, file }: { messageId: string; file: StoredFile }): Promise<void> {
  if (await writeFile(tx, messageId, file)) tx.publish(MessageChanged, { ids: [messageId] })
}
