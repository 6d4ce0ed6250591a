// The printed list of the people a broadcast did not reach.
import { setImmediate as breathe } from 'node:timers/promises'
import type { ParamsOf, QueryOf } from '@crewline/contract/endpoint'
import { formatDate, formatNumber } from '@crewline/contract/formats'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import { displayPhone } from '@crewline/contract/phone'
import type { printLedger } from '@crewline/contract/results'
import { fail } from '../../kernel/failure.ts'
import type { Download } from '../../kernel/http/serve.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import { makePdf, type Sheet } from '../../kernel/pdf/sheet.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { explain, nextActionOf } from './next-actions.ts'
import { LEDGER_TEXTS, NEXT_ACTIONS } from './result-words.ts'
import { peopleWhere } from './views/result-conditions.ts'
import { peopleOf, type PersonRow } from './views/result-people.ts'
import { resultBroadcast, resultRun } from './views/result-runs.ts'

/** People on one list. */
const PEOPLE_MAX = 2000
/** People written before yielding to other work. */
const AT_ONCE = 20

/**
 * Creates a list, as PDF, of the people of a run who were not reached and should be told, by location and department.
 * Audits who took it.
 */
export async function printList(
  scope: Scope,
  { id }: ParamsOf<typeof printLedger>,
  { runId }: QueryOf<typeof printLedger>,
): Promise<Download> {
  const broadcast = await resultBroadcast(scope, id)
  const people = await peopleToTell(scope, id, runId)
  const language = languageOf(scope)
  const write = (text: LocalizedText): string => localize(text, language)
  const { organization } = await organizationOf(scope.db, scope.orgId)
  const at = scope.world.now()
  const by = scope.actor.kind === 'member' ? `${scope.actor.firstname} ${scope.actor.lastname}`.trim() : ''
  const made = `${by}, ${formatDate(at, 'dateTime', language, organization.timezone)}`
  const title = write(LEDGER_TEXTS.title)
  const about = { title, creator: organization.name, at, footer: `${broadcast.name} \u00b7 ${made}` }
  const content = await makePdf(about, async (sheet) => {
    await sheet.write(title, { size: 18 })
    sheet.space(1)
    await sheet.pair(write(LEDGER_TEXTS.broadcast), broadcast.name)
    await sheet.pair(write(LEDGER_TEXTS.people), formatNumber(people.length, language))
    await sheet.pair(write(LEDGER_TEXTS.madeBy), made)
    sheet.space(1)
    if (people.length === 0) await sheet.write(write(LEDGER_TEXTS.everyone))
    await writePeople(sheet, people, { write, country: scope.org.country })
  })
  await scope.tx(async (tx) => tx.audit('broadcast.list_printed', id, { people: people.length }))
  const day = at.toISOString().slice(0, 10)
  return { download: true, name: `${write(LEDGER_TEXTS.file)}-${day}.pdf`, type: 'application/pdf', content }
}

/** Returns the people who were not reached and for whom there is something to do. */
async function peopleToTell(scope: Scope, id: string, runId: string | undefined): Promise<PersonRow[]> {
  const run = await resultRun(scope, id, runId)
  if (!run) return []
  const where = peopleWhere({ orgId: scope.orgId, runId: run.id, flowId: run.flowId }, { filter: 'not_reached' })
  const people = await peopleOf(scope, run, where, { most: PEOPLE_MAX + 1, isByPlace: true })
  if (people.length > PEOPLE_MAX)
    fail('too_many', {
      text: msg({
        message: 'A list holds {most, number} people. Export the broadcast instead.',
        values: { most: PEOPLE_MAX },
      }),
    })
  return people.filter((person) => !['none', 'wait'].includes(nextOf(person)))
}

function nextOf(person: PersonRow) {
  return nextActionOf({ state: person.state, blockReason: person.block_reason, cause: person.cause })
}

async function writePeople(
  sheet: Sheet,
  people: PersonRow[],
  { write, country }: { write: (text: LocalizedText) => string; country: string },
): Promise<void> {
  let place: string | undefined
  for (const [nth, person] of people.entries()) {
    if (nth % AT_ONCE === 0) await breathe()
    const here = [person.location || write(LEDGER_TEXTS.noPlace), person.department].filter(Boolean).join(' \u00b7 ')
    if (here !== place) {
      sheet.space(0.5)
      await sheet.write(here, { size: 10.5, isKeptWithNext: true })
      sheet.rule()
      sheet.space(0.3)
      place = here
    }
    const explanation = explain({ state: person.state, blockReason: person.block_reason, cause: person.cause })
    const phone = person.phone === null ? write(LEDGER_TEXTS.noPhone) : displayPhone(person.phone, country)
    const name = `${person.firstname} ${person.lastname}`.trim()
    const why = explanation ? write(explanation.text) : ''
    await sheet.pair(`[   ]  ${phone}`, `${name} \u00b7 ${write(NEXT_ACTIONS[nextOf(person)])} \u00b7 ${why}`)
  }
}
