import type { Kernel } from '../../kernel/kernel.ts'
import { definePort } from '../../kernel/ports.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { StoredFile } from './rules.ts'

/**
 * Provided by carriers: fetches an inbound file from the carrier of a line, with that carrier's account and only from
 * its hosts. Fails with `file_refused` or `file_too_large` when a retry is useless; any other error is retried.
 */
export const mediaFetcher = definePort<(kernel: Kernel, lineId: string, url: string) => Promise<Buffer>>('mediaFetcher')

/** Provided by messages: handles a message's file that is now ready or refused. */
export const fileSettled =
  definePort<(tx: Tx, settled: { messageId: string; file: StoredFile }) => Promise<void>>('fileSettled')
