import { isDeepStrictEqual } from 'node:util'
import { BroadcastContent, type Broadcast } from '@crewline/contract/broadcasts'
import type { createBroadcast, editBroadcast, pageBroadcasts } from '@crewline/contract/broadcasts'
import { BROADCAST_TABS } from '@crewline/contract/broadcast-states'
import type { BodyOf, QueryOf, ReplyOf } from '@crewline/contract/endpoint'
import { BROADCASTS_MAX } from '@crewline/contract/broadcast-limits'
import { msg } from '@crewline/contract/localized-text'
import { cursorOf, readTimeCursor } from '../../kernel/db/paging.ts'
import { fail } from '../../kernel/failure.ts'
import { requireUserId, type Scope, type Tx } from '../../kernel/scope.ts'
import { attachable, attachedItem, discardFiles, storedById } from '../files/index.ts'
import { keepGroups } from '../groups/index.ts'
import { BroadcastChanged } from './events.ts'
import { countLive, insertDraft, lockBroadcast, markDeleted, saveContent, setArchived } from './store/broadcasts.ts'
import { GROUP_DELETED } from './rules.ts'
import { filesOfRuns } from './retained-views.ts'
import { withSources } from './variant-sources.ts'
import { broadcastById, countByState, countList, listOf, runsOf } from './views/broadcasts.ts'

/** Returns one broadcast as the member sees it; fails with `not_found`. */
export async function read(scope: Scope, id: string): Promise<Broadcast> {
  const stored = (await broadcastById(scope.db, scope.org.timezone, id)) ?? fail('not_found')
  const [runs, files] = await Promise.all([
    runsOf(scope.db, id, 1),
    Promise.all(stored.message.mediaIds.map((fileId) => storedById(scope.db, fileId))),
  ])
  const now = scope.world.now().getTime()
  return {
    ...stored,
    media: files.flatMap((file) => (file ? [attachedItem(scope.orgId, file, now)] : [])),
    run: runs[0] ?? null,
    mayApprove: stored.state === 'pending_approval' && scope.can('broadcasts.approve'),
  }
}

/** Creates a draft; a repeated id returns the first one. */
export async function create(scope: Scope, body: BodyOf<typeof createBroadcast>): Promise<{ broadcast: Broadcast }> {
  const userId = requireUserId(scope)
  const { id = scope.world.id(), followUpOf = null, ...given } = body
  if (followUpOf) await read(scope, followUpOf)
  const isNew = await scope.tx(async (tx) => {
    if ((await countLive(tx)) >= BROADCASTS_MAX)
      fail('invalid', { text: msg({ message: 'There are too many broadcasts. Archive or delete some first.' }) })
    await refuseUnknownGroups(tx, chosenGroups(given))
    await attachable(tx, given.message.mediaIds)
    const content = { ...given, message: await withSources(tx, given.message) }
    if (!(await insertDraft(tx, { id, content, userId, followUpOf }))) return false
    tx.publish(BroadcastChanged, { ids: [id] })
    tx.audit('broadcast.created', id)
    return true
  })
  if (isNew) return { broadcast: await read(scope, id) }
  const first = await broadcastById(scope.db, scope.org.timezone, id)
  return first ? { broadcast: await read(scope, id) } : fail('key_reused')
}

async function refuseUnknownGroups(tx: Tx, groupIds: readonly string[]): Promise<void> {
  if (!(await keepGroups(tx, groupIds))) fail('invalid', { fieldErrors: { audience: GROUP_DELETED } })
}

/** Returns the groups that are chosen or left out by name. */
function chosenGroups({ audience }: Pick<BroadcastContent, 'audience'>): string[] {
  return [...audience.groupIds, ...audience.exclude.groupIds]
}

/** Saves changes to a draft. */
export async function edit(
  scope: Scope,
  id: string,
  { version, ...changes }: BodyOf<typeof editBroadcast>,
): Promise<{ broadcast: Broadcast }> {
  await scope.tx(async (tx) => {
    const stored = (await lockBroadcast(tx, id)) ?? fail('not_found')
    if (stored.state !== 'draft') fail('broadcast_not_draft')
    if (version !== undefined && version !== stored.version) fail('outdated')
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const message = changes.message && (await withSources(tx, changes.message, stored.content.message.variants))
    const content = BroadcastContent.parse({ ...stored.content, ...given, ...(message && { message }) })
    // A group that was deleted since it was chosen must not keep other changes from being saved: sending refuses it.
    const before = new Set(chosenGroups(stored.content))
    await refuseUnknownGroups(
      tx,
      chosenGroups(content).filter((groupId) => !before.has(groupId)),
    )
    const known = new Set(stored.content.message.mediaIds)
    await attachable(
      tx,
      content.message.mediaIds.filter((fileId) => !known.has(fileId)),
    )
    await saveContent(tx, id, content)
    await discardUnused(tx, id, { before: stored.content, after: content })
    tx.publish(BroadcastChanged, { ids: [id] })
    const changed = (Object.keys(content) as (keyof BroadcastContent)[]).filter(
      (part) => !isDeepStrictEqual(content[part], stored.content[part]),
    )
    if (changed.length > 0) tx.audit('broadcast.changed', id, { changed })
  })
  return { broadcast: await read(scope, id) }
}

/** Deletes the files that a draft no longer has. Those that an earlier run sent are deleted with their retention period. */
async function discardUnused(
  tx: Tx,
  id: string,
  { before, after }: { before: BroadcastContent; after: BroadcastContent },
): Promise<void> {
  const removed = before.message.mediaIds.filter((fileId) => !after.message.mediaIds.includes(fileId))
  if (removed.length === 0) return
  const sent = await filesOfRuns(tx.db, tx.orgId, id)
  await discardFiles(
    tx,
    removed.filter((fileId) => !sent.has(fileId)),
  )
}

/** Returns one page of the list with the counts of its tabs. */
export async function page(
  scope: Scope,
  query: QueryOf<typeof pageBroadcasts>,
): Promise<Omit<ReplyOf<typeof pageBroadcasts>, 'status'>> {
  const after = query.cursor ? readTimeCursor(query.cursor) : undefined
  const wanted = { status: query.status, searchText: query.searchText, id: query.id }
  const [rows, total, byState] = await Promise.all([
    listOf(scope.db, scope.org.timezone, {
      wanted,
      after,
      limit: query.pageSize + 1,
      offset: after ? 0 : (query.page - 1) * query.pageSize,
    }),
    countList(scope.db, wanted),
    countByState(scope.db),
  ])
  const data = rows.slice(0, query.pageSize)
  const last = rows.length > query.pageSize ? data.at(-1) : undefined
  const count = (tab: readonly string[]) =>
    byState.filter((row) => !row.archived && tab.includes(row.state)).reduce((sum, row) => sum + row.n, 0)
  return {
    data,
    total,
    page: query.page,
    pageSize: query.pageSize,
    ...(last ? { nextCursor: cursorOf({ key: last.updatedAt, id: last.id }) } : {}),
    tabs: {
      all: byState.filter((row) => !row.archived).reduce((sum, row) => sum + row.n, 0),
      drafts: count(BROADCAST_TABS.drafts),
      scheduled: count(BROADCAST_TABS.scheduled),
      sending: count(BROADCAST_TABS.sending),
      sent: count(BROADCAST_TABS.sent),
      archived: byState.filter((row) => row.archived).reduce((sum, row) => sum + row.n, 0),
    },
  }
}

/** Deletes a broadcast that was never sent. */
export async function remove(scope: Scope, id: string): Promise<void> {
  await scope.tx(async (tx) => {
    const stored = (await lockBroadcast(tx, id)) ?? fail('not_found')
    if (stored.state === 'sending' || stored.state === 'paused') fail('broadcast_sending')
    if (stored.wasSent) fail('broadcast_sent')
    await markDeleted(tx, id)
    tx.publish(BroadcastChanged, { ids: [id] })
    tx.audit('broadcast.deleted', id)
  })
}

/** Archives a broadcast or takes it out of the archive. */
export async function archive(
  scope: Scope,
  id: string,
  wanted: boolean | undefined,
): Promise<{ broadcast: Broadcast }> {
  await scope.tx(async (tx) => {
    const stored = (await lockBroadcast(tx, id)) ?? fail('not_found')
    const archived = wanted ?? !stored.isArchived
    if (archived && (stored.state === 'sending' || stored.state === 'paused')) fail('broadcast_sending')
    if (archived === stored.isArchived) return
    await setArchived(tx, id, archived)
    tx.publish(BroadcastChanged, { ids: [id] })
    tx.audit(archived ? 'broadcast.archived' : 'broadcast.unarchived', id)
  })
  return { broadcast: await read(scope, id) }
}
