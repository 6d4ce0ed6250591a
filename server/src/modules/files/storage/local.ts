import { constants } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FileMissingError, type Storage } from './driver.ts'

const KEY = /^[0-9a-f-]{36}\/[0-9a-f]{36}$/

/**
 * Creates a storage in the folder `files` of the data directory. Writes to a temporary name and then renames, so that
 * no file is ever incomplete.
 */
export function localFolder(dataDir: string): Storage {
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('invalid storage key')
    return join(dataDir, 'files', key)
  }
  return {
    put: async (key, bytes) => {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const partPath = `${path}.part`
      try {
        const file = await open(partPath, 'w', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(partPath, path)
      } catch (error) {
        await rm(partPath, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
    },
    open: async (key, part) => {
      try {
        const file = await open(pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW)
        return file.createReadStream(part ?? {})
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT')
          throw new FileMissingError('no such file', { cause: error })
        throw error
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

/** A new file name is durable only after its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
