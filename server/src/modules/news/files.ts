import type { MediaItem } from '@crewline/contract/messages'
import type { NewsFile } from '@crewline/contract/news'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { mediaItem, storedByIds, uploadPageFile, type StoredFile } from '../files/index.ts'
import { addFile } from './store.ts'
import { filesById } from './views.ts'

/** What each kind of block takes. A picture is a block of its own. */
const TAKES: Record<'file' | 'video', readonly MediaItem['kind'][]> = {
  file: ['document', 'audio', 'video'],
  video: ['video'],
}

/** Stores a file or a video that issues may offer, after the checks of every uploaded file. */
export async function uploadFile(
  scope: Scope,
  kernel: Kernel,
  { name, kind, bytes }: { name: string; kind: 'file' | 'video'; bytes: Buffer },
): Promise<{ file: NewsFile }> {
  const stored = await uploadPageFile(scope, kernel, {
    name,
    bytes,
    takes: TAKES[kind],
    record: (tx, file) => addFile(tx, file.id),
  })
  return { file: fileOf(scope, stored) }
}

/** Returns files with links for members. Files that issues may not offer are left out. */
export async function filesOf(scope: Scope, ids: string[]): Promise<NewsFile[]> {
  const known = await filesById(scope.db, ids)
  const stored = await storedByIds(scope.db, known)
  return known.flatMap((id) => {
    const file = stored.get(id)
    return file ? [fileOf(scope, file)] : []
  })
}

function fileOf(scope: Scope, stored: StoredFile): NewsFile {
  const { id, kind, name, mime, bytes, url } = mediaItem(scope.orgId, stored, scope.world.now().getTime())
  return { id, kind, name, mime, bytes, url }
}
