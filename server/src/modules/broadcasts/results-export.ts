import type { Locale } from '@crewline/contract/accounts'
import { EXPORTS_PER_HOUR } from '@crewline/contract/limits'
import { languageName } from '@crewline/contract/formats'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import { displayPhone } from '@crewline/contract/phone'
import type { exportBroadcast } from '@crewline/contract/results'
import type { QueryOf } from '@crewline/contract/endpoint'
import { Temporal } from 'temporal-polyfill'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Download } from '../../kernel/http/serve.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { languageOf, requireUserId, type Scope } from '../../kernel/scope.ts'
import { CSV_TYPE, writeCsv } from '../../kernel/spreadsheet/write-csv.ts'
import { writeXlsx, XLSX_TYPE } from '../../kernel/spreadsheet/write-xlsx.ts'
import { outcomeOf } from './counts.ts'
import { explain, nextActionOf } from './next-actions.ts'
import { answerText, EXPORT_TEXTS, NEXT_ACTIONS, OUTCOMES } from './result-words.ts'
import { peopleWhere } from './views/result-conditions.ts'
import { countPeople, peopleOf, type PersonRow } from './views/result-people.ts'
import { resultBroadcast, resultRun, type ResultRun } from './views/result-runs.ts'

/** People read at once. */
const PAGE = 1000

/** Counts one file against the exports of the member in this hour. */
export async function takeExport(scope: Scope, kernel: Kernel): Promise<void> {
  await makeLimit(kernel, 'exports', EXPORTS_PER_HOUR, 3600).take(requireUserId(scope))
}

/**
 * Returns one row for each person of a run as a spreadsheet, with one page in memory at a time. Audits who exported which
 * run before the first row is sent.
 */
export async function exportResults(
  scope: Scope,
  { broadcastId, runId, format }: QueryOf<typeof exportBroadcast>,
): Promise<Download> {
  await resultBroadcast(scope, broadcastId)
  const run = await resultRun(scope, broadcastId, runId)
  const where = run && peopleWhere({ orgId: scope.orgId, runId: run.id, flowId: run.flowId }, {})
  const people = where ? await countPeople(scope, where, false) : 0
  // An empty file exports no data, so it is not audited.
  if (people > 0)
    await scope.tx(async (tx) => tx.audit('broadcast.exported', broadcastId, { format, runId: run?.id, people }))
  const columns = columnsOf(run, { locale: languageOf(scope), zone: scope.org.timezone, country: scope.org.country })
  const headers = columns.map(([header]) => localize(header, languageOf(scope)))
  const pages = pagesOf(scope, run, columns)
  const day = scope.world.now().toISOString().slice(0, 10)
  return {
    download: true,
    name: `broadcast-${day}.${format}`,
    type: format === 'xlsx' ? XLSX_TYPE : CSV_TYPE,
    content: format === 'xlsx' ? writeXlsx(headers, pages) : writeCsv(headers, pages),
  }
}

type Column = readonly [header: LocalizedText, cell: (person: PersonRow) => string]

function columnsOf(
  run: ResultRun | undefined,
  { locale, zone, country }: { locale: Locale; zone: string; country: string },
): Column[] {
  const at = (moment: Date | null) => (moment ? minuteOf(moment, zone) : '')
  const result = (person: PersonRow) => ({
    state: person.state,
    blockReason: person.block_reason,
    cause: person.cause,
  })
  return [
    [msg({ message: 'First name' }), (person) => person.firstname],
    [msg({ message: 'Last name' }), (person) => person.lastname],
    [msg({ message: 'Mobile' }), (person) => (person.phone === null ? '' : displayPhone(person.phone, country))],
    [msg({ message: 'Employee ID' }), (person) => person.employee_id],
    [msg({ message: 'Department' }), (person) => person.department],
    [msg({ message: 'Location' }), (person) => person.location],
    [EXPORT_TEXTS.textLanguage, (person) => languageName(person.text_language, locale)],
    [EXPORT_TEXTS.outcome, (person) => localize(OUTCOMES[outcomeOf(person.state)], locale)],
    [
      EXPORT_TEXTS.reason,
      (person) => {
        const explanation = explain(result(person))
        return explanation ? localize(explanation.text, locale) : ''
      },
    ],
    [EXPORT_TEXTS.next, (person) => localize(NEXT_ACTIONS[nextActionOf(result(person))], locale)],
    [EXPORT_TEXTS.sent, (person) => at(person.sent_at)],
    [EXPORT_TEXTS.delivered, (person) => at(person.delivered_at)],
    [EXPORT_TEXTS.replied, (person) => at(person.replied_at)],
    [EXPORT_TEXTS.clicked, (person) => at(person.clicked_at)],
    [EXPORT_TEXTS.answered, (person) => at(person.answered_at)],
    [EXPORT_TEXTS.answer, (person) => answerText(person, run?.step ?? null, locale) ?? ''],
    [EXPORT_TEXTS.reminders, (person) => String(person.reminders)],
  ]
}

/** Formats a moment as spreadsheets read it, in the time of the organization: 2026-11-24 09:05. */
function minuteOf(moment: Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')
}

async function* pagesOf(scope: Scope, run: ResultRun | undefined, columns: Column[]): AsyncGenerator<string[][]> {
  if (!run) return
  const where = peopleWhere({ orgId: scope.orgId, runId: run.id, flowId: run.flowId }, {})
  for (let after: { key: string; id: string } | undefined; ;) {
    const people: PersonRow[] = await peopleOf(scope, run, where, { after, most: PAGE })
    yield people.map((person) => columns.map(([, cell]) => cell(person)))
    const last = people.at(-1)
    if (!last || people.length < PAGE) return
    after = { key: last.sort_name, id: last.contact_id }
  }
}
