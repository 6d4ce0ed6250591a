import type { Locale } from '@crewline/contract/accounts'
import type { BlockReason } from '@crewline/contract/broadcast-audience'
import type { ParamsOf, QueryOf, ReplyOf } from '@crewline/contract/endpoint'
import type { MessageState } from '@crewline/contract/message-states'
import type {
  broadcastClicks,
  broadcastLedger,
  broadcastRecipients,
  broadcastReplies,
  Recipient,
} from '@crewline/contract/results'
import { cursorOf, readCursor, readTimeCursor } from '../../kernel/db/paging.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { summaryFrom } from '../contacts/index.ts'
import { countsFrom, outcomeOf } from './counts.ts'
import { explain, ledgerFrom, nextActionOf } from './next-actions.ts'
import { answerText } from './result-words.ts'
import { clicksPage } from './views/result-clicks.ts'
import { peopleWhere } from './views/result-conditions.ts'
import { resultsOf } from './views/result-figures.ts'
import { countPeople, peopleOf, type PersonRow } from './views/result-people.ts'
import { repliesPage, type ReplyPlace } from './views/result-replies.ts'
import { resultBroadcast, resultRun, talliesOf, type ResultRun } from './views/result-runs.ts'

type PageRequest = Pick<QueryOf<typeof broadcastRecipients>, 'page' | 'pageSize' | 'cursor'>

/** Returns a page of rows that were read with one more than its size, so that the next page is known to exist. */
function pageFrom<T, Out>(
  rows: T[],
  { page, pageSize }: PageRequest,
  { show, cursor }: { show: (row: T) => Out; cursor: (last: T) => string },
): { data: Out[]; page: number; pageSize: number; nextCursor?: string } {
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return { data: shown.map(show), page, pageSize, ...(last === undefined ? {} : { nextCursor: cursor(last) }) }
}

function fromOf({ page, pageSize, cursor }: PageRequest) {
  const after = cursor ? readCursor(cursor) : undefined
  return { after, offset: after ? 0 : (page - 1) * pageSize, most: pageSize + 1 }
}

const nameCursor = (row: { sort_name: string; contact_id: string }) =>
  cursorOf({ key: row.sort_name, id: row.contact_id })

/** Lists the people of a run that match a query, by name. */
export async function recipients(
  scope: Scope,
  { id }: ParamsOf<typeof broadcastRecipients>,
  query: QueryOf<typeof broadcastRecipients>,
): Promise<Omit<ReplyOf<typeof broadcastRecipients>, 'status'>> {
  await resultBroadcast(scope, id)
  const run = await resultRun(scope, id, query.runId)
  if (!run) return { data: [], page: query.page, pageSize: query.pageSize, total: 0 }
  const where = peopleWhere({ orgId: scope.orgId, runId: run.id, flowId: run.flowId }, query)
  const [rows, total] = await Promise.all([
    peopleOf(scope, run, where, fromOf(query)),
    countPeople(scope, where, query.search !== ''),
  ])
  const locale = languageOf(scope)
  const show = (row: PersonRow) => recipientFrom(row, { run, locale, country: scope.org.country })
  return { ...pageFrom(rows, query, { show, cursor: nameCursor }), total }
}

function recipientFrom(
  row: PersonRow,
  { run, locale, country }: { run: ResultRun; locale: Locale; country: string },
): Recipient {
  const result = { state: row.state, blockReason: row.block_reason, cause: row.cause }
  const explanation = explain(result)
  return {
    contact: summaryFrom(row, country),
    outcome: outcomeOf(row.state),
    blockReason: row.state === 'blocked' ? (row.block_reason as BlockReason | null) : null,
    state: row.state === 'blocked' || row.state === 'pending' ? null : (row.state as MessageState),
    reason: explanation ? localize(explanation.text, locale) : null,
    language: row.text_language,
    messageId: row.message_id,
    sentAt: row.sent_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    repliedAt: row.replied_at?.toISOString() ?? null,
    clickedAt: row.clicked_at?.toISOString() ?? null,
    answeredAt: row.answered_at?.toISOString() ?? null,
    answer: answerText(row, run.step, locale),
    reminders: row.reminders,
    next: nextActionOf(result),
  }
}

/** Lists the people who clicked a link of a run, or the recipients who did not, by name. */
export async function clicks(
  scope: Scope,
  { broadcastId }: ParamsOf<typeof broadcastClicks>,
  query: QueryOf<typeof broadcastClicks>,
): Promise<Omit<ReplyOf<typeof broadcastClicks>, 'status'>> {
  await resultBroadcast(scope, broadcastId)
  const run = await resultRun(scope, broadcastId, query.runId)
  if (!run) return { data: [], page: query.page, pageSize: query.pageSize, total: 0 }
  const { clicked, linkId } = query
  const { rows, total } = await clicksPage(scope, run.id, { clicked, linkId }, fromOf(query))
  const page = pageFrom(rows, query, {
    show: (row) => ({
      contact: summaryFrom(row, scope.org.country),
      firstClickAt: row.first_click_at?.toISOString() ?? null,
      clicks: row.clicks,
    }),
    cursor: nameCursor,
  })
  return { ...page, total }
}

/** Lists the conversations of those who replied to a run, those who wait for an answer first. */
export async function replies(
  scope: Scope,
  { id }: ParamsOf<typeof broadcastReplies>,
  query: QueryOf<typeof broadcastReplies>,
): Promise<Omit<ReplyOf<typeof broadcastReplies>, 'status'>> {
  await resultBroadcast(scope, id)
  const run = await resultRun(scope, id, query.runId)
  if (!run) return { data: [], page: query.page, pageSize: query.pageSize, total: 0, waiting: 0 }
  const after = query.cursor ? readReplyPlace(query.cursor) : undefined
  const { rows, total, waiting } = await repliesPage(scope, run.id, {
    onlyWaiting: query.onlyWaiting,
    after,
    offset: after ? 0 : (query.page - 1) * query.pageSize,
    most: query.pageSize + 1,
  })
  const page = pageFrom(rows, query, {
    show: (row) => ({
      contact: summaryFrom(row, scope.org.country),
      body: row.body ?? '',
      at: (row.at ?? row.replied_at).toISOString(),
      waiting: row.waits,
    }),
    cursor: (row) =>
      cursorOf({ key: row.replied_at.toISOString(), id: row.contact_id, by: row.waits ? 'waiting' : 'answered' }),
  })
  return { ...page, total, waiting }
}

function readReplyPlace(cursor: string): ReplyPlace {
  return { ...readTimeCursor(cursor), waits: readCursor(cursor).by === 'waiting' }
}

/** Counts the people of a run by what to do next. */
export async function ledger(
  scope: Scope,
  { id }: ParamsOf<typeof broadcastLedger>,
  { runId }: QueryOf<typeof broadcastLedger>,
): Promise<Omit<ReplyOf<typeof broadcastLedger>, 'status'>> {
  await resultBroadcast(scope, id)
  const run = await resultRun(scope, id, runId)
  if (!run) return { reached: 0, waiting: 0, actions: [], unexplained: 0 }
  const [results, tallies] = await Promise.all([resultsOf(scope, run), talliesOf(scope, [run.id])])
  const { targeted } = countsFrom(tallies.get(run.id) ?? new Map())
  const { reached, waiting, lines, unexplained } = ledgerFrom(results, { targeted, hasEnded: hasEnded(run) })
  const locale = languageOf(scope)
  return {
    reached,
    waiting,
    actions: lines.map(({ action, reason, text, count }) => ({ action, reason, label: localize(text, locale), count })),
    unexplained,
  }
}

function hasEnded({ state }: ResultRun): boolean {
  return state === 'sent' || state === 'stopped' || state === 'failed' || state === 'missed'
}
