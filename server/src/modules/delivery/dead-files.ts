import { readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kernel } from '../../kernel/kernel.ts'
import { lineById } from '../lines/index.ts'
import { keepAside, opened } from './set-aside.ts'
import { spoolFolder, type Spooled } from './spool.ts'

/**
 * Goes through the events that are set aside on this disk and forgets those that `isDone` names; answers how many stay, with
 * those nobody can read. Fails where the disk cannot be read; a folder that was never made holds nothing.
 */
export async function siftDead(kernel: Kernel, isDone: (entry: Spooled) => Promise<boolean>): Promise<number> {
  const folder = spoolFolder(kernel.config.dataDir)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  let left = 0
  for (const name of names) if (name.startsWith('dead-')) left += await sift(kernel, join(folder, name), isDone)
  return left
}

/** Writes a file anew without these events; where something is added meanwhile it is read again. */
async function sift(kernel: Kernel, path: string, isDone: (entry: Spooled) => Promise<boolean>): Promise<number> {
  for (;;) {
    const { size } = await stat(path)
    const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean)
    const kept: string[] = []
    for (const line of lines) {
      // A line that was never whole says nothing to anybody.
      const entry = opened(kernel, { sealed: line })
      if (!entry || !(await isDone(entry))) kept.push(line)
    }
    if (kept.length === lines.length) return kept.length
    const fresh = `${path}~`
    await writeFile(fresh, kept.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true })
    if ((await stat(path)).size !== size) continue
    if (kept.length > 0) await rename(fresh, path)
    else await Promise.all([unlink(path), unlink(fresh)])
    return kept.length
  }
}

/**
 * Brings what is set aside on this disk into the database, where the people of its organization see it; answers how many
 * events stay, because no line knows them or nobody can read them.
 */
export async function adoptDead(kernel: Kernel): Promise<number> {
  const system = kernel.database.asSystem('what is set aside on the disk names lines; the line says whose it is')
  return siftDead(kernel, async (entry) => {
    const line = await lineById(system, kernel.seal, entry.lineId)
    if (line) await keepAside(kernel, line, entry, 'unknown')
    return line !== undefined
  })
}
