import { followQueue } from '../../kernel/jobs/queue.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { makeSafe, nameOf, type SafeFile } from './content/make-safe.ts'
import { FileSettled } from './events.ts'
import { dropBytes, keepBytes } from './keep.ts'
import { fileSettled, mediaFetcher } from './ports.ts'
import { waitBeforeTry, type StoredFile } from './rules.ts'
import { takeSpace } from './store/files.ts'
import { releasePending, settle, claimPending, type Pending } from './store/pending.ts'

/** Concurrent fetches per process. */
const AT_ONCE = 4
/** Lease of a try, in ms. After it, the process is considered dead. */
const LEASE_MS = 3 * 60_000
/** A file tried this often, with any result, may crash processes and is not tried again. */
const TRIES_MAX = 40
/** A file is given up after this time, in ms: after an outage carriers may answer hours later, but then never. */
const GIVE_UP_MS = 6 * 3_600_000

/** Fetches and checks inbound files, for the life of a worker process. */
export function startFetching(kernel: Kernel): Promise<Running> {
  return Promise.resolve(followQueue(kernel, { name: 'files', wakeUp: 'files', pass: () => fetchPending(kernel) }))
}

/** Tries every due file, a few at a time. Returns whether there was one. */
export async function fetchPending(kernel: Kernel): Promise<boolean> {
  const now = kernel.world.now()
  const system = kernel.database.asSystem('files of every organization wait to be fetched')
  const due = await claimPending(system, { now, leasedTo: new Date(now.getTime() + LEASE_MS), most: AT_ONCE })
  await Promise.all(due.map((pending) => tryOne(kernel, pending)))
  return due.length > 0
}

async function tryOne(kernel: Kernel, pending: Pending): Promise<void> {
  if (pending.tries > TRIES_MAX) return end(kernel, pending, 'gone')
  try {
    const { lineId, url } = pending.source
    const safe = await makeSafe(await mediaFetcher.get()(kernel, lineId, url))
    await end(kernel, pending, safe)
  } catch (error) {
    const isFinal = error instanceof Failure && (error.code === 'file_refused' || error.code === 'file_too_large')
    const now = kernel.world.now().getTime()
    kernel.log.info(
      { file: pending.file.id, tries: pending.tries, err: (error as Error).message },
      'files: a fetch failed',
    )
    if (isFinal) return end(kernel, pending, error.code)
    if (now - pending.since.getTime() >= GIVE_UP_MS) return end(kernel, pending, 'gone')
    const system = kernel.database.asSystem('files of every organization wait to be fetched')
    await releasePending(system, pending, new Date(now + waitBeforeTry(pending.tries, kernel.world.chance())))
  }
}

/** Completes a pending file with its safe content or the reason for refusal. */
async function end(kernel: Kernel, { orgId, file, messageId }: Pending, how: SafeFile | string): Promise<void> {
  const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  const scope = makeScope(kernel, organization, { kind: 'system', reason: 'files' }, `files-${file.id.slice(0, 8)}`)
  const location = typeof how === 'string' ? null : await keepBytes(kernel, orgId, how)
  const settled = typeof how === 'string' ? { ...file, state: 'refused' as const } : settledFrom(file, how)
  let isStored = false
  try {
    isStored = await scope.tx(async (tx) => {
      if (!(await settle(tx, settled, { location, reason: typeof how === 'string' ? how : null }))) return false
      // Inbound files are stored regardless of the space limit: the sender cannot be asked to send them again.
      if (location) await takeSpace(tx, settled.bytes, Number.MAX_SAFE_INTEGER)
      tx.audit(location ? 'file.received' : 'file.refused', file.id, { mime: settled.mime, bytes: settled.bytes })
      await fileSettled.get()(tx, { messageId, file: settled })
      tx.publish(FileSettled, { fileId: file.id, messageId })
      return true
    })
  } finally {
    if (location && !isStored) await dropBytes(kernel, location)
  }
}

function settledFrom(file: StoredFile, safe: SafeFile): StoredFile {
  return {
    ...file,
    kind: safe.kind,
    mime: safe.mime,
    name: nameOf(safe, ''),
    bytes: safe.content.length,
    width: safe.width,
    height: safe.height,
    state: 'ready',
  }
}
