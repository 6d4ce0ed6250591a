import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { bulkConversations, BulkAction, countConversations } from '@crewline/contract/bulk'
import { BULK_AT_ONCE } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { notifyInApp } from '../../kernel/realtime/in-app.ts'
import { startRun } from '../../kernel/runs/define.ts'
import type { Scope } from '../../kernel/scope.ts'
import { countFullOfTags, perform, refuseImpossible } from './acts.ts'
import { memberOfInbox } from './members.ts'
import { notifyAssignee } from './notify-assignee.ts'
import { conversationRun } from './runs.ts'
import { addRun, type Request } from './store/runs.ts'
import { countMatching, idsMatching } from './views/list.ts'
import { userIdOf, readerOf } from './views/rows.ts'
import { bulkActionText } from './words.ts'

/** Conversations are counted up to this number. */
const COUNTED = 10_000

/** Throttle: each request may change hundreds of conversations, and this many per minute exceed manual use. */
const perMember = makeLocalLimit(60, 60)

type BulkRequest = BodyOf<typeof bulkConversations>
type Changed = { changed: number; changedIds: string[]; full: number; running: boolean }

/**
 * Runs one action on the listed conversations or on all that match; more than one request can change continues in the
 * background.
 */
export async function change(scope: Scope, bulkRequest: BulkRequest): Promise<Changed> {
  const userId = userIdOf(scope)
  if (bulkRequest.do.act !== 'read' && !scope.can('inbox.reply')) fail('not_permitted')
  await perMember.take(userId)
  if (!bulkRequest.selectedAll) return changeNow(scope, bulkRequest.ids, bulkRequest.do)
  const filter =
    bulkRequest.filter ??
    fail('invalid', {
      fieldErrors: { filter: msg({ message: 'Choose which conversations to change.' }) },
    })
  const request: Request = {
    filter,
    excludedIds: bulkRequest.excludedIds,
    action: bulkRequest.do,
    until: scope.world.now().toISOString(),
  }
  const most = BULK_AT_ONCE + bulkRequest.excludedIds.length + 1
  const ids = await idsMatching(readerOf(scope), filter, { afterId: null, until: new Date(request.until), most })
  const includedIds = ids.filter((id) => !bulkRequest.excludedIds.includes(id))
  if (includedIds.length <= BULK_AT_ONCE) return changeNow(scope, includedIds, bulkRequest.do)
  const { locale } = await memberOfInbox(scope.db, userId)
  await scope.tx(async (tx) => {
    await refuseImpossible(tx, bulkRequest.do)
    const id = tx.world.id()
    await addRun(tx, id, userId, request)
    notifyInApp(
      tx,
      { userId },
      {
        id,
        key: `bulk|${id}`,
        type: 'info',
        loading: true,
        timeout: false,
        ...bulkActionText(
          bulkRequest.do,
          {
            status: 'running',
            changed: 0,
          },
          locale,
        ),
      },
    )
    tx.audit('conversations.changed-in-bulk', id, { ...request })
    startRun(tx, conversationRun, { id, userId })
  })
  return { changed: 0, changedIds: [], full: 0, running: true }
}

/** Counts matching conversations, up to ten thousand. */
export async function count(
  scope: Scope,
  { filter }: BodyOf<typeof countConversations>,
): Promise<{ count: number; isMore: boolean }> {
  await perMember.take(userIdOf(scope))
  const total = await countMatching(readerOf(scope), filter, COUNTED)
  return { count: Math.min(total, COUNTED), isMore: total > COUNTED }
}

async function changeNow(scope: Scope, ids: string[], action: BulkAction): Promise<Changed> {
  return scope.tx(async (tx) => {
    await refuseImpossible(tx, action)
    const changedIds = await perform(tx, ids, action)
    if (changedIds.length > 0) {
      tx.audit('conversations.changed-in-bulk', null, { act: action, ids: changedIds })
      await notifyAssignee(tx, action, changedIds.length)
    }
    const full = action.act === 'tag' ? await countFullOfTags(tx, ids, action) : 0
    return { changed: changedIds.length, changedIds, full, running: false }
  })
}
