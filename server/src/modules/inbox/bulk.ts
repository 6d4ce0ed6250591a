import type { BodyOf } from '@crewline/contract/endpoint'
import type { bulkConversations, BulkAct, countConversations } from '@crewline/contract/bulk'
import { BULK_AT_ONCE } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { tellInApp } from '../../kernel/realtime/in-app.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { ASSIGNED_ONE_BY_ONE, perform, refuseImpossible } from './acts.ts'
import { memberOfInbox, nameOf } from './members.ts'
import { addRun, type Request } from './store/runs.ts'
import { countMatching, idsMatching } from './views/list.ts'
import { findMember } from './views/members.ts'
import { personOf, readerOf } from './views/rows.ts'
import { assignedWords, bulkWords } from './words.ts'

/** Conversations a count goes up to. */
const COUNTED = 10_000

/** Each may change hundreds of conversations: this many a minute are more than hands can do. */
const perMember = makeLocalLimit(60, 60)

type Ask = BodyOf<typeof bulkConversations>
type Changed = { changed: number; changedIds: string[]; running: boolean }

/** Does one thing to the conversations named, or to all that match; what is too much for one request goes on in the background. */
export async function change(scope: Scope, ask: Ask): Promise<Changed> {
  const personId = personOf(scope)
  if (ask.do.act !== 'read' && !scope.can('inbox.reply')) fail('not_permitted')
  await perMember.take(personId)
  if (!ask.selectedAll) return changeNow(scope, ask.ids, ask.do)
  const filter =
    ask.filter ??
    fail('invalid', {
      fieldErrors: { filter: { en: 'Say which conversations are meant.', es: 'Indica qué conversaciones son.' } },
    })
  const request: Request = {
    ...{ filter, excludedIds: ask.excludedIds, act: ask.do },
    until: scope.world.now().toISOString(),
  }
  const most = BULK_AT_ONCE + ask.excludedIds.length + 1
  const ids = await idsMatching(readerOf(scope), filter, { afterId: null, until: new Date(request.until), most })
  const wanted = ids.filter((id) => !ask.excludedIds.includes(id))
  if (wanted.length <= BULK_AT_ONCE) return changeNow(scope, wanted, ask.do)
  const { locale } = await memberOfInbox(scope.db, personId)
  await scope.tx(async (tx) => {
    await refuseImpossible(tx, ask.do)
    const id = tx.world.id()
    await addRun(tx, id, personId, request)
    tellInApp(
      tx,
      { userId: personId },
      {
        ...{ id, key: `bulk|${id}`, type: 'info', loading: true, timeout: false },
        ...bulkWords(ask.do, { stage: 'running', changed: 0 }, locale),
      },
    )
    tx.audit('conversations.changed-in-bulk', id, { ...request })
    tx.ring('acts')
  })
  return { changed: 0, changedIds: [], running: true }
}

/** How many conversations match, up to ten thousand. */
export async function count(
  scope: Scope,
  { filter }: BodyOf<typeof countConversations>,
): Promise<{ count: number; isMore: boolean }> {
  await perMember.take(personOf(scope))
  const found = await countMatching(readerOf(scope), filter, COUNTED)
  return { count: Math.min(found, COUNTED), isMore: found > COUNTED }
}

async function changeNow(scope: Scope, ids: string[], act: BulkAct): Promise<Changed> {
  const changedIds = await scope.tx(async (tx) => {
    await refuseImpossible(tx, act)
    const changed = await perform(tx, ids, act)
    if (changed.length === 0) return changed
    tx.audit('conversations.changed-in-bulk', null, { act, ids: changed })
    await tellAssignee(tx, act, changed.length)
    return changed
  })
  return { changed: changedIds.length, changedIds, running: false }
}

/** Tells a member once that they were given many conversations; few are told one by one. */
export async function tellAssignee(tx: Tx, act: BulkAct, count: number): Promise<void> {
  if (act.act !== 'assign' || act.assigneeId === null || act.assigneeId === personOf(tx)) return
  if (count <= ASSIGNED_ONE_BY_ONE) return
  // Who left meanwhile is told nothing; an act must not wait for them.
  const member = await findMember(tx.db, act.assigneeId)
  if (!member) return
  const { userId, locale } = member
  const by = tx.actor.kind === 'member' ? nameOf(tx.actor) : ''
  const words = assignedWords({ by, count }, locale)
  tellInApp(tx, { userId }, { id: tx.world.id(), type: 'info', ...words, link: '/dashboard/inbox?status=mine' })
}
