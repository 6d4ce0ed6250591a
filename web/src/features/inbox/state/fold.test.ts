import type { IncomingMessage } from '@crewline/contract/events'
import type { Conversation } from '@crewline/contract/inbox'
import type { Message, MessageState } from '@crewline/contract/messages'
import { describe, expect, it } from 'vitest'
import { dice } from '../../../testing/dice.ts'
import { conversationRow, text } from '../../../testing/people.ts'
import {
  findRow,
  placeRow,
  previewOf,
  rowAfter,
  rowAfterStatus,
  rowFrom,
  rowHearing,
  rowRead,
  rowUpdated,
  type ListPage,
} from './fold.ts'
import { leaves, type ConversationFilter } from './list-filter.ts'

const pageSize = 3

const file = (name: string) => ({ kind: 'image', name }) as Message['media'][number]

/** A reference server that recomputes each list from all data, as the real one does. */
class Server {
  rows = new Map<string, Conversation>()
  threads = new Map<string, Message[]>()
  now = 0

  fetch({ status }: ConversationFilter, pageCount: number): ListPage[] {
    const predicates: Partial<Record<ConversationFilter['status'], (row: Conversation) => boolean>> = {
      open: (row) => !row.archived && row.shared.snoozedUntil === null,
      archived: (row) => row.archived,
      unread: (row) => row.unreadCount > 0,
      unanswered: (row) => !row.archived && row.shared.waitingSince !== null && row.shared.snoozedUntil === null,
      mine: (row) => !row.archived && row.shared.assignee?.userId === 'me',
      unassigned: (row) => !row.archived && row.shared.assignee === null,
      snoozed: (row) => !row.archived && row.shared.snoozedUntil !== null,
    }
    const isEarliestFirst = status === 'unanswered' || status === 'snoozed'
    const timeOf: Partial<Record<ConversationFilter['status'], (row: Conversation) => string | null>> = {
      unanswered: (row) => row.shared.waitingSince,
      snoozed: (row) => row.shared.snoozedUntil,
      unread: (row) => row.unreadAt,
    }
    const keyOf = (row: Conversation) => (timeOf[status] ?? (({ lastAt }) => lastAt))(row) + row.id
    const all = [...this.rows.values()]
      .filter(predicates[status] ?? (() => true))
      .toSorted((a, b) => (keyOf(a) < keyOf(b) === isEarliestFirst ? -1 : 1))
    const pages: ListPage[] = []
    for (let at = 0; at < Math.max(1, pageCount); at += 1) {
      const data = all.slice(at * pageSize, (at + 1) * pageSize)
      if (at > 0 && data.length === 0) break
      const next = (at + 1) * pageSize < all.length ? { nextCursor: String(at + 1) } : {}
      pages.push({ status: 'OK', data, page: 1, pageSize, unreadTotal: 0, ...next })
    }
    return pages
  }

  receive(contactId: string): IncomingMessage {
    const message = this.message(contactId, 'in', 'received')
    const contact = { id: contactId, firstname: contactId, lastname: '', phone: '+1' }
    const before = this.rows.get(contactId)
    const event = { id: message.id, contactId, contact, body: message.body, at: message.at, message }
    this.rows.set(contactId, before ? rowHearing(before, message) : rowFrom(event))
    return event
  }

  message(contactId: string, direction: 'in' | 'out', state: MessageState): Message {
    this.now += 1
    const id = String(this.now).padStart(6, '0')
    const message = text(id, contactId, new Date(this.now * 1000).toISOString(), { direction, state })
    this.threads.set(contactId, [...(this.threads.get(contactId) ?? []), message])
    return message
  }
}

const looking = { me: 'me', now: '2026-01-01T00:00:00.000Z' }
const asking = (status: ConversationFilter['status'], search = ''): ConversationFilter => ({
  status,
  search,
  groupIds: [],
  tagIds: [],
})
const lists = (['open', 'unread', 'archived', 'all', 'unanswered', 'mine', 'unassigned', 'snoozed'] as const).map(
  (status) => asking(status),
)

/** Returns the rows that a page with these pages loaded shows, down to the end of its loaded part. */
function visibleRows(pages: ListPage[]): string[] {
  return pages.flatMap(({ data }) =>
    data.map(
      (row) =>
        `${row.id} ${row.unreadCount} ${row.archived} ${row.lastMessage?.preview ?? ''} ${row.lastMessage?.state ?? ''}`,
    ),
  )
}

describe('the list after live events', () => {
  it.each(Array.from({ length: 25 }, (_, seed) => seed + 1))('equals a fresh fetch, with seed %d', (seed) => {
    const roll = dice(seed)
    const server = new Server()
    for (let at = 0; at < 8; at += 1) server.receive(`c${at}`)
    const caches = lists.map((filter) => ({ asked: filter, pages: server.fetch(filter, 1 + roll(3)) }))

    for (let step = 0; step < 60; step += 1) {
      const id = `c${roll(9)}`
      const current = server.rows.get(id)
      const action = roll(6)
      let next: Conversation | undefined
      if (action === 0 || !current) {
        server.receive(id)
        next = server.rows.get(id)
      } else if (action === 1) {
        next = rowAfter(current, server.message(id, 'out', 'queued'))
      } else if (action === 2) {
        const counts = roll(2) === 0 ? { unreadCount: 0, unreadAt: null } : current
        const { unreadCount, unreadAt } = counts
        next = rowRead(current, {
          ...{ contactId: id, unreadCount, unreadAt, muted: roll(2) === 0 },
          lastSortKey: current.lastMessage?.sortKey ?? null,
        })
      } else if (action === 3) {
        const assignee = roll(2) === 0 ? null : { userId: roll(2) === 0 ? 'me' : 'sam', firstname: '', lastname: '' }
        const snoozedUntil = roll(3) === 0 ? `2026-02-0${1 + roll(4)}T00:00:00.000Z` : null
        const shared = { ...current.shared, assignee, snoozedUntil }
        next = rowUpdated(current, { contactId: id, archived: roll(2) === 0, shared })
      } else if (current.lastMessage) {
        next = rowAfterStatus(current, [
          {
            ...{ messageId: current.lastMessage.id, contactId: id, state: 'delivered', errorCode: null, reason: null },
            revision: step + 1,
          },
        ])
      }
      if (!next) continue
      server.rows.set(id, next)
      for (const cache of caches) cache.pages = placeRow(cache.pages, cache.asked, next, looking) ?? cache.pages
    }

    for (const { asked, pages } of caches) {
      const refetched = server.fetch(asked, 99)
      const mine = visibleRows(pages)
      // Rows that entered or left may have changed the size of the loaded part; it must equal the start of the fresh
      // list.
      expect(mine).toEqual(visibleRows(refetched).slice(0, mine.length))
      if (pages.at(-1)?.nextCursor === undefined) expect(mine).toHaveLength(visibleRows(refetched).length)
    }
  })

  it('keeps the row of the open conversation and removes it afterwards', () => {
    const server = new Server()
    server.receive('a')
    server.receive('b')
    const filter = asking('unread')
    const pages = server.fetch(filter, 1)
    const read = { ...(findRow(pages, 'a') as Conversation), unreadCount: 0 }
    expect(placeRow(pages, filter, read, { keepId: 'a' })?.flatMap(({ data }) => data.map(({ id }) => id))).toEqual([
      'b',
      'a',
    ])
    expect(placeRow(pages, filter, read)?.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(['b'])
  })

  it('leaves it to the server whether a new row matches a search', () => {
    const server = new Server()
    const event = server.receive('a')
    const row = rowFrom(event)
    expect(placeRow(server.fetch(asking('open'), 1), asking('open', 'ana'), row)).toBeDefined()
    const none = [{ status: 'OK' as const, data: [], page: 1, pageSize, unreadTotal: 0 }]
    expect(placeRow(none, asking('open', 'ana'), row)).toBeUndefined()
    expect(placeRow(none, { ...asking('open'), tagIds: ['t'] }, row)).toBeUndefined()
    expect(placeRow(none, asking('new'), row)).toBeUndefined()
  })
})

describe('a conversation', () => {
  const at = (second: number) => `2026-11-21T10:00:0${second}.000Z`
  const rowAfterTexts = (...ids: string[]) =>
    ids.reduce((row, id) => rowHearing(row, text(id, 'maria', at(Number(id)))), conversationRow('maria'))

  it('counts each message of the contact once, even when it arrives again', () => {
    expect(rowAfterTexts('1', '2', '2', '2').unreadCount).toBe(2)
    expect(rowAfterTexts('1', '2', '1').unreadCount).toBe(2)
  })

  it('replaces its count with the one of the server', () => {
    const read = rowRead(rowAfterTexts('1', '2'), {
      contactId: 'maria',
      unreadCount: 0,
      unreadAt: null,
      muted: true,
      lastSortKey: '2',
    })
    expect(read).toMatchObject({ unreadCount: 0, muted: true })
    expect(rowHearing(read, text('2', 'maria', at(2))).unreadCount).toBe(0)
    expect(rowHearing(read, text('3', 'maria', at(3))).unreadCount).toBe(1)
  })

  it('waits from the first message until a member answers', () => {
    const waiting = rowAfterTexts('1', '2')
    expect(waiting.shared.waitingSince).toBe(at(1))
    const auto = rowAfter(waiting, text('3', 'maria', at(3), { direction: 'out', kind: 'auto_reply', state: 'queued' }))
    expect(auto.shared.waitingSince).toBe(at(1))
    const answer = text('4', 'maria', at(4), { direction: 'out', state: 'queued' })
    expect(rowAfter(auto, answer).shared.waitingSince).toBeNull()
  })

  it('wakes and reopens when the contact writes', () => {
    const asleep = conversationRow('maria', { archived: true })
    asleep.shared = { ...asleep.shared, snoozedUntil: '2027-01-01T00:00:00.000Z' }
    const reopened = rowHearing(asleep, text('1', 'maria', at(1)))
    expect(reopened).toMatchObject({ archived: false, shared: { snoozedUntil: null } })
  })

  it('moves up when a message that precedes its last message is stored later', () => {
    const row = rowAfterTexts('1', '3')
    const late = text('2', 'maria', at(4), { direction: 'out', state: 'queued' })
    const moved = rowAfter(row, late)
    expect(moved).toMatchObject({ lastAt: at(4), lastMessage: { id: '3' } })
    expect(rowAfter(moved, late)).toBe(moved)
    expect(rowAfter(moved, text('1', 'maria', at(1)))).toBe(moved)
  })

  it('does not move for notes, events and scheduled messages', () => {
    const row = rowAfterTexts('1')
    expect(rowAfter(row, text('2', 'maria', at(2), { direction: 'internal', kind: 'note', state: 'noted' }))).toBe(row)
    expect(rowAfter(row, text('2', 'maria', at(2), { direction: 'out', state: 'scheduled' }))).toBe(row)
    expect(rowAfter(row, text('2', 'maria', at(2), { direction: 'out', state: 'cancelled' }))).toBe(row)
  })

  it('shows the translation of what the contact wrote', () => {
    const translation = { text: 'Can I swap?', from: 'es', to: 'en', provider: 'x' }
    const translated = text('1', 'maria', at(1), { body: '¿Puedo cambiar?', translation })
    expect(rowHearing(conversationRow('maria'), translated).lastMessage?.preview).toBe('Can I swap?')
    const failed = { ...translated, translation: { ...translation, failed: true } }
    expect(rowHearing(conversationRow('maria'), failed).lastMessage?.preview).toBe('¿Puedo cambiar?')
  })

  it('shows a photo and a voicemail without text, also when they arrive again', () => {
    const row = conversationRow('a')
    const photo = text('m2', 'a', '2026-01-01T10:00:02Z', { body: '', media: [file('dock.jpg')] })
    const updated = rowAfter(rowHearing(row, photo), { ...photo, reactions: [] })
    expect(updated.lastMessage?.preview).toBe('📷 dock.jpg')
    const voicemail = { durationSec: 62 } as Message['voicemail']
    const call = text('m3', 'a', '2026-01-01T10:00:03Z', { kind: 'voicemail', body: '', voicemail })
    expect(rowAfter(updated, call).lastMessage?.preview).toBe('Voicemail 1:02')
  })
  it('shows its last message on one line', () => expect(previewOf('  one\n two ')).toBe('one two'))
})

describe('leaving a list', () => {
  const now = '2026-03-04T10:00:00.000Z'
  const row = conversationRow('ana')
  const asleep = { ...row, shared: { ...row.shared, snoozedUntil: '2026-03-05T08:00:00.000Z' } }

  it('removes a snoozed conversation from the open list and from no other', () => {
    expect(leaves(asleep, { status: 'open' }, 'me', now)).toBe(true)
    expect(leaves(row, { status: 'open' }, 'me', now)).toBe(false)
    expect(leaves(asleep, { status: 'all' }, 'me', now)).toBe(false)
    expect(leaves(asleep, { status: 'snoozed' }, 'me', now)).toBe(false)
  })

  it('removes an unsnoozed conversation from the snoozed list', () => {
    expect(leaves(row, { status: 'snoozed' }, 'me', now)).toBe(true)
  })

  it('does not decide for a list that only the server can decide', () => {
    expect(leaves(asleep, { status: 'new' }, 'me', now)).toBe(false)
  })

  it('removes a reply to a broadcast from its queue once it is answered, and from lists that hide replies', () => {
    const reply = { ...row, shared: { ...row.shared, waitingSince: now, repliesTo: 'run' } }
    expect(leaves(reply, { status: 'open', repliesTo: 'run' }, 'me', now)).toBe(false)
    expect(leaves(reply, { status: 'open', repliesTo: 'none' }, 'me', now)).toBe(true)
    expect(leaves(row, { status: 'open', repliesTo: 'run' }, 'me', now)).toBe(true)
    expect(leaves(row, { status: 'open', repliesTo: 'any' }, 'me', now)).toBe(true)
    // Only the server knows the dates of a broadcast, but an answered reply is to none.
    expect(leaves(reply, { status: 'open', repliesTo: 'broadcast:b' }, 'me', now)).toBe(false)
    expect(leaves(row, { status: 'open', repliesTo: 'broadcast:b' }, 'me', now)).toBe(true)
  })
})

describe('a reply to a broadcast', () => {
  const now = '2026-03-04T10:00:00.000Z'
  const inbound = (id: string, batchId: string | null) => text(id, 'ana', now, { batchId })
  const pageOf = (...data: Conversation[]): ListPage[] => [{ status: 'OK', data, page: 1, pageSize, unreadTotal: 0 }]
  const queue = { ...asking('unanswered'), repliesTo: 'run' }

  it('enters the queue of its broadcast and no list that hides replies', () => {
    const row = rowHearing(conversationRow('ana'), inbound('m1', 'run'))
    expect(row.shared.repliesTo).toBe('run')
    expect(placeRow(pageOf(), queue, row)?.[0]?.data).toEqual([row])
    expect(placeRow(pageOf(), { ...queue, repliesTo: 'any' }, row)?.[0]?.data).toEqual([row])
    expect(placeRow(pageOf(), { ...queue, repliesTo: 'other' }, row)?.[0]?.data).toEqual([])
    expect(placeRow(pageOf(row), { ...queue, repliesTo: 'none' }, row)?.[0]?.data).toEqual([])
  })

  it('leaves the queue when a member answers or the contact asks something else', () => {
    const row = rowHearing(conversationRow('ana'), inbound('m1', 'run'))
    const answer = text('m2', 'ana', now, { direction: 'out', kind: 'text', state: 'sent' })
    expect(rowAfter(row, answer).shared).toMatchObject({ waitingSince: null, repliesTo: null })
    expect(rowAfter(row, { ...answer, kind: 'broadcast' }).shared.repliesTo).toBe('run')
    const asked = rowHearing(row, inbound('m2', null))
    expect(asked.shared.repliesTo).toBeNull()
    expect(rowHearing(asked, inbound('m3', 'run')).shared.repliesTo).toBeNull()
  })
})
