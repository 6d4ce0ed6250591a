import type { Readable } from 'node:stream'
import { MANIFEST, SIGNATURE } from '@crewline/contract/verify-records'
import { ZipFile } from 'yazl'
import type { Kernel } from '../../kernel/kernel.ts'
import { openBlob } from '../files/index.ts'
import { filesOf, signedManifest } from './store.ts'

/** A ZIP without the times of its creation, so that each download has the same bytes. */
const NO_DATE = { mtime: new Date('1980-01-01T00:00:00'), forceDosTimestamp: true }

/**
 * Puts the archive of a finished export together while it is read: the manifest, its signature, then the files in the order
 * of the manifest. Undefined when it is not ready or has expired.
 */
export async function openArchive(
  kernel: Kernel,
  { orgId, id }: { orgId: string; id: string },
): Promise<{ title: string; content: Readable } | undefined> {
  const db = kernel.database.ofOrg(orgId)
  const signed = await signedManifest(db, id, kernel.world.now())
  if (!signed) return undefined
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  archive.addBuffer(Buffer.from(signed.manifest), MANIFEST, NO_DATE)
  archive.addBuffer(Buffer.from(signed.signature), SIGNATURE, NO_DATE)
  for (const { path, bytes, storageKey, startsAt } of await filesOf(db, id)) {
    if (bytes === 0) archive.addBuffer(Buffer.alloc(0), path, NO_DATE)
    else
      archive.addReadStreamLazy(path, { ...NO_DATE, size: bytes }, (done) => {
        openBlob(kernel, storageKey, { start: startsAt, end: startsAt + bytes - 1 }).then(
          (stream) => {
            // yazl passes bytes on and nothing else.
            stream.on('error', (error) => output.destroy(error))
            const stop = () => stream.destroy()
            output.once('close', stop)
            stream.once('close', () => output.off('close', stop))
            done(null, stream)
          },
          (error: unknown) => output.destroy(error as Error),
        )
      })
  }
  archive.end()
  return { title: signed.title, content: output }
}
