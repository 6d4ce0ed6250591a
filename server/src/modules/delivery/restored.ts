import type { NoticedRestore } from '../../kernel/db/mark.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { addReviews } from './store/restored.ts'
import { orgsUnderReview } from './restored-views.ts'

/**
 * Stops sending for every organization of a restored database until a member decides about the texts that waited in the
 * backup. Safe to call again.
 */
export async function beginReviews(kernel: Kernel, { sign, knownUntil }: NoticedRestore): Promise<void> {
  const system = kernel.database.asSystem('a restored database is reviewed before anything is sent')
  const organizations = await addReviews(system, { knownUntil, now: kernel.world.now() })
  if (organizations > 0)
    kernel.log.warn(
      { sign, knownUntil, organizations },
      'restore: this database was restored from a backup; nothing is sent until its waiting texts are released or cancelled',
    )
}

/** Says at the start of a process that nothing is sent, and to how many organizations that applies. */
export async function warnOfReviews(kernel: Kernel): Promise<void> {
  const held = await countReviews(kernel)
  if (held > 0)
    kernel.log.warn(
      { organizations: held },
      'restore: nothing is sent for organizations whose database was restored, until their waiting texts are released or cancelled',
    )
}

/** Counts the organizations that send nothing because their database was restored. */
export async function countReviews(kernel: Kernel): Promise<number> {
  const system = kernel.database.asSystem('the readiness check counts organizations of a restored database')
  return (await orgsUnderReview(system)).size
}
