import type { BroadcastListQuery } from '../api.ts'

/** The tabs of the list, in their order. */
export const BROADCAST_VIEWS = ['all', 'drafts', 'scheduled', 'sending', 'sent', 'archived'] as const
export type BroadcastView = (typeof BROADCAST_VIEWS)[number]

/** What the list shows: a tab and a search. */
export interface BroadcastsUrl extends BroadcastListQuery {
  status: BroadcastView
}

/** Parses the list of broadcasts from a URL; an unknown status shows all of them. */
export function readBroadcastsUrl(params: URLSearchParams): BroadcastsUrl {
  return {
    status: BROADCAST_VIEWS.find((view) => view === params.get('status')) ?? 'all',
    searchText: params.get('searchText') ?? '',
  }
}

/** Changes part of the URL parameters; default values are omitted. */
export function writeBroadcastsUrl(now: URLSearchParams, part: Partial<BroadcastsUrl>): URLSearchParams {
  const next = new URLSearchParams(now)
  const { status, searchText } = { ...readBroadcastsUrl(now), ...part }
  if (status === 'all') next.delete('status')
  else next.set('status', status)
  if (searchText === '') next.delete('searchText')
  else next.set('searchText', searchText)
  return next
}
