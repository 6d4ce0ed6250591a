import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder in which workbooks lie while they are read. */
export function copiesOf(dataDir: string): string {
  return join(dataDir, 'imports')
}

/** Removes copies of workbooks that a process left behind when it was killed while reading them, before a moment. */
export async function removeLeftovers(dataDir: string, before: Date): Promise<void> {
  const folder = copiesOf(dataDir)
  const names = await readdir(folder).catch(() => [])
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      if (found && found.mtime < before) await rm(path, { force: true })
    }),
  )
}
