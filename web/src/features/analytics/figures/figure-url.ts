import type { AnalyticsCut, CountedContacts, CountedMessages } from '@crewline/contract/figures'
import type { Range } from '../dashboard-rules.ts'

const MESSAGES: Record<CountedMessages, true> = {
  sent: true,
  delivered: true,
  not_delivered: true,
  received: true,
  answers: true,
  off_shift_sent: true,
  off_shift_received: true,
}
const CONTACTS: Record<CountedContacts, true> = {
  replied: true,
  opted_out: true,
  waiting_over_day: true,
  people_off_shift: true,
}
const CUTS: Record<AnalyticsCut, true> = { group: true, location: true, department: true, language: true, member: true }

/** What a figure of the dashboard counts: which messages or contacts, on which days, of which row or hour. */
export interface Figure<Kind> {
  kind: Kind
  /** The organization's last 30 days when unset. */
  range?: Range | undefined
  cut?: { by: AnalyticsCut; key: string } | undefined
  hour?: { weekday: number; hour: number } | undefined
}
export type MessageFigure = Figure<CountedMessages>
export type ContactFigure = Figure<CountedContacts>

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text)
const isOf = <Name extends string>(names: Record<Name, true>, text: string | null): text is Name =>
  text !== null && Object.hasOwn(names, text)

/** Returns the path of the list that a figure counts. */
export function figurePath({ kind, range, cut, hour }: Figure<CountedMessages | CountedContacts>): string {
  const params = new URLSearchParams({ kind })
  if (range) {
    params.set('startDate', range.start)
    params.set('endDate', range.end)
  }
  if (cut) {
    params.set('by', cut.by)
    params.set('key', cut.key)
  }
  if (hour) {
    params.set('weekday', String(hour.weekday))
    params.set('hour', String(hour.hour))
  }
  return `/dashboard/analytics/${isOf(MESSAGES, kind) ? 'messages' : 'contacts'}?${params.toString()}`
}

/** Reads a list of messages from the URL; parts that no figure has are ignored. */
export function readMessageFigure(params: URLSearchParams): MessageFigure {
  const kind = params.get('kind')
  return { ...readShared(params), kind: isOf(MESSAGES, kind) ? kind : 'sent' }
}

/** Reads a list of contacts from the URL; parts that no figure has are ignored. */
export function readContactFigure(params: URLSearchParams): ContactFigure {
  const kind = params.get('kind')
  return { ...readShared(params), kind: isOf(CONTACTS, kind) ? kind : 'replied' }
}

function readShared(params: URLSearchParams): Omit<Figure<never>, 'kind'> {
  const [start, end] = [params.get('startDate'), params.get('endDate')]
  const [by, key] = [params.get('by'), params.get('key')]
  const [weekday, hour] = [numberIn(params.get('weekday'), 6), numberIn(params.get('hour'), 23)]
  return {
    ...(isDay(start) && isDay(end) && { range: { start, end } }),
    ...(isOf(CUTS, by) && key !== null && { cut: { by, key } }),
    ...(weekday !== undefined && hour !== undefined && { hour: { weekday, hour } }),
  }
}

function numberIn(text: string | null, most: number): number | undefined {
  return text !== null && /^\d{1,2}$/.test(text) && Number(text) <= most ? Number(text) : undefined
}

/** Returns the query of a figure for the API. */
export function figureQuery<Kind>({ kind, range, cut, hour }: Figure<Kind>) {
  return {
    kind,
    ...(range && { startDate: range.start, endDate: range.end }),
    ...cut,
    ...hour,
  }
}
