import type { Message } from '@crewline/contract/messages'
import { describe, expect, it } from 'vitest'
import { text } from '../../../testing/people.ts'
import { bubblesOf, firstUnread, threadRows, type ThreadRow } from './thread-rows.ts'

const dayOf = (at: string) => at.slice(0, 10)

function message(id: string, at: string, part: Partial<Message> = {}): Message {
  const sender = { userId: 'me', firstname: 'Jo', lastname: 'Ray' }
  return text(id, 'c', at, { direction: 'out', body: id, state: 'sent', sender, ...part })
}

function drawn(rows: ThreadRow[]): string[] {
  return rows.map((row) =>
    row.kind === 'bubble' ? `${row.startsGroup ? '[' : ' '}${row.bubble.body}${row.endsGroup ? ']' : ' '}` : row.kind,
  )
}

const rowsOf = (messages: Message[], firstNewId?: string) =>
  drawn(threadRows({ bubbles: bubblesOf(messages, []), dayOf, me: 'me', firstNewId }))

describe('a bubble', () => {
  it('stays the same object while its message does, and changes when the message was resent', () => {
    const [first, second] = [message('a', '2026-01-01T09:00:00Z'), message('b', '2026-01-01T09:01:00Z')]
    const before = bubblesOf([first], [])
    expect(bubblesOf([first, second], [])[0]).toBe(before[0])
    const resent = message('c', '2026-01-01T09:02:00Z', { resendOf: 'a' })
    expect(bubblesOf([first, resent], [])[0]).toMatchObject({ key: before[0]?.key, isRepeated: true })
    expect(bubblesOf([{ ...first, state: 'delivered' }], [])[0]).not.toBe(before[0])
  })
})

describe('the rows of a thread', () => {
  it('group messages of one side within two minutes', () => {
    const rows = rowsOf([
      message('a', '2026-01-01T09:00:00Z'),
      message('b', '2026-01-01T09:01:30Z'),
      message('c', '2026-01-01T09:04:00Z'),
      message('d', '2026-01-01T09:04:10Z', { direction: 'in', sender: null }),
    ])
    expect(rows).toEqual(['day', '[a ', ' b]', '[c]', '[d]'])
  })

  it('name a broadcast with its message and with the first of several replies', () => {
    const reply = (id: string, at: string, batchId: string | null) =>
      message(id, at, { direction: 'in', sender: null, batchId })
    const bubbles = bubblesOf(
      [
        message('a', '2026-01-01T09:00:00Z', { kind: 'broadcast', batchId: 'run' }),
        reply('b', '2026-01-01T09:05:00Z', 'run'),
        reply('c', '2026-01-01T09:06:00Z', 'run'),
        reply('d', '2026-01-01T09:07:00Z', null),
      ],
      [],
    )
    const named = threadRows({ bubbles, dayOf }).flatMap((row) => (row.kind === 'bubble' ? [row.batchId] : []))
    expect(named).toEqual(['run', 'run', undefined, undefined])
  })

  it('separate two teammates and automatic replies', () => {
    const rows = rowsOf([
      message('a', '2026-01-01T09:00:00Z'),
      message('b', '2026-01-01T09:00:10Z', { sender: { userId: 'sam', firstname: 'Sam', lastname: '' } }),
      message('c', '2026-01-01T09:00:20Z', { sender: null, kind: 'auto_reply' }),
    ])
    expect(rows).toEqual(['day', '[a]', '[b]', '[c]'])
  })

  it('include a day line before each day and never group over midnight', () => {
    expect(rowsOf([message('a', '2026-01-01T23:59:50Z'), message('b', '2026-01-02T00:00:10Z')])).toEqual([
      'day',
      '[a]',
      'day',
      '[b]',
    ])
  })

  it('break the group at the first unread message', () => {
    const from = { direction: 'in', sender: null } as const
    const rows = rowsOf(
      [
        message('a', '2026-01-01T09:00:00Z', from),
        message('b', '2026-01-01T09:00:10Z', from),
        message('c', '2026-01-01T09:00:20Z', from),
      ],
      'b',
    )
    expect(rows).toEqual(['day', '[a]', 'new', '[b ', ' c]'])
  })

  it('show a message once while both the pending one and the stored one exist under the same key', () => {
    const pending = {
      clientMessageId: 'k',
      contactId: 'c',
      body: 'Hi',
      at: '2026-01-01T09:00:00Z',
      state: 'sending' as const,
      tries: 0,
    }
    const before = bubblesOf([], [pending])
    const both = bubblesOf([message('m', '2026-01-01T09:00:01Z', { clientMessageId: 'k' })], [pending])
    expect(before.map(({ key }) => key)).toEqual(['k'])
    expect(both.map(({ key, pending: open }) => [key, open])).toEqual([['k', undefined]])
  })

  it('add an own pending message to the own group', () => {
    const pending = {
      clientMessageId: 'k',
      contactId: 'c',
      body: 'Hi',
      at: '2026-01-01T09:00:30Z',
      state: 'sending' as const,
      tries: 0,
    }
    expect(
      drawn(threadRows({ bubbles: bubblesOf([message('a', '2026-01-01T09:00:00Z')], [pending]), dayOf, me: 'me' })),
    ).toEqual(['day', '[a ', ' Hi]'])
  })

  it('leave notes and voicemails ungrouped', () => {
    expect(
      rowsOf([
        message('a', '2026-01-01T09:00:00Z', { direction: 'internal', kind: 'note', state: 'noted' }),
        message('b', '2026-01-01T09:00:10Z', { direction: 'internal', kind: 'note', state: 'noted' }),
        message('c', '2026-01-01T09:00:20Z'),
      ]),
    ).toEqual(['day', '[a]', '[b]', '[c]'])
  })

  it('omit an undone message and show a line for a canceled scheduled one', () => {
    expect(
      rowsOf([
        message('a', '2026-01-01T09:00:00Z', { state: 'cancelled' }),
        message('b', '2026-01-01T09:00:10Z', { state: 'cancelled', dueZone: 'America/Chicago' }),
      ]),
    ).toEqual(['day', '[b]'])
  })

  it('show a pending message as the contact will read it', () => {
    const pending = {
      clientMessageId: 'k',
      contactId: 'c',
      body: 'Hi {first_name}',
      shown: 'Hi Maria',
      at: '2026-01-01T09:00:00Z',
      state: 'sending' as const,
      tries: 0,
    }
    expect(bubblesOf([], [pending]).map(({ body }) => body)).toEqual(['Hi Maria'])
  })

  it('mark a message that was resent', () => {
    const bubbles = bubblesOf(
      [
        message('a', '2026-01-01T09:00:00Z', { state: 'failed' }),
        message('b', '2026-01-01T09:10:00Z', { resendOf: 'a' }),
      ],
      [],
    )
    expect(bubbles.map(({ isRepeated }) => isRepeated)).toEqual([true, false])
  })
})

describe('the first unread message', () => {
  const thread = [
    message('1', '2026-01-01T09:00:00Z', { direction: 'in' }),
    message('2', '2026-01-01T09:01:00Z'),
    message('3', '2026-01-01T09:02:00Z', { direction: 'in' }),
    message('4', '2026-01-01T09:03:00Z', { direction: 'in' }),
  ]
  it.each([
    [0, undefined],
    [1, '4'],
    [2, '3'],
    [3, '1'],
    [9, '1'],
  ])('of %d unread is %s', (unread, id) => {
    expect(firstUnread(thread, unread)).toBe(id)
  })
})
