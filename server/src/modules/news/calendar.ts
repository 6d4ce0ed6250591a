// Events of an issue as files for calendars (RFC 5545).
import type { Block } from '@crewline/contract/blocks'
import { instantOf } from '@crewline/contract/schedule-rules'
import ical from 'ical-generator'

/** An event of an issue that has a title and a time. */
export type CalendarEvent = Extract<Block, { type: 'event' }>

/** An event without an end lasts an hour, in ms. */
const HOUR_MS = 3_600_000

/** Returns the event block with an id, when a calendar can take it. */
export function eventOf(blocks: readonly Block[], id: string): CalendarEvent | undefined {
  const block = blocks.find((candidate) => candidate.id === id)
  return block?.type === 'event' && block.title !== '' && block.startsAt !== '' ? block : undefined
}

/**
 * Writes an event as a calendar file. Its times are in UTC, so that no calendar has to know its zone; `id` stays the same
 * when the issue changes, so that a calendar replaces the event.
 */
export function calendarOf(
  event: CalendarEvent,
  { id, url, organization, stamp }: { id: string; url: string; organization: string; stamp: Date },
): string {
  const start = instantOf(event.startsAt, event.timezone)
  const end = event.endsAt === '' ? new Date(start.getTime() + HOUR_MS) : instantOf(event.endsAt, event.timezone)
  const calendar = ical({ prodId: { company: 'Crewline', product: 'news' }, name: organization })
  calendar.createEvent({
    id,
    stamp,
    start,
    end,
    summary: event.title,
    url,
    ...(event.place !== '' && { location: event.place }),
  })
  return calendar.toString()
}
