import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { LedgerRecord } from './records.ts'

const LAZY_FLUSH_MS = 50

export type Ledger = {
  note: (record: LedgerRecord) => void
  keep: (record: LedgerRecord) => Promise<void>
  settled: () => Promise<void>
  lines: () => AsyncIterable<string>
  close: () => Promise<void>
}

type Waiter = { resolve: () => void; reject: (reason: unknown) => void }

/**
 * Opens the append-only ledger in `dir` and replays it through `replay` before it resolves. `keep` resolves once the
 * record is on disk, with one write and one fdatasync for all records waiting at that moment; `note` only queues it.
 */
export async function openLedger(
  options: { dir: string; fsync: boolean },
  replay: (record: LedgerRecord) => void,
): Promise<Ledger> {
  await mkdir(options.dir, { recursive: true })
  const path = join(options.dir, 'ledger.jsonl')
  const file = await open(path, 'a+')
  await file.truncate(await replayLines(path, replay))

  let queued: string[] = []
  let waiters: Waiter[] = []
  let lazy: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const drain = async (): Promise<void> => {
    // Waits one turn of the event loop, so that everything that arrived in it shares one sync.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (queued.length > 0) {
      const bytes = queued.join('')
      const group = waiters
      queued = []
      waiters = []
      try {
        await file.appendFile(bytes)
        if (options.fsync && group.length > 0) await file.datasync()
        for (const waiter of group) waiter.resolve()
      } catch (error) {
        for (const waiter of group) waiter.reject(error)
      }
    }
    running = undefined
  }
  const flush = (): Promise<void> => {
    clearTimeout(lazy)
    lazy = undefined
    running ??= drain()
    return running
  }

  return {
    note: (record) => {
      queued.push(`${JSON.stringify(record)}\n`)
      lazy ??= setTimeout(() => void flush(), LAZY_FLUSH_MS).unref()
    },
    keep: (record) => {
      queued.push(`${JSON.stringify(record)}\n`)
      const written = new Promise<void>((resolve, reject) => waiters.push({ resolve, reject }))
      void flush()
      return written
    },
    settled: flush,
    lines: () => linesOf(path),
    close: async () => {
      await flush()
      await file.close()
    },
  }
}

/** Replays complete lines and returns their size in bytes, so that a line torn by a crash is cut off. */
async function replayLines(path: string, replay: (record: LedgerRecord) => void): Promise<number> {
  let completeBytes = 0
  for await (const line of linesOf(path)) {
    completeBytes += Buffer.byteLength(line) + 1
    const record = parsedOrNull(line)
    if (record) replay(record)
  }
  return completeBytes
}

function parsedOrNull(line: string): LedgerRecord | null {
  try {
    return JSON.parse(line) as LedgerRecord
  } catch {
    return null
  }
}

/** Yields lines that end in a line feed; skips an unterminated rest, which may still be being written. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const file = await open(path, 'r')
  try {
    let partialLine = ''
    for await (const chunk of file.createReadStream({ encoding: 'utf8', highWaterMark: 1 << 20 })) {
      const parts = (partialLine + String(chunk)).split('\n')
      partialLine = parts.pop() ?? ''
      yield* parts
    }
  } finally {
    await file.close().catch(() => undefined)
  }
}
