import { FlowStep } from '@crewline/contract/flows'
import { describe, expect, test } from 'vitest'
import { advance, type Dialog, type FlowText } from './advance.ts'

const NOW = new Date('2026-03-04T15:00:00Z')
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)
const hours = (count: number) => minutes(count * 60)
const makeStep = (id: string, type: FlowStep['type'] = 'yes_no') =>
  FlowStep.parse({ id, type, prompt: { en: `Question ${id}?` } })

function makeDialog(session: Partial<Dialog['session']> = {}, flow: Partial<Dialog['flow']> = {}): Dialog {
  return {
    session: {
      ...{ id: 's1', flowId: 'f1', contactId: 'c1', phone: '+14155550100', language: 'en', stepId: 'a', state: 'open' },
      ...{ misses: 0, needsPrompt: false, pausedUntil: null, expiresAt: hours(20), startedAt: hours(-1) },
      ...{ promptedAt: hours(-1), answeredAt: null, trail: '' },
      ...session,
    },
    zone: 'America/Los_Angeles',
    flow: {
      ...{ id: 'f1', steps: [makeStep('a'), makeStep('b')], texts: {}, isAnonymous: false, allowChange: true },
      ...{ ownerKind: 'broadcast', ownerId: 'b1', ownerVersion: null },
      ...{ closesAt: null, closedAt: null, createdAt: hours(-1) },
      ...flow,
    },
  }
}
const text = (body: string, more: Partial<FlowText> = {}): FlowText => ({ body, at: NOW, canReply: true, ...more })

describe('an answer', () => {
  test('is stored, and the next question is sent at once', () => {
    const outcome = advance([makeDialog()], text('yes'))
    expect(outcome).toMatchObject({ isConsumed: true, isSecret: false, given: { stepId: 'a', answer: { key: '1' } } })
    expect(outcome.reply).toBe('Question b?\nReply 1 for Yes, 2 for No.')
    expect(outcome.changed).toMatchObject([{ stepId: 'b', state: 'open', needsPrompt: false, promptedAt: NOW }])
  })

  test('that arrives late counts without a reply, and the next text gets the next question', () => {
    const late = advance([makeDialog()], text('yes', { canReply: false }))
    expect(late.reply).toBeUndefined()
    expect(late).toMatchObject({ given: { stepId: 'a' }, changed: [{ stepId: 'b', needsPrompt: true }] })
    const [session] = late.changed
    const after = advance([makeDialog(session)], text('no', { at: minutes(9) }))
    expect(after.given).toBeUndefined()
    expect(after).toMatchObject({ isConsumed: false, reply: 'Question b?\nReply 1 for Yes, 2 for No.' })
  })

  test('that was texted before the question is not one', () => {
    expect(advance([makeDialog({ promptedAt: NOW })], text('yes', { at: minutes(-5) })).given).toBeUndefined()
    // Clocks of carriers may differ by seconds.
    expect(advance([makeDialog({ promptedAt: NOW })], text('yes', { at: minutes(-0.5) })).given).toBeDefined()
  })

  test('that was texted before the end counts, whenever it arrives', () => {
    const ended = makeDialog({ expiresAt: minutes(-1) })
    expect(advance([ended], text('yes', { at: minutes(-2) })).given).toBeDefined()
    expect(advance([ended], text('yes')).given).toBeUndefined()
    expect(advance([makeDialog({}, { closedAt: NOW })], text('yes')).given).toBeUndefined()
  })

  test('after a text by hand stays in the inbox, and an anonymous question is asked again instead', () => {
    const byHand = { pausedUntil: minutes(-5) }
    expect(advance([makeDialog(byHand)], text('yes'))).toMatchObject({ isConsumed: false, given: { stepId: 'a' } })
    const anonymous = advance([makeDialog(byHand, { isAnonymous: true })], text('yes'))
    expect(anonymous.given).toBeUndefined()
    expect(anonymous).toMatchObject({ isConsumed: false, isSecret: false, changed: [{ pausedUntil: null }] })
    expect(anonymous.reply).toContain('Question a?')
  })

  test('is not taken while a member writes by hand', () => {
    expect(advance([makeDialog({ pausedUntil: minutes(5) })], text('yes'))).toMatchObject({
      changed: [],
      isConsumed: false,
    })
  })
})

describe('a text that is no answer', () => {
  test('gets one hint, and the second hands over', () => {
    const first = advance([makeDialog()], text('what'))
    expect(first).toMatchObject({ isConsumed: false, changed: [{ misses: 1, state: 'open' }] })
    const [session] = first.changed
    const second = advance([makeDialog(session)], text('why'))
    expect(second.reply).toBeUndefined()
    expect(second.changed).toMatchObject([{ state: 'handed_over' }])
    const [handedOver] = second.changed
    expect(advance([makeDialog(handedOver)], text('who'))).toMatchObject({ changed: [] })
    expect(advance([makeDialog(handedOver)], text('yes'))).toMatchObject({ changed: [{ state: 'open', stepId: 'b' }] })
  })

  test.each([
    ['a day after the question', makeDialog({ promptedAt: hours(-25) }), text('what')],
    ['when the text came late', makeDialog(), text('what', { canReply: false })],
    ['after a text by hand', makeDialog({ pausedUntil: minutes(-5) }), text('what')],
    ['to a reaction', makeDialog(), text('Liked “Question a? Reply 1 for Yes, 2 for No.”')],
    ['once everything is answered', makeDialog({ stepId: null, state: 'done' }), text('what')],
  ])('gets no hint %s', (_when, dialog, said) => {
    const { changed, reply, isConsumed } = advance([dialog], said)
    expect({ changed, reply, isConsumed }).toEqual({ changed: [], reply: undefined, isConsumed: false })
  })
})

describe('of two flows', () => {
  const older = makeDialog(
    { id: 's0', stepId: 'old', needsPrompt: true, promptedAt: hours(-2) },
    { id: 'f0', steps: [makeStep('old')] },
  )

  test('the one that asked last gets the answer, and the older one asks again when it ends', () => {
    const newer = makeDialog({ stepId: 'b' })
    const outcome = advance([older, newer], text('no'))
    expect(outcome).toMatchObject({
      given: { stepId: 'b' },
      changed: [
        { id: 's1', state: 'done' },
        { id: 's0', needsPrompt: false },
      ],
    })
    expect(outcome.reply).toBe('Thanks, we got your answer.\n\nQuestion old?\nReply 1 for Yes, 2 for No.')
  })

  test('an answer to the newer one after its end is told so, and the older one asks again', () => {
    const outcome = advance([makeDialog({}, { closedAt: hours(-0.5) }), older], text('no'))
    expect(outcome).toMatchObject({
      changed: [
        { id: 's1', state: 'closed' },
        { id: 's0', needsPrompt: false },
      ],
    })
    expect(outcome.reply).toContain('Sorry, this question is closed.\n\nQuestion old?')
  })
})

test('an anonymous answer is secret also when it comes too late or a second time', () => {
  const flow = { isAnonymous: true, steps: [makeStep('a')] }
  const secret = { isConsumed: true, isSecret: true }
  expect(advance([makeDialog({}, flow)], text('yes'))).toMatchObject({ ...secret, given: { stepId: 'a' } })
  expect(advance([makeDialog({ expiresAt: minutes(-1) }, flow)], text('yes'))).toMatchObject(secret)
  const again = advance([makeDialog({ stepId: null, state: 'done' }, flow)], text('no'))
  expect(again).toMatchObject(secret)
  expect(again.given).toBeUndefined()
})
