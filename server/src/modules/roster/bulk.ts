import type { bulkContacts, ContactRun } from '@crewline/contract/roster'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { Selection } from '@crewline/contract/filters'
import { BULK_AT_ONCE, CONTACT_RUN_UNDO_MS, CONTACT_RUNS_SHOWN } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { tellInApp } from '../../kernel/realtime/in-app.ts'
import { languageOf, type Scope, type Tx } from '../../kernel/scope.ts'
import { groundOf } from '../contacts/index.ts'
import { audienceContext, countSelection } from '../groups/index.ts'
import { isUndoable, refuseImpossible } from './acts.ts'
import { noted, notedAct } from './noted.ts'
import { takeStep, type Running } from './steps.ts'
import { addRun, holdOver, noteUndone, runOf, runsOf, type Request } from './store/runs.ts'
import { personOf } from './views/members.ts'
import { runWords } from './words.ts'

/** Each may change hundreds of contacts: this many a minute are more than hands can do. */
const perMember = makeLocalLimit(60, 60)

/**
 * Does one thing to the workers named, or to all an audience shows; what is too much for one request goes on in the
 * background. Named ones that the actor does not see, or that there are not, are counted as left alone.
 */
export async function change(
  scope: Scope,
  { do: act, ...selection }: BodyOf<typeof bulkContacts>,
): Promise<{ run: ContactRun }> {
  const personId = personOf(scope)
  if (act.act === 'groups' && !scope.can('groups.edit')) fail('not_permitted')
  await perMember.take(personId)
  const request: Request = { selection: once(selection), act, until: scope.world.now().toISOString() }
  const { count: there } = await countSelection(
    scope.db,
    await audienceContext(scope, selection.audience),
    request.selection,
  )
  const id = scope.world.id()
  const total = selection.selectedAll ? there : request.selection.contacts.length
  if (there === 0) return { run: ofNobody(id, request, total) }
  const isSmall = total <= BULK_AT_ONCE
  const locale = languageOf(scope)
  await scope.tx(async (tx) => {
    const ground = await groundOf(tx, scope)
    await refuseImpossible(tx, act, ground)
    await addRun(tx, { id, personId, request, total, isTraced: await isUndoable(tx, act) })
    tx.audit('contacts.changed-in-bulk', id, { ...notedAct(act), ...noted(request.selection), contacts: total })
    await begin(tx, scope, { id, request, ground, isSmall, locale })
  })
  return read(scope, id)
}

/** Does what is small at once, and leaves the rest to the workers. */
async function begin(
  tx: Tx,
  scope: Scope,
  { id, request, ground, isSmall, locale }: Running & { isSmall: boolean; locale: string },
): Promise<void> {
  if (isSmall) {
    // The second step finds nobody and ends it.
    for (let goesOn = true; goesOn;) goesOn = await takeStep(tx, { id, request, ground, can: (one) => scope.can(one) })
    return
  }
  const toast = { id, key: `contacts|${id}`, type: 'info' as const, loading: true, timeout: false as const }
  const stage = { stage: 'running' as const, changed: 0, skipped: 0, undoes: request.undoes !== undefined }
  tellInApp(tx, { userId: personOf(scope) }, { ...toast, ...runWords(request.act, stage, locale) })
  tx.ring('acts')
}

/**
 * Takes back an act of the asking member that is over, once and within its time. Who was changed since, or is out of sight, is
 * left alone and counted.
 */
export async function undo(scope: Scope, asked: string): Promise<{ run: ContactRun }> {
  const personId = personOf(scope)
  await perMember.take(personId)
  const locale = languageOf(scope)
  const id = scope.world.id()
  await scope.tx(async (tx) => {
    const { run, request } = (await holdOver(tx, { id: asked.toLowerCase(), personId })) ?? fail('not_found')
    if (run.undoUntil === null) fail('undo_over')
    if (request.act.act === 'groups' && !scope.can('groups.edit')) fail('not_permitted')
    const back: Request = { ...request, until: tx.world.now().toISOString(), undoes: run.id }
    await noteUndone(tx, run.id, id)
    await addRun(tx, { id, personId, request: back, total: run.changed, isTraced: false })
    tx.audit('contacts.bulk-undone', run.id, { ...notedAct(request.act), contacts: run.changed })
    const isSmall = run.changed <= BULK_AT_ONCE
    await begin(tx, scope, { id, request: back, ground: await groundOf(tx, scope), isSmall, locale })
  })
  return read(scope, id)
}

/** The acts the asking member began lately. */
export async function lately(scope: Scope): Promise<{ runs: ContactRun[] }> {
  const now = scope.world.now()
  const since = new Date(now.getTime() - CONTACT_RUN_UNDO_MS)
  return { runs: await runsOf(scope.db, { personId: personOf(scope), since, most: CONTACT_RUNS_SHOWN, now }) }
}

/** How far an act that the asking member began has come. */
export async function read(scope: Scope, id: string): Promise<{ run: ContactRun }> {
  const asked = { id, personId: personOf(scope), now: scope.world.now() }
  return { run: (await runOf(scope.db, asked)) ?? fail('not_found') }
}

/** How many workers a selection means, and how many of them can get texts. */
export async function count(scope: Scope, selection: Selection): Promise<{ count: number; reachableCount: number }> {
  await perMember.take(personOf(scope))
  return countSelection(scope.db, await audienceContext(scope, selection.audience), selection)
}

const NOT_UNDONE = { undoes: null, undoUntil: null }

/** An act that meant nobody the actor sees: over before it began, and nothing to keep. */
function ofNobody(id: string, { act, until }: Request, total: number): ContactRun {
  const skipped = total > 0 ? [{ reason: 'not_found', count: total }] : []
  return { id, do: act, state: 'done', total, seen: total, changed: 0, skipped, startedAt: until, ...NOT_UNDONE }
}

/** Each named once, in the order steps go. */
function once(selection: Selection): Selection {
  return { ...selection, contacts: [...new Set(selection.contacts.map((id) => id.toLowerCase()))].sort() }
}
