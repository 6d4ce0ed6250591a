import type { Locale } from '@crewline/contract/accounts'
import { BLOCK_REASONS } from '@crewline/contract/broadcast-audience'
import type { BroadcastCounts } from '@crewline/contract/broadcasts'
import type { QueryOf, ReplyOf } from '@crewline/contract/endpoint'
import { scaleOf, type FlowStep } from '@crewline/contract/flows'
import { languageName } from '@crewline/contract/formats'
import type { broadcastAnalytics, RecipientFilter } from '@crewline/contract/results'
import { localize } from '../../kernel/i18n/localize.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { flowResults } from '../flows/index.ts'
import { clicksOf } from '../links/index.ts'
import { blockedFrom, countsFrom, type Tally } from './counts.ts'
import { explain } from './next-actions.ts'
import { answerLabel, LEDGER_TEXTS } from './result-words.ts'
import { RUN_LINKS } from './views/result-clicks.ts'
import { cutsOf, resultsOf, timelineOf, type CutRow, type ResultRow } from './views/result-figures.ts'
import { lastRuns, resultBroadcast, resultRun, talliesOf, type ResultRun } from './views/result-runs.ts'

/** Free answers that are returned. */
const TEXTS_MAX = 50

type Analytics = Omit<ReplyOf<typeof broadcastAnalytics>, 'status'>

/** Returns every figure of a run, and the figures of the last runs. */
export async function analytics(
  scope: Scope,
  { broadcastId, runId }: QueryOf<typeof broadcastAnalytics>,
): Promise<Analytics> {
  const broadcast = await resultBroadcast(scope, broadcastId)
  const [run, runs] = await Promise.all([resultRun(scope, broadcastId, runId), lastRuns(scope, broadcastId)])
  if (!run) return { ...NOTHING, runs }
  const locale = languageOf(scope)
  const [tallies, results, cuts, timeline, links, poll] = await Promise.all([
    talliesOf(scope, [run.id]),
    resultsOf(scope, run),
    cutsOf(scope, run),
    timelineOf(scope, run),
    clicksOf(scope.db, RUN_LINKS, run.id),
    broadcast.kind === 'poll' ? pollOf(scope, run, locale) : null,
  ])
  const tally = tallies.get(run.id) ?? new Map<string, number>()
  const summary = countsFrom(tally)
  return {
    summary,
    blocked: blockedFrom(tally, BLOCK_REASONS),
    funnel: funnelOf(summary, { hasLinks: links.length > 0, asks: broadcast.kind !== 'announcement' }),
    timeline: timeline.map((hour) => ({ ...hour, at: hour.at.toISOString() })),
    causes: causesOf(results, locale),
    byGroup: cuts.byGroup,
    byLanguage: cuts.byLanguage.map((row) => ({ ...row, label: languageName(row.key, locale) })),
    byLocation: cuts.byLocation.map((row) => named(row, locale)),
    byLine: cuts.byLine,
    links: links.map((link) => ({
      id: link.id,
      url: link.url,
      people: link.unique,
      clicks: link.total,
      bots: link.bots,
    })),
    poll,
    segments: results.reduce((sum, { segments }) => sum + segments, 0),
    runs,
  }
}

const NOTHING: Omit<Analytics, 'runs'> = {
  summary: countsFrom(new Map() satisfies Tally),
  blocked: [],
  funnel: [],
  timeline: [],
  causes: [],
  byGroup: [],
  byLanguage: [],
  byLocation: [],
  byLine: [],
  links: [],
  poll: null,
  segments: 0,
}

function named(row: CutRow, locale: Locale): CutRow {
  return row.label === '' ? { ...row, label: localize(LEDGER_TEXTS.noPlace, locale) } : row
}

function funnelOf(
  summary: BroadcastCounts,
  { hasLinks, asks }: { hasLinks: boolean; asks: boolean },
): { step: RecipientFilter; count: number }[] {
  return [
    { step: 'recipients', count: summary.recipients },
    { step: 'handed_off', count: summary.handedOff },
    { step: 'delivered', count: summary.delivered },
    ...(hasLinks ? [{ step: 'clicked', count: summary.clicked } as const] : []),
    ...(asks ? [{ step: 'answered', count: summary.answered } as const] : []),
    { step: 'replied', count: summary.replied },
  ]
}

/** Adds up the people whose text did not arrive by cause, the most frequent one first. */
function causesOf(results: ResultRow[], locale: Locale): Analytics['causes'] {
  const causes = new Map<string, Analytics['causes'][number]>()
  for (const { count, ...result } of results) {
    const explanation = result.state === 'blocked' ? undefined : explain(result)
    if (!explanation || result.cause === null) continue
    const label = localize(explanation.text, locale)
    const known = causes.get(result.cause) ?? { code: result.cause, label, count: 0, action: explanation.next }
    causes.set(result.cause, { ...known, count: known.count + count })
  }
  return [...causes.values()].toSorted((a, b) => b.count - a.count || a.code.localeCompare(b.code, 'en'))
}

async function pollOf(scope: Scope, run: ResultRun, locale: Locale): Promise<Analytics['poll']> {
  if (!run.flowId || !run.step) return null
  const [step] = (await flowResults(scope.db, run.flowId))?.steps ?? []
  if (!step) return null
  return {
    answers: step.count,
    hidden: step.hidden,
    options: pollOptions(run.step, step, locale),
    average: step.numbers?.mean ?? null,
    texts: step.texts.slice(0, TEXTS_MAX).map(({ text }) => text),
  }
}

type StepResults = NonNullable<Awaited<ReturnType<typeof flowResults>>>['steps'][number]

function pollOptions(step: FlowStep, { options, numbers }: StepResults, locale: Locale) {
  if (step.type !== 'scale')
    return options.map(({ key, count }) => ({ key, label: answerLabel(step, key, locale), count }))
  const { min, max } = scaleOf(step)
  return Array.from({ length: max - min + 1 }, (_, nth) => {
    const value = min + nth
    const count = numbers?.counts.find((counted) => counted.value === value)?.count ?? 0
    return { key: String(value), label: String(value), count }
  })
}
