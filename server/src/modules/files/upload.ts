import { msg } from '@crewline/contract/localized-text'
import { FILES_PER_ORGANIZATION_BYTES, UPLOADS_PER_MINUTE } from '@crewline/contract/limits'
import type { MediaItem } from '@crewline/contract/messages'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { makeSafe, nameOf } from './content/make-safe.ts'
import { dropBytes, keepBytes } from './keep.ts'
import type { StoredFile } from './rules.ts'
import { addFiles, takeSpace } from './store/files.ts'
import { mediaItem } from './stored.ts'

const perMember = makeLocalLimit(UPLOADS_PER_MINUTE, 60)

/** Stores a file uploaded by a member after checking and rewriting it. The file is unclaimed. */
export async function upload(
  scope: Scope,
  { name, bytes }: { name: string; bytes: Buffer },
  kernel: Kernel,
): Promise<{ file: MediaItem }> {
  const { actor } = scope
  if (actor.kind !== 'member') return fail('not_permitted')
  await perMember.take(actor.userId)
  const safe = await makeSafe(bytes)
  const stored: StoredFile = {
    id: scope.world.id(),
    kind: safe.kind,
    name: nameOf(safe, name),
    mime: safe.mime,
    bytes: safe.content.length,
    width: safe.width,
    height: safe.height,
    state: 'ready',
    linkKey: scope.world.bytes(32).toString('base64url'),
  }
  const location = await keepBytes(kernel, scope.orgId, safe).catch((cause: unknown) =>
    fail('unavailable', { internal: 'the storage did not accept a file', cause }),
  )
  try {
    await scope.tx(async (tx) => {
      if (!(await takeSpace(tx, stored.bytes, FILES_PER_ORGANIZATION_BYTES)))
        fail('too_many', {
          text: msg({ message: 'Your organization has no space left for files. Delete some voicemails or ask us.' }),
        })
      await addFiles(tx, [
        { ...stored, location, source: null, messageId: null, uploadedBy: actor.userId, tryAt: null },
      ])
      tx.audit('file.uploaded', stored.id, { mime: stored.mime, bytes: stored.bytes })
    })
  } catch (error) {
    await dropBytes(kernel, location)
    throw error
  }
  return { file: mediaItem(scope.orgId, stored, scope.world.now().getTime()) }
}
