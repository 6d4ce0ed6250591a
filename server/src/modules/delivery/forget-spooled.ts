import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { lineById } from '../lines/index.ts'
import { siftDead } from './dead-files.ts'
import { opened } from './set-aside.ts'
import type { Spooled } from './spool.ts'
import { dropAside } from './store/set-aside.ts'
import { asideTexts } from './views.ts'

/** Whose events are to be forgotten. */
interface Erased {
  orgId: string
  phones: string[]
}

/**
 * Forgets what numbers of an organization told that was set aside because it could not be taken in, in the database and on
 * this disk. What still waits its turn is left: it comes in as from a stranger.
 */
export async function forgetSpooled(kernel: Kernel, system: Db, { orgId, phones }: Erased): Promise<void> {
  if (phones.length === 0) return
  const isTheirs = (entry: Spooled | undefined) => entry?.event.kind === 'incoming' && phones.includes(entry.event.from)
  const rows = await asideTexts(system, orgId)
  const theirs = rows.filter((row) => isTheirs(opened(kernel, row)))
  await dropAside(
    system,
    orgId,
    theirs.map(({ id }) => id),
  )
  await siftDead(kernel, async (entry) => {
    if (!isTheirs(entry)) return false
    return (await lineById(system, kernel.seal, entry.lineId))?.orgId === orgId
  })
}
