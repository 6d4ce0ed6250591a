import type { BlockReason } from '@crewline/contract/broadcast-audience'
import type { RecipientFilter } from '@crewline/contract/results'
import type { RecipientListQuery } from '../results-api.ts'

/** The tabs of a broadcast, in their order. */
export const DETAIL_VIEWS = ['overview', 'people', 'replies', 'clicks', 'failed', 'message'] as const
export type DetailView = (typeof DETAIL_VIEWS)[number]

/** The filters of the list of people. */
export const FILTERS = [
  'all',
  'recipients',
  'waiting',
  'handed_off',
  'delivered',
  'not_delivered',
  'unknown',
  'cancelled',
  'suppressed',
  'blocked',
  'not_reached',
  'replied',
  'not_replied',
  'clicked',
  'not_clicked',
  'answered',
  'not_answered',
  'opted_out',
] as const satisfies readonly RecipientFilter[]

/** Conditions on the list of people besides the filter, by their name in the URL. */
const conditions = ['blockReason', 'errorCode', 'option', 'language', 'location', 'lineId', 'groupId'] as const
export type Condition = (typeof conditions)[number]

/** What the page of a broadcast shows. */
export interface DetailUrl {
  tab: DetailView
  runId: string
  filter: RecipientFilter
  search: string
  /** `false` shows who did not click. */
  isClicked: boolean
  linkId: string
  isOnlyWaiting: boolean
  conditions: Partial<Record<Condition, string>>
}

/** Parses the page of a broadcast from its query; unknown values fall back to the defaults. */
export function readDetailUrl(params: URLSearchParams): DetailUrl {
  return {
    tab: DETAIL_VIEWS.find((view) => view === params.get('tab')) ?? 'overview',
    runId: params.get('run') ?? '',
    filter: FILTERS.find((filter) => filter === params.get('filter')) ?? 'all',
    search: params.get('q') ?? '',
    isClicked: params.get('clicked') !== 'no',
    linkId: params.get('link') ?? '',
    isOnlyWaiting: params.get('waiting') === 'yes',
    conditions: Object.fromEntries(
      conditions.flatMap((name) => {
        const value = params.get(name)
        return value ? [[name, value]] : []
      }),
    ),
  }
}

/** Part of what the page shows, as a link sets it. */
export type DetailPart = Partial<Omit<DetailUrl, 'conditions'>> & { conditions?: Partial<Record<Condition, string>> }

/** Builds the query of a view of the page; what is not given has its default, and the run stays. */
export function detailQuery(now: URLSearchParams, part: DetailPart): string {
  const next = new URLSearchParams()
  const set = (name: string, value: string | undefined): void => {
    if (value) next.set(name, value)
  }
  set('tab', part.tab === 'overview' ? '' : part.tab)
  set('run', part.runId ?? now.get('run') ?? '')
  set('filter', part.filter === 'all' ? '' : part.filter)
  set('q', part.search)
  set('clicked', part.isClicked === false ? 'no' : '')
  set('link', part.linkId)
  set('waiting', part.isOnlyWaiting ? 'yes' : '')
  for (const [name, value] of Object.entries(part.conditions ?? {})) set(name, value)
  return `?${next.toString()}`
}

/** Returns the query of the list of people that a URL describes. */
export function recipientQueryOf(
  id: string,
  { runId, filter, search, conditions: found }: DetailUrl,
): RecipientListQuery {
  const { blockReason, ...others } = found
  return {
    id,
    filter,
    search,
    ...(runId && { runId }),
    ...others,
    ...(blockReason && { blockReason: blockReason as BlockReason }),
  }
}
