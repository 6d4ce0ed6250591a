import { readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { lineById } from '../lines/index.ts'
import { spoolFolder, type Spooled } from './spool.ts'

/** Whose events are to be forgotten. */
interface Erased {
  orgId: string
  phones: string[]
}

/**
 * Forgets what numbers of an organization told that was set aside on this disk because it could not be taken in. What still
 * waits its turn is left: it comes in as from a stranger.
 */
export async function forgetSpooled(kernel: Kernel, system: Db, erased: Erased): Promise<void> {
  if (erased.phones.length === 0) return
  const folder = spoolFolder(kernel.config.dataDir)
  // A folder that cannot be read keeps the erasure from seeming done; one that was never made holds nothing.
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) if (name.startsWith('dead-')) await sift(kernel, system, join(folder, name), erased)
}

/** Writes a file anew without these events; where something is added meanwhile it is read again. */
async function sift(kernel: Kernel, system: Db, path: string, erased: Erased): Promise<void> {
  for (;;) {
    const { size } = await stat(path)
    const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean)
    const kept: string[] = []
    for (const line of lines) if (!(await isTheirs(kernel, system, line, erased))) kept.push(line)
    if (kept.length === lines.length) return
    const fresh = `${path}~`
    await writeFile(fresh, kept.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true })
    if ((await stat(path)).size !== size) continue
    if (kept.length > 0) await rename(fresh, path)
    else await Promise.all([unlink(path), unlink(fresh)])
    return
  }
}

async function isTheirs(kernel: Kernel, system: Db, line: string, { orgId, phones }: Erased): Promise<boolean> {
  try {
    const { lineId, event } = JSON.parse(kernel.seal.open('spool', line)) as Spooled
    if (event.kind !== 'incoming' || !phones.includes(event.from)) return false
    return (await lineById(system, kernel.seal, lineId))?.orgId === orgId
  } catch {
    // A line that was never whole says nothing to anybody.
    return false
  }
}
