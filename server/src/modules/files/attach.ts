import { MEDIA_PER_MESSAGE } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { claimFiles, addFiles } from './store/files.ts'
import { expectedName, kindOf, type StoredFile } from './rules.ts'

/**
 * Takes uploaded files for one message or greeting, in the order given, and marks them used: a file travels once.
 * Refuses with `file_unknown` when one is not there, not ready, of another organization or used already. Must commit
 * together with what carries the files; give the message's id where it is known, so that whoever sees it sees them.
 */
export async function attachable(tx: Tx, ids: string[], messageId?: string): Promise<StoredFile[]> {
  if (ids.length === 0) return []
  const claimed = new Map((await claimFiles(tx, ids, messageId ?? null)).map((file) => [file.id, file]))
  return [...new Set(ids)].map((id) => claimed.get(id) ?? fail('file_unknown'))
}

/**
 * Notes the files a worker's text came with, in the transaction that receives it: they are `pending` until a worker process
 * has fetched and checked them. Answers what the message remembers, at most 10.
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
      kept: null,
      source: { url, lineId },
      messageId,
      uploadedBy: null,
      tryAt: tx.world.now(),
    })),
  )
  tx.ring('files')
  return expected.map(({ url: _url, ...stored }) => stored)
}
