import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { lineById } from '../lines/index.ts'
import { pruneDiskQuarantine } from './dead-files.ts'
import { opened } from './quarantine.ts'
import type { Spooled } from './spool.ts'
import { deleteQuarantined } from './store/quarantine.ts'
import { quarantinedTexts } from './views.ts'

/** The contact whose events to delete. */
interface Erased {
  orgId: string
  phones: string[]
}

/**
 * Deletes the quarantined events of an organization's numbers, in the database and on this disk. Events still waiting
 * in the spool remain, and later count as from an unknown number.
 */
export async function eraseSpooled(kernel: Kernel, system: Db, { orgId, phones }: Erased): Promise<void> {
  if (phones.length === 0) return
  const isTheirs = (entry: Spooled | undefined) => entry?.event.kind === 'incoming' && phones.includes(entry.event.from)
  const rows = await quarantinedTexts(system, orgId)
  const theirs = rows.filter((row) => isTheirs(opened(kernel, row)))
  await deleteQuarantined(
    system,
    orgId,
    theirs.map(({ id }) => id),
  )
  await pruneDiskQuarantine(kernel, async (entry) => {
    if (!isTheirs(entry)) return false
    return (await lineById(system, kernel.encryption, entry.lineId))?.orgId === orgId
  })
}
