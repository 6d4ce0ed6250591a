import { MessageState, toDisplayStatus } from '@crewline/contract/messages'
import { sql } from 'kysely'
import type { Db } from '../../src/kernel/db/pool.ts'

interface Row {
  day: string
  weekday: number
  hour: number
  direction: 'in' | 'out'
  kind: string
  state: string
  segments: number
  accepted: boolean
  sender: string | null
  contact: string
  location: string
  groups: string[]
  answersFlow: boolean
  writtenMs: number
  wentMs: number
  answerDay: string
}

const NOT_DELIVERED = new Set<string>(
  MessageState.options.filter((state) => toDisplayStatus(state) === 'not_delivered'),
)
const LONGEST_WAIT_MS = 31 * 24 * 3_600_000

/** Counts the messages of some days one by one, without a line of the code that counts for the dashboard. */
export async function recount(
  db: Db,
  { orgId, timeZone, first, last }: { orgId: string; timeZone: string; first: string; last: string },
) {
  const all = (
    await sql<Row>`
      select to_char(m.at at time zone ${timeZone}, 'YYYY-MM-DD') as day, extract(dow from m.at at time zone ${timeZone})::int as weekday,
        extract(hour from m.at at time zone ${timeZone})::int as hour, m.direction, m.kind, m.state, m.segments,
        m.carrier_id is not null as accepted, m.sender_id as sender, m.contact_id as contact, c.location,
        array(select group_id from group_member g where g.org_id = m.org_id and g.contact_id = m.contact_id) as groups,
        m.answers_flow as "answersFlow", extract(epoch from m.at)::float8 * 1000 as "writtenMs",
        extract(epoch from coalesce(m.went_at, m.at))::float8 * 1000 as "wentMs",
        to_char(coalesce(m.went_at, m.at) at time zone ${timeZone}, 'YYYY-MM-DD') as "answerDay"
      from message m join contact c on c.org_id = m.org_id and c.id = m.contact_id
      where m.org_id = ${orgId} and m.direction <> 'internal' order by coalesce(m.sort_id, m.id)`.execute(db)
  ).rows
  const isWithin = (day: string) => day >= first && day <= last
  const rows = all.filter(({ day }) => isWithin(day))
  const answers = answersOf(all).filter(({ row }) => isWithin(row.answerDay))
  const cut = (keysOf: (row: Row) => string[]) => {
    const keys = new Set(rows.flatMap(keysOf))
    return new Map([...keys].map((key) => [key, figuresOf(rows.filter((row) => keysOf(row).includes(key)))]))
  }
  const waitsBy = (keysOf: (row: Row) => string[]) => {
    const keys = new Set(answers.flatMap(({ row }) => keysOf(row)))
    return new Map(
      [...keys].map((key) => [
        key,
        timesOf(answers.filter(({ row }) => keysOf(row).includes(key)).map((one) => one.ms)),
      ]),
    )
  }
  const keys = {
    location: ({ location }: Row) => [location],
    group: ({ groups }: Row) => groups,
    member: ({ sender }: Row) => (sender === null ? [] : [sender]),
  }
  return {
    days: cut(({ day }) => [day]),
    texts: rows.reduce((sum, row) => sum + (row.direction === 'out' && row.accepted ? row.segments : 0), 0),
    hours: new Map(
      [...cut(({ weekday, hour }) => [`${weekday} ${hour}`])].flatMap(([key, { received }]) =>
        received > 0 ? [[key, received] as const] : [],
      ),
    ),
    cuts: { location: cut(keys.location), group: cut(keys.group), member: cut(keys.member) },
    waits: { location: waitsBy(keys.location), group: waitsBy(keys.group), member: waitsBy(keys.member) },
    times: timesOf(answers.map(({ ms }) => ms)),
    people: {
      replied: new Set(rows.flatMap(({ direction, contact }) => (direction === 'in' ? [contact] : []))).size,
      active: new Set(rows.map(({ contact }) => contact)).size,
    },
  }
}

function figuresOf(rows: Row[]) {
  return {
    sent: rows.filter(({ direction, accepted }) => direction === 'out' && accepted).length,
    delivered: rows.filter(({ direction, state }) => direction === 'out' && state === 'delivered').length,
    notDelivered: rows.filter(({ direction, state }) => direction === 'out' && NOT_DELIVERED.has(state)).length,
    received: rows.filter(({ direction }) => direction === 'in').length,
    contactsWhoReplied: new Set(rows.flatMap(({ direction, contact }) => (direction === 'in' ? [contact] : []))).size,
  }
}

function answersOf(rows: Row[]): { row: Row; ms: number }[] {
  const asked = new Map<string, number[]>()
  return rows.flatMap((row) => {
    const waits = asked.get(row.contact) ?? []
    if (row.direction === 'in') {
      if (!row.answersFlow) asked.set(row.contact, [...waits, row.writtenMs])
      return []
    }
    if (row.kind !== 'text' || row.state === 'cancelled' || row.state === 'scheduled') return []
    asked.delete(row.contact)
    const since = waits.find((at) => at >= row.wentMs - LONGEST_WAIT_MS)
    return since === undefined || row.sender === null ? [] : [{ row, ms: Math.max(0, row.wentMs - since) }]
  })
}

function timesOf(waitsMs: number[]) {
  const sorted = waitsMs.toSorted((a, b) => a - b)
  const at = (share: number) => {
    const place = (sorted.length - 1) * share
    const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0]
    return sorted.length === 0 ? null : Math.round((low + (high - low) * (place % 1)) / 6000) / 10
  }
  return { answers: sorted.length, medianMinutes: at(0.5), p90Minutes: at(0.9) }
}
