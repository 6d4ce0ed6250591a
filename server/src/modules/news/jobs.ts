import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { discardFile } from '../files/index.ts'
import { rememberedOrganization } from '../organizations/index.ts'
import { publishPlanned } from './plan.ts'
import { forgetReaders, removeFile, removePicture } from './store.ts'
import { unusedFiles } from './views.ts'

const DAY_MS = 24 * 3_600_000
/** Readers are distinguished this long, in ms; an issue is read in its first days. */
const READER_MS = 30 * DAY_MS
/** Pictures and files that no issue shows are kept this long, in ms, for an editor that is still open. */
const UNUSED_MS = 7 * DAY_MS
/** Pictures and files removed in one night. */
const MOST = 1000

/** Forgets who read issues, and removes pictures and files that no issue or version shows. */
export async function cleanUp(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('readers and unused files of every organization are forgotten')
  const now = kernel.world.now().getTime()
  await forgetReaders(system, new Date(now - READER_MS))
  for (const { orgId, fileId } of await unusedFiles(system, { before: new Date(now - UNUSED_MS), most: MOST })) {
    const organization = await rememberedOrganization(kernel, orgId)
    const scope = makeScope(kernel, organization, { kind: 'system', reason: 'news' }, `news-${orgId.slice(0, 8)}`)
    const removeBytes = await scope.tx(async (tx) => {
      await removePicture(tx, fileId)
      await removeFile(tx, fileId)
      return discardFile(tx, kernel, fileId)
    })
    await removeBytes()
  }
}

/** Scheduled jobs of news. */
export const crons = [
  defineCron({ name: 'news.clean-up', at: '41 3 * * *', run: cleanUp }),
  defineCron({ name: 'news.publish', at: '* * * * *', run: publishPlanned }),
]
