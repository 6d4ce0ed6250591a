import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { definePlug } from '../../kernel/plugs.ts'
import type { LineCounts } from './rules.ts'
import type { Line } from './store.ts'

/** Filled by carriers: whether the line's account may text from its number. Simulated carriers learn the number at once. */
export const accountCheck = definePlug<
  (kernel: Kernel, line: Line, label: string) => Promise<'ok' | 'unknown_account' | 'unknown_number' | 'unreachable'>
>('accountCheck', () => Promise.resolve('unreachable'))

/** Filled by messages: what became of the texts of each line since a moment; a line without any may be absent. */
export const lineHealth = definePlug<(db: Db, since: Date) => Promise<Map<string, LineCounts>>>('lineHealth', () =>
  Promise.resolve(new Map()),
)
