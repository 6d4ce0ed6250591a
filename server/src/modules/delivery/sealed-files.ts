import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { keyIdOf } from '../../kernel/secrets/encryption.ts'
import type { SealedFiles } from '../../kernel/secrets/sealed-columns.ts'
import { rewriteLines } from './dead-files.ts'
import { contactSpoolFolder, SPOOL_PLACE, spoolFolder } from './spool.ts'

/** The counts of files as they were read last, by path: a quarantined event may stay for long. */
const counted = new Map<string, { version: string; values: Map<string, number> }>()

/**
 * The events on disk. Files that wait for the database are replayed by a running process within seconds of its return, so
 * only quarantined events, which stay until someone decides, are sealed again.
 */
export const sealedFiles: SealedFiles = {
  count: async (dataDir) => {
    const total = new Map<string, number>()
    for (const path of await listSpooled(dataDir))
      for (const [id, count] of await countFile(path)) total.set(id, (total.get(id) ?? 0) + count)
    return total
  },
  sealAgain: async ({ dataDir, seal }) => {
    let sealed = 0
    for (const path of await listSpooled(dataDir))
      if (basename(path).startsWith('dead-')) sealed += await sealFile(path, (line) => seal(SPOOL_PLACE, line))
    return sealed
  },
}

async function sealFile(path: string, seal: (line: string) => string | undefined): Promise<number> {
  let sealed = 0
  await rewriteLines(path, async (lines) => {
    const changed = lines.map((line) => seal(line))
    sealed = changed.filter((line) => line !== undefined).length
    return lines.map((line, index) => changed[index] ?? line)
  })
  return sealed
}

async function listSpooled(dataDir: string): Promise<string[]> {
  const found: string[] = []
  for (const folder of [spoolFolder(dataDir), contactSpoolFolder(dataDir)])
    for (const name of await readdir(folder).catch(() => []))
      if (/^(?:open|ready|dead)-.*\.jsonl$/.test(name)) found.push(join(folder, name))
  return found
}

async function countFile(path: string): Promise<Map<string, number>> {
  const file = await stat(path).catch(() => undefined)
  const version = `${file?.ino} ${file?.size} ${file?.mtimeMs}`
  const known = counted.get(path)
  if (known?.version === version) return known.values
  const values = new Map<string, number>()
  // A file that is gone was replayed a moment ago.
  const text = await readFile(path, 'utf8').catch(() => '')
  for (const line of text.split('\n')) {
    const id = keyIdOf(line)
    if (id !== undefined) values.set(id, (values.get(id) ?? 0) + 1)
  }
  counted.delete(path)
  if (basename(path).startsWith('dead-')) counted.set(path, { version, values })
  return values
}
