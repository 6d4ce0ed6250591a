import type { MessageStatus } from '@crewline/contract/events'
import { MESSAGE_EVENTS, nextState } from '@crewline/contract/message-states'
import type { Message, MessageState } from '@crewline/contract/messages'
import { describe, expect, it } from 'vitest'
import { dice, shuffled } from '../../../testing/dice.ts'
import { conversationRow, text } from '../../../testing/people.ts'
import { rowAfter, rowAfterStatus } from './fold.ts'
import { afterStatus, merged, shownState } from './message-fold.ts'

type Item = MessageStatus['items'][number]

const sentAt = '2026-11-21T10:00:00.000Z'
const out = (part: Partial<Message>): Message => text('1', 'a', sentAt, { direction: 'out', ...part })
const itemOf = ({ id, contactId, state, revision, errorCode, reason }: Message): Item => ({
  ...{ messageId: id, contactId, state, revision, errorCode, reason },
})

/** What processes of a version before revisions sent. */
function unordered<T extends { revision: number }>(known: T): T {
  const { revision: _, ...rest } = known
  return rest as T
}

/** Random versions of one text as the server stores them: several tries, changed times, undone and resolved later. */
function history(roll: (sides: number) => number): Message[] {
  const versions = [out({ state: 'held', revision: 1 })]
  for (let step = 0; step < 14; step += 1) {
    const last = versions.at(-1) as Message
    const event = MESSAGE_EVENTS[roll(MESSAGE_EVENTS.length)]
    const state = event ? nextState(last.state, event) : last.state
    const isTimed = state === 'scheduled'
    versions.push({
      ...last,
      ...{ state, revision: last.revision + 1 + roll(1000), errorCode: state === 'failed' ? `code ${step}` : null },
      dueAt: isTimed ? `2026-11-22T10:${10 + step}:00.000Z` : null,
    })
  }
  return versions
}

describe('a message after live events and answers', () => {
  it.each(Array.from({ length: 60 }, (_, at) => at + 1))(
    'is its newest version in every order, with seed %d',
    (seed) => {
      const roll = dice(seed)
      const versions = history(roll)
      const newest = versions.at(-1) as Message
      const arrivals = shuffled(
        versions.flatMap((version) => [{ message: version }, { item: itemOf(version) }, { message: version }]),
        roll,
      )
      let shown = versions[roll(versions.length)] as Message
      for (const arrival of arrivals) {
        const before = shownState(shown)
        shown = arrival.item ? afterStatus(shown, arrival.item) : merged(shown, arrival.message)
        const { revision = 0, state } = shownState(shown)
        expect(revision).toBeGreaterThanOrEqual(before.revision ?? 0)
        expect(state).toBe(versions.find((version) => version.revision === revision)?.state)
        expect(shown.dueAt).toBe(versions.find((version) => version.revision === shown.revision)?.dueAt)
      }
      expect(shown).toEqual(newest)
    },
  )

  it('is a text that is sent again, when the event of its failure comes after the answer', () => {
    const failed = out({ state: 'failed', errorCode: '30003', revision: 5 })
    const again = out({ state: 'scheduled', dueAt: sentAt, revision: 6 })
    expect(merged(merged(failed, again), failed)).toEqual(again)
    expect(afterStatus(merged(failed, again), itemOf(failed))).toEqual(again)
  })

  it('takes the rest of an older change with a state that is known already', () => {
    const changed = out({ state: 'scheduled', dueAt: sentAt, revision: 5 })
    const leaving = itemOf(out({ state: 'submitted', revision: 6 }))
    expect(merged(afterStatus(out({ state: 'scheduled' }), leaving), changed)).toMatchObject({
      ...{ state: 'submitted', dueAt: sentAt },
    })
  })

  it('shows a change that follows a restored backup, whose revisions go on from its time', () => {
    const lost = out({ state: 'delivered', revision: 1_000 })
    const restored = out({ state: 'unknown', revision: 2_000 })
    expect(merged(lost, restored)).toEqual(restored)
  })
})

describe('a message from a process of a version before revisions', () => {
  it('shows what arrived last, and nothing after a text was delivered', () => {
    const sent = unordered(out({ state: 'sent' }))
    const after = (...states: MessageState[]) =>
      states.reduce((message, state) => afterStatus(message, unordered(itemOf(out({ state })))), sent).state
    expect(after('undelivered', 'scheduled')).toBe('scheduled')
    expect(after('delivered', 'sent', 'queued', 'failed')).toBe('delivered')
    const waiting = out({ state: 'scheduled', dueAt: sentAt, revision: 3 })
    expect(merged(sent, waiting)).toEqual(waiting)
    expect(merged(unordered(out({ state: 'delivered' })), waiting).state).toBe('delivered')
  })

  it('keeps the revision that was known, so that what is older stays out', () => {
    const known = out({ state: 'scheduled', revision: 6 })
    const shown = merged(known, unordered(out({ state: 'submitted' })))
    expect(shown).toMatchObject({ state: 'submitted', revision: 6 })
    expect(merged(shown, out({ state: 'failed', revision: 5 }))).toEqual(shown)
  })
})

describe('the last message of a row', () => {
  const failed = out({ state: 'failed', revision: 5 })
  const again = out({ state: 'scheduled', revision: 6 })

  it('waits again when the text is sent again, and does not fail again with the late event of its failure', () => {
    const row = rowAfter(rowAfter(conversationRow('a'), failed), again)
    expect(row.lastMessage?.state).toBe('scheduled')
    expect(rowAfter(row, failed)).toEqual(row)
    expect(rowAfterStatus(row, [itemOf(failed)])).toEqual(row)
  })
})
