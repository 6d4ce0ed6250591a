import { readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kernel } from '../../kernel/kernel.ts'
import { lineById } from '../lines/index.ts'
import { keepQuarantined, opened } from './quarantine.ts'
import { spoolFolder, type Spooled } from './spool.ts'

/**
 * Removes the quarantined events on this disk for which `isDone` returns true. Returns how many remain, including
 * unreadable ones. Fails when the disk cannot be read; a missing folder counts as empty.
 */
export async function pruneDiskQuarantine(
  kernel: Kernel,
  isDone: (entry: Spooled) => Promise<boolean>,
): Promise<number> {
  const folder = spoolFolder(kernel.config.dataDir)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  let remaining = 0
  for (const name of names) if (name.startsWith('dead-')) remaining += await sift(kernel, join(folder, name), isDone)
  return remaining
}

/** Rewrites a file without these events; returns how many remain. */
async function sift(kernel: Kernel, path: string, isDone: (entry: Spooled) => Promise<boolean>): Promise<number> {
  return rewriteLines(path, async (lines) => {
    const remaining: string[] = []
    for (const line of lines) {
      // A partially written line has no recoverable event.
      const entry = opened(kernel, { sealed: line })
      if (!entry || !(await isDone(entry))) remaining.push(line)
    }
    return remaining
  })
}

/**
 * Replaces the lines of a file, and starts again if it changed in the meantime; a file without lines is deleted. Returns how
 * many lines it has.
 */
export async function rewriteLines(path: string, rewrite: (lines: string[]) => Promise<string[]>): Promise<number> {
  for (;;) {
    const { size } = await stat(path)
    const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean)
    const wanted = await rewrite(lines)
    if (wanted.length === lines.length && wanted.every((line, index) => line === lines[index])) return lines.length
    const newPath = `${path}~`
    await writeFile(newPath, wanted.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true })
    if ((await stat(path)).size !== size) continue
    if (wanted.length > 0) await rename(newPath, path)
    else await Promise.all([unlink(path), unlink(newPath)])
    return wanted.length
  }
}

/**
 * Moves quarantined events from this disk to the database, where the members of the organization can see them. Returns
 * how many remain because their line is unknown or they are unreadable.
 */
export async function importDiskQuarantine(kernel: Kernel): Promise<number> {
  const system = kernel.database.asSystem(
    'quarantined events on the disk name a line, which identifies the organization',
  )
  return pruneDiskQuarantine(kernel, async (entry) => {
    const line = await lineById(system, kernel.encryption, entry.lineId)
    if (line) await keepQuarantined(kernel, line, entry, 'unknown')
    return line !== undefined
  })
}
