import type { RetainedData } from '../../kernel/retained-data.ts'
import { oldLogIns } from './log-in-views.ts'
import { deleteLogIns } from './store/log-ins.ts'

export const retainedData: readonly RetainedData[] = [
  { class: 'log_ins', atOnce: 1000, candidates: oldLogIns, remove: (tx, ids) => deleteLogIns(tx.db, tx.orgId, ids) },
]
