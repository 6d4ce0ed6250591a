import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the folder for copies of workbooks while they are read. */
export function copiesOf(dataDir: string): string {
  return join(dataDir, 'imports')
}

/** Removes workbook copies from before a moment, left by a process that was killed while reading. */
export async function removeLeftovers(dataDir: string, before: Date): Promise<void> {
  const folder = copiesOf(dataDir)
  const names = await readdir(folder).catch(() => [])
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const stats = await stat(path).catch(() => undefined)
      if (stats && stats.mtime < before) await rm(path, { force: true })
    }),
  )
}
