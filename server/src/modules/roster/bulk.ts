import type { bulkContacts, ContactRun } from '@crewline/contract/roster'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { Selection } from '@crewline/contract/filters'
import { BULK_AT_ONCE } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { tellInApp } from '../../kernel/realtime/in-app.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { groundOf } from '../contacts/index.ts'
import { audienceContext, countSelection } from '../groups/index.ts'
import { refuseImpossible } from './acts.ts'
import { noted, notedAct } from './noted.ts'
import { takeStep } from './steps.ts'
import { addRun, runOf, type Request } from './store/runs.ts'
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
    await addRun(tx, { id, personId, request, total })
    tx.audit('contacts.changed-in-bulk', id, { ...notedAct(act), ...noted(request.selection), contacts: total })
    // The second step finds nobody and ends it.
    if (isSmall)
      for (let goesOn = true; goesOn;)
        goesOn = await takeStep(tx, { id, request, ground, can: (one) => scope.can(one) })
    else {
      const toast = { id, key: `contacts|${id}`, type: 'info' as const, loading: true, timeout: false as const }
      tellInApp(
        tx,
        { userId: personId },
        { ...toast, ...runWords(act, { stage: 'running', changed: 0, skipped: 0 }, locale) },
      )
      tx.ring('acts')
    }
  })
  return read(scope, id)
}

/** How far an act that the asking member began has come. */
export async function read(scope: Scope, id: string): Promise<{ run: ContactRun }> {
  return { run: (await runOf(scope.db, id, personOf(scope))) ?? fail('not_found') }
}

/** How many workers a selection means, and how many of them can get texts. */
export async function count(scope: Scope, selection: Selection): Promise<{ count: number; reachableCount: number }> {
  await perMember.take(personOf(scope))
  return countSelection(scope.db, await audienceContext(scope, selection.audience), selection)
}

/** An act that meant nobody the actor sees: over before it began, and nothing to keep. */
function ofNobody(id: string, { act, until }: Request, total: number): ContactRun {
  const skipped = total > 0 ? [{ reason: 'not_found', count: total }] : []
  return { id, do: act, state: 'done', total, seen: total, changed: 0, skipped, startedAt: until }
}

/** Each named once, in the order steps go. */
function once(selection: Selection): Selection {
  return { ...selection, contacts: [...new Set(selection.contacts.map((id) => id.toLowerCase()))].sort() }
}
