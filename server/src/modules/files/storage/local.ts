import { constants } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { GoneError, type Storage } from './driver.ts'

const KEY = /^[0-9a-f-]{36}\/[0-9a-f]{36}$/

/** Keeps files in the folder `files` of the data directory. Written beside their place and then moved, so none is ever half there. */
export function localFolder(dataDir: string): Storage {
  const placeOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('a key of the storage is not one of ours')
    return join(dataDir, 'files', key)
  }
  return {
    put: async (key, bytes) => {
      const place = placeOf(key)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      const beside = `${place}.part`
      try {
        const file = await open(beside, 'w', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(beside, place)
      } catch (error) {
        await rm(beside, { force: true })
        throw error
      }
      await syncFolder(dirname(place))
    },
    open: async (key, part) => {
      try {
        const file = await open(placeOf(key), constants.O_RDONLY | constants.O_NOFOLLOW)
        return file.createReadStream(part ?? {})
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new GoneError('no such file', { cause: error })
        throw error
      }
    },
    remove: (key) => rm(placeOf(key), { force: true }),
  }
}

/** A name is on the disk only when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
