import type { Kernel } from '../../kernel/kernel.ts'
import { definePlug } from '../../kernel/plugs.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { StoredFile } from './rules.ts'

/**
 * Filled by carriers: fetches what a worker sent from the carrier of a line, with that carrier's account and from its own
 * hosts only. Fails with `file_refused` or `file_too_large` where another try cannot help; any other error is tried again.
 */
export const mediaFetcher = definePlug<(kernel: Kernel, lineId: string, url: string) => Promise<Buffer>>(
  'mediaFetcher',
  async () => {
    throw new Error('no room fetches from carriers')
  },
)

/** Filled by messages: a file that a message waited for is ready now, or refused. */
export const fileSettled = definePlug<(tx: Tx, settled: { messageId: string; file: StoredFile }) => Promise<void>>(
  'fileSettled',
  async () => {},
)
