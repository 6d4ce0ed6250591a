import type { bulkContacts, ContactRun } from '@crewline/contract/contact-lists'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { Selection } from '@crewline/contract/filters'
import { BULK_AT_ONCE, CONTACT_RUN_UNDO_MS, CONTACT_RUNS_MAX } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { notifyInApp } from '../../kernel/realtime/in-app.ts'
import { startRun } from '../../kernel/runs/define.ts'
import { languageOf, requireUserId, type Scope, type Tx } from '../../kernel/scope.ts'
import { groundOf } from '../contacts/index.ts'
import { audienceContext, countSelection } from '../audience/index.ts'
import { isUndoable, refuseImpossible } from './acts.ts'
import { selectionDetails, actionDetails } from './audit-details.ts'
import { contactRun } from './runs.ts'
import { takeStep, type Running } from './steps.ts'
import { addRun, lockForUndo, noteUndone, runOf, runsOf, type Request } from './store/runs.ts'
import { runText } from './words.ts'

/** Each call may change hundreds of contacts; 60 a minute are more than a person can make. */
const perMember = makeLocalLimit(60, 60)

/**
 * Applies one action to the named contacts, or to all contacts of an audience. Work too large for one request continues
 * in the background. Named contacts that do not exist or that the actor cannot see count as skipped.
 */
export async function change(
  scope: Scope,
  { do: action, ...selection }: BodyOf<typeof bulkContacts>,
): Promise<{ run: ContactRun }> {
  const userId = requireUserId(scope)
  if (action.act === 'groups' && !scope.can('groups.edit')) fail('not_permitted')
  await perMember.take(userId)
  const request: Request = { selection: once(selection), act: action, until: scope.world.now().toISOString() }
  const { count: there } = await countSelection(
    scope.db,
    await audienceContext(scope, selection.audience),
    request.selection,
  )
  const id = scope.world.id()
  const total = selection.selectedAll ? there : request.selection.contacts.length
  if (there === 0) return { run: emptyRun(id, request, total) }
  const isSmall = total <= BULK_AT_ONCE
  const locale = languageOf(scope)
  await scope.tx(async (tx) => {
    const ground = await groundOf(tx, scope)
    await refuseImpossible(tx, action, ground)
    await addRun(tx, { id, userId, request, total, hasUndo: await isUndoable(tx, action) })
    tx.audit('contacts.changed-in-bulk', id, {
      ...actionDetails(action),
      ...selectionDetails(request.selection),
      contacts: total,
    })
    await begin(tx, scope, { id, request, ground, isSmall, locale })
  })
  return read(scope, id)
}

/** Runs a small action at once and leaves a large one to the worker processes. */
async function begin(
  tx: Tx,
  scope: Scope,
  { id, request, ground, isSmall, locale }: Running & { isSmall: boolean; locale: string },
): Promise<void> {
  if (isSmall) {
    // The second step finds no contacts and ends the run.
    for (let hasMore = true; hasMore;)
      hasMore = await takeStep(tx, { id, request, ground, can: (permission) => scope.can(permission) })
    return
  }
  const toast = { id, key: `contacts|${id}`, type: 'info' as const, loading: true, timeout: false as const }
  const progress = { state: 'running' as const, changed: 0, skipped: 0, undoes: request.undoes !== undefined }
  notifyInApp(tx, { userId: requireUserId(scope) }, { ...toast, ...runText(request.act, progress, locale) })
  startRun(tx, contactRun, { id, userId: requireUserId(scope) })
}

/**
 * Undoes a finished bulk action of the acting member, once and within the time limit. Contacts changed since, or out of
 * sight, are skipped and counted.
 */
export async function undo(scope: Scope, runId: string): Promise<{ run: ContactRun }> {
  const userId = requireUserId(scope)
  await perMember.take(userId)
  const locale = languageOf(scope)
  const id = scope.world.id()
  await scope.tx(async (tx) => {
    const { run, request } = (await lockForUndo(tx, { id: runId.toLowerCase(), userId })) ?? fail('not_found')
    if (run.undoUntil === null) fail('undo_over')
    if (request.act.act === 'groups' && !scope.can('groups.edit')) fail('not_permitted')
    const back: Request = { ...request, until: tx.world.now().toISOString(), undoes: run.id }
    await noteUndone(tx, run.id, id)
    await addRun(tx, { id, userId, request: back, total: run.changed, hasUndo: false })
    tx.audit('contacts.bulk-undone', run.id, { ...actionDetails(request.act), contacts: run.changed })
    const isSmall = run.changed <= BULK_AT_ONCE
    await begin(tx, scope, { id, request: back, ground: await groundOf(tx, scope), isSmall, locale })
  })
  return read(scope, id)
}

/** Returns the recent bulk actions of the acting member. */
export async function lately(scope: Scope): Promise<{ runs: ContactRun[] }> {
  const now = scope.world.now()
  const since = new Date(now.getTime() - CONTACT_RUN_UNDO_MS)
  return { runs: await runsOf(scope.db, { userId: requireUserId(scope), since, most: CONTACT_RUNS_MAX, now }) }
}

/** Returns the progress of a bulk action of the acting member. */
export async function read(scope: Scope, id: string): Promise<{ run: ContactRun }> {
  const query = { id, userId: requireUserId(scope), now: scope.world.now() }
  return { run: (await runOf(scope.db, query)) ?? fail('not_found') }
}

const NOT_UNDONE = { undoes: null, undoUntil: null }

/** The run for a selection without visible contacts: done at once, and not stored. */
function emptyRun(id: string, { act, until }: Request, total: number): ContactRun {
  const skipped = total > 0 ? [{ reason: 'not_found', count: total }] : []
  return { id, do: act, state: 'done', total, seen: total, changed: 0, skipped, startedAt: until, ...NOT_UNDONE }
}

/** Removes duplicate ids and sorts them in the order of the steps. */
function once(selection: Selection): Selection {
  return { ...selection, contacts: [...new Set(selection.contacts.map((id) => id.toLowerCase()))].sort() }
}
