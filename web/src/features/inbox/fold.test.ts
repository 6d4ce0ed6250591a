import type { IncomingMessage } from '@crewline/contract/events'
import type { Conversation } from '@crewline/contract/inbox'
import type { Message, MessageState } from '@crewline/contract/messages'
import { describe, expect, it } from 'vitest'
import { conversationRow, text } from '../../testing/people.ts'
import {
  findRow,
  leaves,
  placeRow,
  previewOf,
  rowAfter,
  rowAfterStatus,
  rowFrom,
  rowHearing,
  rowRead,
  rowUpdated,
  type ListAsked,
  type ListPage,
} from './fold.ts'

const pageSize = 3

const file = (name: string) => ({ kind: 'image', name }) as Message['media'][number]

/** A server that is small enough to be right: it answers as the real one does, from all it knows. */
class Server {
  rows = new Map<string, Conversation>()
  threads = new Map<string, Message[]>()
  now = 0

  fetch({ status }: ListAsked, pageCount: number): ListPage[] {
    const wanted: Partial<Record<ListAsked['status'], (row: Conversation) => boolean>> = {
      open: (row) => !row.archived && row.shared.snoozedUntil === null,
      archived: (row) => row.archived,
      unread: (row) => row.unreadCount > 0,
      unanswered: (row) => !row.archived && row.shared.waitingSince !== null && row.shared.snoozedUntil === null,
      mine: (row) => !row.archived && row.shared.assignee?.userId === 'me',
      unassigned: (row) => !row.archived && row.shared.assignee === null,
      snoozed: (row) => !row.archived && row.shared.snoozedUntil !== null,
    }
    const isEarliestFirst = status === 'unanswered' || status === 'snoozed'
    const timeOf: Partial<Record<ListAsked['status'], (row: Conversation) => string | null>> = {
      unanswered: (row) => row.shared.waitingSince,
      snoozed: (row) => row.shared.snoozedUntil,
      unread: (row) => row.unreadAt,
    }
    const keyOf = (row: Conversation) => (timeOf[status] ?? (({ lastAt }) => lastAt))(row) + row.id
    const all = [...this.rows.values()]
      .filter(wanted[status] ?? (() => true))
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

// A small generator with a seed, so that a failure can be played again.
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const looking = { me: 'me', now: '2026-01-01T00:00:00.000Z' }
const asking = (status: ListAsked['status'], search = ''): ListAsked => ({ status, search, groupIds: [], tagIds: [] })
const lists = (['open', 'unread', 'archived', 'all', 'unanswered', 'mine', 'unassigned', 'snoozed'] as const).map(
  (status) => asking(status),
)

/** What a page that loaded some pages shows: all rows down to where its loaded part ends. */
function shown(pages: ListPage[]): string[] {
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
    const caches = lists.map((asked) => ({ asked, pages: server.fetch(asked, 1 + roll(3)) }))

    for (let step = 0; step < 60; step += 1) {
      const id = `c${roll(9)}`
      const known = server.rows.get(id)
      const act = roll(6)
      let next: Conversation | undefined
      if (act === 0 || !known) {
        server.receive(id)
        next = server.rows.get(id)
      } else if (act === 1) {
        next = rowAfter(known, server.message(id, 'out', 'queued'))
      } else if (act === 2) {
        const left = roll(2) === 0 ? { unreadCount: 0, unreadAt: null } : known
        const { unreadCount, unreadAt } = left
        next = rowRead(known, { contactId: id, unreadCount, unreadAt, muted: roll(2) === 0 })
      } else if (act === 3) {
        const assignee = roll(2) === 0 ? null : { userId: roll(2) === 0 ? 'me' : 'sam', firstname: '', lastname: '' }
        const snoozedUntil = roll(3) === 0 ? `2026-02-0${1 + roll(4)}T00:00:00.000Z` : null
        const shared = { ...known.shared, assignee, snoozedUntil }
        next = rowUpdated(known, { contactId: id, archived: roll(2) === 0, shared })
      } else if (known.lastMessage) {
        next = rowAfterStatus(known, [
          { messageId: known.lastMessage.id, contactId: id, state: 'delivered', errorCode: null, reason: null },
        ])
      }
      if (!next) continue
      server.rows.set(id, next)
      for (const cache of caches) cache.pages = placeRow(cache.pages, cache.asked, next, looking) ?? cache.pages
    }

    for (const { asked, pages } of caches) {
      const fresh = server.fetch(asked, 99)
      const mine = shown(pages)
      // The loaded part may have grown or shrunk by what entered and left; what it shows is the beginning of the truth.
      expect(mine).toEqual(shown(fresh).slice(0, mine.length))
      if (pages.at(-1)?.nextCursor === undefined) expect(mine).toHaveLength(shown(fresh).length)
    }
  })

  it('keeps the row somebody looks at, and lets it go afterwards', () => {
    const server = new Server()
    server.receive('a')
    server.receive('b')
    const asked = asking('unread')
    const pages = server.fetch(asked, 1)
    const read = { ...(findRow(pages, 'a') as Conversation), unreadCount: 0 }
    expect(placeRow(pages, asked, read, { keepId: 'a' })?.flatMap(({ data }) => data.map(({ id }) => id))).toEqual([
      'b',
      'a',
    ])
    expect(placeRow(pages, asked, read)?.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(['b'])
  })

  it('leaves it to the server whether a new row belongs to a search', () => {
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
  const hears = (...ids: string[]) =>
    ids.reduce((row, id) => rowHearing(row, text(id, 'maria', at(Number(id)))), conversationRow('maria'))

  it('counts each message of the worker once, however often it is told', () => {
    expect(hears('1', '2', '2', '2').unreadCount).toBe(2)
    expect(hears('1', '2', '1').unreadCount).toBe(2)
  })

  it('takes the number of the server for what it counted', () => {
    const read = rowRead(hears('1', '2'), { contactId: 'maria', unreadCount: 0, unreadAt: null, muted: true })
    expect(read).toMatchObject({ unreadCount: 0, muted: true })
    expect(rowHearing(read, text('2', 'maria', at(2))).unreadCount).toBe(0)
    expect(rowHearing(read, text('3', 'maria', at(3))).unreadCount).toBe(1)
  })

  it('waits from the first message until a person answers', () => {
    const waiting = hears('1', '2')
    expect(waiting.shared.waitingSince).toBe(at(1))
    const auto = rowAfter(waiting, text('3', 'maria', at(3), { direction: 'out', kind: 'auto_reply', state: 'queued' }))
    expect(auto.shared.waitingSince).toBe(at(1))
    const answer = text('4', 'maria', at(4), { direction: 'out', state: 'queued' })
    expect(rowAfter(auto, answer).shared.waitingSince).toBeNull()
  })

  it('wakes and opens when the worker writes', () => {
    const asleep = conversationRow('maria', { archived: true })
    asleep.shared = { ...asleep.shared, snoozedUntil: '2027-01-01T00:00:00.000Z' }
    const woken = rowHearing(asleep, text('1', 'maria', at(1)))
    expect(woken).toMatchObject({ archived: false, shared: { snoozedUntil: null } })
  })

  it('moves up when what stands before its last words is stored after them', () => {
    const row = hears('1', '3')
    const late = text('2', 'maria', at(4), { direction: 'out', state: 'queued' })
    const moved = rowAfter(row, late)
    expect(moved).toMatchObject({ lastAt: at(4), lastMessage: { id: '3' } })
    expect(rowAfter(moved, late)).toBe(moved)
    expect(rowAfter(moved, text('1', 'maria', at(1)))).toBe(moved)
  })

  it('is not moved by notes, events and texts that wait for their time', () => {
    const row = hears('1')
    expect(rowAfter(row, text('2', 'maria', at(2), { direction: 'within', kind: 'note', state: 'noted' }))).toBe(row)
    expect(rowAfter(row, text('2', 'maria', at(2), { direction: 'out', state: 'scheduled' }))).toBe(row)
    expect(rowAfter(row, text('2', 'maria', at(2), { direction: 'out', state: 'cancelled' }))).toBe(row)
  })

  it('shows the translation of what the worker wrote', () => {
    const translation = { text: 'Can I swap?', from: 'es', to: 'en', provider: 'x' }
    const told = text('1', 'maria', at(1), { body: '¿Puedo cambiar?', translation })
    expect(rowHearing(conversationRow('maria'), told).lastMessage?.preview).toBe('Can I swap?')
    const failed = { ...told, translation: { ...translation, failed: true } }
    expect(rowHearing(conversationRow('maria'), failed).lastMessage?.preview).toBe('¿Puedo cambiar?')
  })

  it('shows a photo and a voicemail that come without words, also when they are told again', () => {
    const row = conversationRow('a')
    const photo = text('m2', 'a', '2026-01-01T10:00:02Z', { body: '', media: [file('dock.jpg')] })
    const told = rowAfter(rowHearing(row, photo), { ...photo, reactions: [] })
    expect(told.lastMessage?.preview).toBe('📷 dock.jpg')
    const voicemail = { durationSec: 62 } as Message['voicemail']
    const call = text('m3', 'a', '2026-01-01T10:00:03Z', { kind: 'voicemail', body: '', voicemail })
    expect(rowAfter(told, call).lastMessage?.preview).toBe('Voicemail 1:02')
  })
  it('shows its last words on one line', () => expect(previewOf('  one\n two ')).toBe('one two'))
})

describe('leaving a list', () => {
  const now = '2026-03-04T10:00:00.000Z'
  const row = conversationRow('ana')
  const asleep = { ...row, shared: { ...row.shared, snoozedUntil: '2026-03-05T08:00:00.000Z' } }

  it('takes what is snoozed off the lists of what is to be done, and off no other', () => {
    expect(leaves(asleep, 'open', 'me', now)).toBe(true)
    expect(leaves(row, 'open', 'me', now)).toBe(false)
    expect(leaves(asleep, 'all', 'me', now)).toBe(false)
    expect(leaves(asleep, 'snoozed', 'me', now)).toBe(false)
  })

  it('takes what is shown again off the list of what is snoozed', () => {
    expect(leaves(row, 'snoozed', 'me', now)).toBe(true)
  })

  it('leaves it to the server where only the server can tell', () => {
    expect(leaves(asleep, 'new', 'me', now)).toBe(false)
  })
})
