import { msg } from '@crewline/contract/localized-text'
import { FILES_PER_ORGANIZATION_BYTES, UPLOADS_PER_MINUTE } from '@crewline/contract/limits'
import type { MediaItem } from '@crewline/contract/messages'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { requireUserId, type Scope, type Tx } from '../../kernel/scope.ts'
import { makeLogo, makePagePicture, makeSafe, nameOf, type SafeFile } from './content/make-safe.ts'
import { dropBytes, keepBytes } from './keep.ts'
import type { StoredFile } from './rules.ts'
import { addFiles, claimFiles, takeSpace } from './store/files.ts'
import { mediaItem } from './stored.ts'

const perMember = makeLocalLimit(UPLOADS_PER_MINUTE, 60)

/** Stores a file uploaded by a member after checking and rewriting it. The file is unclaimed. */
export async function upload(
  scope: Scope,
  { name, bytes }: { name: string; bytes: Buffer },
  kernel: Kernel,
): Promise<{ file: MediaItem }> {
  await perMember.take(requireUserId(scope))
  const safe = await makeSafe(bytes)
  const stored = storedFrom(scope, safe, nameOf(safe, name))
  await store(scope, kernel, { stored, safe, uploadedBy: requireUserId(scope) })
  return { file: mediaItem(scope.orgId, stored, scope.world.now().getTime()) }
}

/** Stores a logo and claims it; `record` writes its row in the same transaction. Fails with `file_refused` for other files. */
export async function storeLogo(
  scope: Scope,
  kernel: Kernel,
  { name, bytes, record }: { name: string; bytes: Buffer; record: (tx: Tx, stored: Sized) => Promise<void> },
): Promise<Sized> {
  await perMember.take(requireUserId(scope))
  const safe = await makeLogo(bytes)
  return storeClaimed(scope, kernel, { name, safe, size: sizeOf(safe), record })
}

/** A stored picture. */
type Sized = StoredFile & { width: number; height: number }

/**
 * Stores a picture for pages that are read on phones, at most 80 KB as WebP, and claims it: it is kept until its owner
 * discards it. `record` writes the owner's row in the same transaction. Fails with `file_refused` for other files.
 */
export async function uploadPagePicture(
  scope: Scope,
  kernel: Kernel,
  { name, bytes, record }: { name: string; bytes: Buffer; record: (tx: Tx, stored: StoredFile) => Promise<void> },
): Promise<Sized> {
  await perMember.take(requireUserId(scope))
  const safe = await makePagePicture(bytes)
  return storeClaimed(scope, kernel, { name, safe, size: sizeOf(safe), record })
}

function sizeOf({ width, height }: { width: number; height: number }): { width: number; height: number } {
  return { width, height }
}

/**
 * Stores a file that a page offers, after the checks of every file, and claims it: it is kept until its owner discards it.
 * `record` writes the owner's row in the same transaction. Fails with `file_refused` for kinds that are not in `takes`.
 */
export async function uploadPageFile(
  scope: Scope,
  kernel: Kernel,
  {
    name,
    bytes,
    takes,
    record,
  }: {
    name: string
    bytes: Buffer
    takes: readonly MediaItem['kind'][]
    record: (tx: Tx, stored: StoredFile) => Promise<void>
  },
): Promise<StoredFile> {
  await perMember.take(requireUserId(scope))
  const safe = await makeSafe(bytes)
  if (!takes.includes(safe.kind))
    fail('file_refused', {
      text: takes.includes('document')
        ? msg({ message: 'Choose a PDF, a sound or a video.' })
        : msg({ message: 'Choose a video, such as an MP4 file.' }),
    })
  return storeClaimed(scope, kernel, { name, safe, size: {}, record })
}

async function storeClaimed<Size extends object>(
  scope: Scope,
  kernel: Kernel,
  {
    name,
    safe,
    size,
    record,
  }: {
    name: string
    safe: SafeFile
    size: Size
    record: (tx: Tx, stored: StoredFile & Size) => Promise<void>
  },
): Promise<StoredFile & Size> {
  const stored = { ...storedFrom(scope, safe, nameOf(safe, name)), ...size }
  await store(scope, kernel, {
    stored,
    safe,
    uploadedBy: requireUserId(scope),
    also: async (tx) => {
      await claimFiles(tx, [stored.id], null)
      await record(tx, stored)
    },
  })
  return stored
}

/**
 * Stores a file that someone added on a public page after checking and rewriting it. It is unclaimed until `attachable`
 * claims it, and removed after a week otherwise. Callers limit how many are stored. `takes` narrows the accepted kinds.
 */
export async function uploadFromPage(
  scope: Scope,
  kernel: Kernel,
  { name, bytes, takes }: { name: string; bytes: Buffer; takes?: readonly MediaItem['kind'][] },
): Promise<StoredFile> {
  const safe = await makeSafe(bytes)
  if (takes && !takes.includes(safe.kind)) fail('file_refused', { internal: `a file of kind ${safe.kind}` })
  const stored = storedFrom(scope, safe, nameOf(safe, name))
  await store(scope, kernel, { stored, safe, uploadedBy: null })
  return stored
}

/** Stores a copy of a file of the organization that was checked when it came. The copy is unclaimed. Returns its id. */
export async function storeCopy(
  scope: Scope,
  kernel: Kernel,
  original: StoredFile,
  { content, thumb }: Pick<SafeFile, 'content' | 'thumb'>,
): Promise<string> {
  const { kind, mime, width, height } = original
  const safe = { kind, mime, width, height, content, thumb }
  const stored = storedFrom(scope, safe, original.name)
  await store(scope, kernel, { stored, safe, uploadedBy: requireUserId(scope), copyOf: original.id })
  return stored.id
}

function storedFrom(scope: Scope, safe: SafeFile, name: string): StoredFile {
  return {
    id: scope.world.id(),
    kind: safe.kind,
    name,
    mime: safe.mime,
    bytes: safe.content.length,
    width: safe.width,
    height: safe.height,
    state: 'ready',
    linkKey: scope.world.bytes(32).toString('base64url'),
  }
}

async function store(
  scope: Scope,
  kernel: Kernel,
  {
    stored,
    safe,
    uploadedBy,
    copyOf,
    also,
  }: {
    stored: StoredFile
    safe: SafeFile
    uploadedBy: string | null
    copyOf?: string
    also?: (tx: Tx) => Promise<void>
  },
): Promise<void> {
  const location = await keepBytes(kernel, scope.orgId, safe).catch((cause: unknown) =>
    fail('unavailable', { internal: 'the storage did not accept a file', cause }),
  )
  try {
    await scope.tx(async (tx) => {
      if (!(await takeSpace(tx, stored.bytes, FILES_PER_ORGANIZATION_BYTES)))
        fail('too_many', {
          text: msg({ message: 'Your organization has no space left for files. Delete some voicemails or ask us.' }),
        })
      await addFiles(tx, [{ ...stored, location, source: null, messageId: null, uploadedBy, tryAt: null }])
      await also?.(tx)
      const { mime, bytes } = stored
      if (copyOf) tx.audit('file.copied', stored.id, { copyOf, mime, bytes })
      else if (uploadedBy !== null) tx.audit('file.uploaded', stored.id, { mime, bytes })
    })
  } catch (error) {
    await dropBytes(kernel, location)
    throw error
  }
}
