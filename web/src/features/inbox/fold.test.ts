import type { IncomingMessage } from '@crewline/contract/events'
import type { Conversation } from '@crewline/contract/inbox'
import type { Message, MessageState } from '@crewline/contract/messages'
import { describe, expect, it } from 'vitest'
import {
  mayFollow,
  messagesAfterStatus,
  placeRow,
  findRow,
  rowAfter,
  rowAfterStatus,
  rowFrom,
  rowUpdated,
  threadWith,
  type ListAsked,
  type ListPage,
  type ThreadPage,
} from './fold.ts'

const pageSize = 3

/** A server that is small enough to be right: it answers as the real one does, from all it knows. */
class Server {
  rows = new Map<string, Conversation>()
  threads = new Map<string, Message[]>()
  now = 0

  fetch({ status }: ListAsked, pageCount: number): ListPage[] {
    const all = [...this.rows.values()]
      .filter((row) =>
        status === 'open'
          ? !row.archived
          : status === 'archived'
            ? row.archived
            : status === 'all' || row.unreadCount > 0,
      )
      .toSorted((a, b) => (b.lastAt + b.id < a.lastAt + a.id ? -1 : 1))
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
    const unreadCount = (before?.unreadCount ?? 0) + 1
    const event = { id: message.id, contactId, contact, body: message.body, at: message.at, message, unreadCount }
    this.rows.set(contactId, before ? rowAfter(before, message, unreadCount) : rowFrom(event))
    return event
  }

  message(contactId: string, direction: 'in' | 'out', state: MessageState): Message {
    this.now += 1
    const id = String(this.now).padStart(6, '0')
    const message: Message = {
      id,
      contactId,
      direction,
      kind: 'text',
      body: `text ${id}`,
      state,
      encoding: 'GSM-7',
      segments: 1,
      from: '',
      to: '',
      sender: null,
      errorCode: null,
      reason: null,
      clientMessageId: null,
      resendOf: null,
      at: new Date(this.now * 1000).toISOString(),
    }
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

const lists: ListAsked[] = (['open', 'unread', 'archived', 'all'] as const).map((status) => ({
  status,
  search: '',
  groupIds: [],
}))

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
      const act = roll(4)
      let next: Conversation | undefined
      if (act === 0 || !known) {
        server.receive(id)
        next = server.rows.get(id)
      } else if (act === 1) {
        next = rowAfter(known, server.message(id, 'out', 'queued'))
      } else if (act === 2) {
        next = rowUpdated(known, { contactId: id, archived: roll(2) === 0, unreadCount: roll(2) * known.unreadCount })
      } else if (known.lastMessage) {
        next = rowAfterStatus(known, [
          { messageId: known.lastMessage.id, contactId: id, state: 'delivered', errorCode: null, reason: null },
        ])
      }
      if (!next) continue
      server.rows.set(id, next)
      for (const cache of caches) cache.pages = placeRow(cache.pages, cache.asked, next) ?? cache.pages
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
    const asked: ListAsked = { status: 'unread', search: '', groupIds: [] }
    const pages = server.fetch(asked, 1)
    const read = { ...(findRow(pages, 'a') as Conversation), unreadCount: 0 }
    expect(placeRow(pages, asked, read, 'a')?.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(['b', 'a'])
    expect(placeRow(pages, asked, read)?.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(['b'])
  })

  it('leaves it to the server whether a new row belongs to a search', () => {
    const server = new Server()
    const event = server.receive('a')
    expect(
      placeRow(
        server.fetch({ status: 'open', search: '', groupIds: [] }, 1),
        { status: 'open', search: 'ana', groupIds: [] },
        rowFrom(event),
      ),
    ).toBeDefined()
    expect(
      placeRow(
        [{ status: 'OK', data: [], page: 1, pageSize, unreadTotal: 0 }],
        { status: 'open', search: 'ana', groupIds: [] },
        rowFrom(event),
      ),
    ).toBeUndefined()
  })
})

describe('the thread after live events', () => {
  function loaded(server: Server, count: number): ThreadPage[] {
    const all = server.threads.get('a') ?? []
    const conversation = server.rows.get('a') as Conversation
    return [
      { status: 'OK', messages: all.slice(count), conversation, hasMore: true },
      { status: 'OK', messages: all.slice(0, count), conversation, hasMore: false },
    ]
  }
  const idsOf = (pages: ThreadPage[]) => pages.toReversed().flatMap(({ messages }) => messages.map(({ id }) => id))

  it('takes each message once, in order, also when events come twice and crossed', () => {
    const server = new Server()
    for (let at = 0; at < 6; at += 1) server.receive('a')
    let pages = loaded(server, 3)
    const late = [
      server.message('a', 'out', 'queued'),
      server.message('a', 'in', 'received'),
      server.message('a', 'out', 'queued'),
    ]
    for (const at of [2, 0, 1, 0, 2]) pages = threadWith(pages, late[at] as Message)
    expect(idsOf(pages)).toEqual((server.threads.get('a') ?? []).map(({ id }) => id))
  })

  it('moves a text forward only', () => {
    const server = new Server()
    server.receive('a')
    const text = server.message('a', 'out', 'sent')
    const told = (state: MessageState) => [{ messageId: text.id, contactId: 'a', state, errorCode: null, reason: null }]
    const after = (...states: MessageState[]) =>
      states.reduce((messages, state) => messagesAfterStatus(messages, told(state)), [text])[0]?.state
    expect(after('delivered')).toBe('delivered')
    expect(after('delivered', 'sent', 'queued', 'failed')).toBe('delivered')
    expect(after('submitted')).toBe('sent')
    expect(threadWith(loaded(server, 1), { ...text, state: 'queued' })[0]?.messages[0]?.state).toBe('sent')
  })

  it('lets a text go back and forth until the carrier has it', () => {
    expect(mayFollow('queued', 'submitting')).toBe(true)
    expect(mayFollow('queued', 'unknown')).toBe(true)
    expect(mayFollow('queued', 'submitted')).toBe(false)
    expect(mayFollow('delivered', 'undelivered')).toBe(true)
    expect(mayFollow('undelivered', 'delivered')).toBe(false)
  })
})
