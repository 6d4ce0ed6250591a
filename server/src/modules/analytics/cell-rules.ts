import { SMALLEST_CELL } from '@crewline/contract/analytics-limits'
import type { ChildCells } from '@crewline/contract/figures'

/** What was counted in a child, with the number of people behind each count of messages. */
export interface ChildCounts {
  contacts: number
  reachable: number
  sent: number
  delivered: number
  notDelivered: number
  received: number
  optOuts: number
  people: { sent: number; delivered: number; notDelivered: number; received: number }
}

/** Hides every figure that is about a few people, or whose difference from another one would be. */
export function cellsOf({ people, ...counts }: ChildCounts): ChildCells {
  const unreachable = counts.contacts - counts.reachable
  // What was not delivered is nearly what was sent without what was delivered.
  const isOutcomeHidden = isFew(people.delivered) || isFew(people.notDelivered)
  const hideIf = (isHidden: boolean, count: number) => (isHidden ? null : count)
  return {
    contacts: hideIf(isFew(counts.contacts), counts.contacts),
    reachable: hideIf(isFew(counts.reachable) || isFew(unreachable), counts.reachable),
    sent: hideIf(isFew(people.sent), counts.sent),
    delivered: hideIf(isOutcomeHidden, counts.delivered),
    notDelivered: hideIf(isOutcomeHidden, counts.notDelivered),
    received: hideIf(isFew(people.received), counts.received),
    contactsWhoReplied: hideIf(isFew(people.received), people.received),
    optOuts: hideIf(isFew(counts.optOuts), counts.optOuts),
  }
}

/** Adds what is shown; null where nothing is. */
export function totalOf(rows: readonly ChildCells[]): ChildCells {
  const sum = (name: keyof ChildCells) => {
    const shown = rows.flatMap((row) => row[name] ?? [])
    return shown.length === 0 ? null : shown.reduce((total, count) => total + count, 0)
  }
  return {
    contacts: sum('contacts'),
    reachable: sum('reachable'),
    sent: sum('sent'),
    delivered: sum('delivered'),
    notDelivered: sum('notDelivered'),
    received: sum('received'),
    contactsWhoReplied: sum('contactsWhoReplied'),
    optOuts: sum('optOuts'),
  }
}

function isFew(people: number): boolean {
  return people > 0 && people < SMALLEST_CELL
}
