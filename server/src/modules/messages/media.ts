import type { Tx } from '../../kernel/scope.ts'
import { fileSettled, type StoredFile } from '../files/index.ts'
import { MessageChanged } from './facts.ts'
import { writeFile } from './store/media.ts'

/** A file a message waited for is ready or refused: the thread shows so at once. */
export async function showFile(tx: Tx, { messageId, file }: { messageId: string; file: StoredFile }): Promise<void> {
  if (await writeFile(tx, messageId, file)) tx.publish(MessageChanged, { ids: [messageId] })
}

fileSettled.fill(showFile)
