import { MEDIA_PER_MESSAGE } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { claimFiles, addFiles } from './store/files.ts'
import { expectedName, kindOf, type StoredFile } from './rules.ts'

/**
 * Claims uploaded files for one message or greeting, in the given order; each file can be sent once. Fails with
 * `file_unknown` for a file that is missing, not ready, used or of another organization. Must commit together with the
 * message or greeting. Pass the message id when known, so that members who see the message see its files.
 */
export async function attachable(tx: Tx, ids: string[], messageId?: string): Promise<StoredFile[]> {
  if (ids.length === 0) return []
  const claimed = new Map((await claimFiles(tx, ids, messageId ?? null)).map((file) => [file.id, file]))
  return [...new Set(ids)].map((id) => claimed.get(id) ?? fail('file_unknown'))
}

/**
 * Records the files of an inbound message in its transaction. They are `pending` until a worker process has fetched and
 * checked them. Returns the message's file list, at most 10.
 */
export async function expectMedia(
  tx: Tx,
  { lineId, messageId, media }: { lineId: string; messageId: string; media: { url: string; mime: string }[] },
): Promise<StoredFile[]> {
  const expected = media.slice(0, MEDIA_PER_MESSAGE).map(({ url, mime }) => ({
    id: tx.world.id(),
    kind: kindOf(mime),
    name: expectedName(mime),
    mime: /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/.test(mime) ? mime.toLowerCase() : 'application/octet-stream',
    bytes: 0,
    width: null,
    height: null,
    state: 'pending' as const,
    linkKey: tx.world.bytes(32).toString('base64url'),
    url,
  }))
  await addFiles(
    tx,
    expected.map(({ url, ...file }) => ({
      ...file,
      location: null,
      source: { url, lineId },
      messageId,
      uploadedBy: null,
      tryAt: tx.world.now(),
    })),
  )
  tx.wakeUp('files')
  return expected.map(({ url: _url, ...stored }) => stored)
}
