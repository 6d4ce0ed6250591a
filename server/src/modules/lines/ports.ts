import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { definePort } from '../../kernel/ports.ts'
import type { LineCounts } from './rules.ts'
import type { Line } from './store.ts'

/** Whether the account of a line may text from its number. */
export type AccountCheck = 'ok' | 'unknown_account' | 'unknown_number' | 'unreachable'

/**
 * Provided by carriers: checks whether the account of a line may text from its number. Simulated carriers register the
 * number immediately.
 */
export const accountCheck =
  definePort<(kernel: Kernel, line: Line, label: string) => Promise<AccountCheck>>('accountCheck')

/** Provided by messages: the delivery counts of each line since a time; a line without messages may be missing. */
export const lineHealth = definePort<(db: Db, since: Date) => Promise<Map<string, LineCounts>>>('lineHealth')
