import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { removeBlob } from '../files/index.ts'
import { expiredObjects, forgetObject, markExpired } from './store.ts'

/**
 * Deletes the files of exports past their time. An object that the storage does not remove stays recorded, so the next run
 * tries again.
 */
export async function deleteExpired(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('exports of every organization expire')
  await markExpired(system, kernel.world.now())
  for (const object of await expiredObjects(system)) {
    try {
      await removeBlob(kernel, object.key)
      await forgetObject(system, object)
    } catch (error) {
      const { orgId: org, exportId } = object
      kernel.log.warn({ err: error, org, id: exportId }, 'records: bytes of an expired export stay, trying again')
    }
  }
}

/** The cron jobs of this module. */
export const crons = [defineCron({ name: 'records.delete-expired', at: '13 * * * *', run: deleteExpired })]
