import type { RetainedData } from '../../kernel/retained-data.ts'
import { removeSharedFiles } from '../messages/index.ts'
import { messagesWithFile, oldBroadcastFiles } from './retained-views.ts'

export const retainedData: readonly RetainedData[] = [
  {
    class: 'attachments',
    // All texts of a run show its file, and each of them says afterwards that it was deleted.
    atOnce: 5,
    candidates: oldBroadcastFiles,
    remove: (tx, ids, kernel) =>
      removeSharedFiles(tx, kernel, { fileIds: ids, messagesOf: (id) => messagesWithFile(tx.db, tx.orgId, id) }),
  },
]
