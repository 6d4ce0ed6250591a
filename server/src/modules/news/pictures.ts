import type { NewsPicture } from '@crewline/contract/news'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { mediaItem, storedById, uploadPagePicture, type StoredFile } from '../files/index.ts'
import { addPicture } from './store.ts'
import { picturesById } from './views.ts'

/** Stores a picture that issues may show. */
export async function uploadPicture(
  scope: Scope,
  kernel: Kernel,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<{ picture: NewsPicture }> {
  const stored = await uploadPagePicture(scope, kernel, {
    name,
    bytes,
    record: (tx, file) =>
      addPicture(tx, { fileId: file.id, width: file.width ?? 0, height: file.height ?? 0, bytes: file.bytes }),
  })
  return { picture: pictureOf(scope, stored, stored) }
}

/** Returns pictures with links for members. Files that are no pictures of issues are left out. */
export async function picturesOf(scope: Scope, ids: string[]): Promise<NewsPicture[]> {
  if (ids.length === 0) return []
  const rows = await picturesById(scope.db, ids)
  const pictures = await Promise.all(
    rows.map(async (row) => {
      const stored = await storedById(scope.db, row.file_id)
      return stored ? [pictureOf(scope, stored, row)] : []
    }),
  )
  return pictures.flat()
}

/** Returns the links that open pictures for a few minutes, by file. */
export async function linksOfPictures(scope: Scope, ids: string[]): Promise<Map<string, string>> {
  const pictures = await picturesOf(scope, [...new Set(ids)])
  return new Map(pictures.map(({ id, url }) => [id, url]))
}

function pictureOf(
  scope: Scope,
  stored: StoredFile,
  { width, height, bytes }: { width: number; height: number; bytes: number },
): NewsPicture {
  const { url } = mediaItem(scope.orgId, stored, scope.world.now().getTime())
  return { id: stored.id, url: url ?? '', width, height, bytes }
}
