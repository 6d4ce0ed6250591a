import type { BroadcastAudience, BroadcastPart } from '@crewline/contract/broadcast-audience'
import { BroadcastContent, type Broadcast } from '@crewline/contract/broadcasts'
import { BROADCAST_NAME_MAX } from '@crewline/contract/broadcast-limits'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { copyFiles } from '../files/index.ts'
import { existingGroups } from '../groups/index.ts'
import { create, read } from './drafts.ts'

/** What is added to the name of a follow-up. */
const SECOND = ' (2)'

/**
 * Copies a broadcast into a new draft, its files included; with a part, for these people of it. Leaves out files whose
 * retention period ended and groups that were deleted.
 */
export async function copy(
  scope: Scope,
  kernel: Kernel,
  id: string,
  part?: Omit<BroadcastPart, 'broadcastId'>,
): Promise<{ broadcast: Broadcast }> {
  const original = await read(scope, id)
  const content = BroadcastContent.strip().parse(original)
  const mediaIds = await copyFiles(scope, kernel, content.message.mediaIds)
  return create(scope, {
    ...content,
    name: part ? original.name.slice(0, BROADCAST_NAME_MAX - SECOND.length) + SECOND : original.name,
    message: { ...content.message, mediaIds },
    audience: part ? onlyPart(id, part) : await withExistingGroups(scope, content.audience),
    schedule: { mode: 'now' },
    ...(part ? { followUpOf: id } : {}),
  })
}

function onlyPart(broadcastId: string, part: Omit<BroadcastPart, 'broadcastId'>): BroadcastAudience {
  const none = { groupIds: [], contactIds: [] }
  return { everyone: false, ...none, partOf: { broadcastId, ...part }, exclude: none }
}

async function withExistingGroups(
  { db, orgId, isLimitedToGroups }: Scope,
  audience: BroadcastAudience,
): Promise<BroadcastAudience> {
  const { exclude } = audience
  return {
    ...audience,
    groupIds: await existingGroups(db, orgId, audience.groupIds),
    // A member limited to some groups does not see the others: a group that is not visible may exist.
    exclude: isLimitedToGroups ? exclude : { ...exclude, groupIds: await existingGroups(db, orgId, exclude.groupIds) },
  }
}
