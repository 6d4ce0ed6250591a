// Flows whose answers belong together, such as those of a form.
import { FlowStep } from '@crewline/contract/flows'
import { describe, expect, test } from 'vitest'
import { advance, type Dialog, type FlowText } from './advance.ts'
import { parseAnswer } from './parse-answer.ts'
import type { Session } from './store/sessions.ts'

const NOW = new Date('2026-03-04T15:00:00Z')
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000)
const step = (id: string, type: FlowStep['type'], more: object = {}) =>
  FlowStep.parse({ id, type, prompt: { en: `Question ${id}?` }, ...more })
const steps = [
  step('begin', 'invite'),
  step('a', 'yes_no', { jumps: [{ on: '2', to: 'c' }] }),
  step('b', 'number', { required: false }),
  step('c', 'text'),
]

function makeDialog(session: Partial<Session> = {}, more: Partial<Dialog> = {}): Dialog {
  return {
    session: {
      ...{ id: 's1', flowId: 'f1', contactId: 'c1', phone: '+14155550100', language: 'en', stepId: 'begin' },
      ...{ state: 'open', misses: 0, needsPrompt: false, pausedUntil: null, expiresAt: hours(20) },
      ...{ startedAt: hours(-1), promptedAt: hours(-1), answeredAt: null, trail: '' },
      ...session,
    },
    zone: 'America/Los_Angeles',
    flow: {
      ...{ id: 'f1', ownerKind: 'form', ownerId: 'form1', ownerVersion: 3, steps, texts: {}, isAnonymous: false },
      ...{ allowChange: false, closesAt: null, closedAt: null, createdAt: hours(-1) },
    },
    ...more,
  }
}
const text = (body: string): FlowText => ({ body, at: NOW, canReply: true })

/** Texts one after the other; returns the session after the last one, and what each did. */
function play(...bodies: string[]) {
  let dialog = makeDialog()
  const outcomes = bodies.map((body) => {
    const outcome = advance([dialog], text(body))
    dialog = { ...dialog, session: outcome.changed[0] ?? dialog.session }
    return outcome
  })
  return { session: dialog.session, outcomes, last: outcomes.at(-1) }
}

describe('an offer to answer by text', () => {
  test('is taken up by OK, and gets no hint when the contact writes about something else', () => {
    expect(play('OK').last).toMatchObject({ isConsumed: true, reply: 'Question a?\nReply 1 for Yes, 2 for No.' })
    const { last, session } = play('The link does not open', 'Hello?')
    expect(last).toMatchObject({ changed: [], isConsumed: false })
    expect(last?.reply).toBeUndefined()
    expect(session.state).toBe('open')
  })

  test('is refused to a contact who answered in another way, and texts about other things stay', () => {
    const answered = makeDialog({}, { refusal: 'already' })
    expect(advance([answered], text('ok'))).toMatchObject({
      reply: "We already have your answer. It can't be changed.",
      changed: [{ state: 'closed' }],
    })
    expect(advance([answered], text('see you tomorrow'))).toMatchObject({ changed: [], isConsumed: false })
  })
})

describe('the questions', () => {
  test('follow the answers, and the last one completes the whole', () => {
    const { outcomes } = play('ok', 'no', 'Too far')
    expect(outcomes[1]).toMatchObject({ reply: 'Question c?\nReply with your answer.' })
    expect(outcomes[2]).toMatchObject({
      given: { stepId: 'c', answer: { text: 'Too far' } },
      completed: { session: { contactId: 'c1', state: 'done', trail: 'a,c' } },
      reply: 'Thanks, we got your answer.',
    })
  })

  test('can be answered again after BACK, from the one before', () => {
    const { outcomes, session } = play('ok', 'no', 'back', 'yes')
    expect(outcomes[2]).toMatchObject({ reply: 'Question a?\nReply 1 for Yes, 2 for No.', isConsumed: true })
    expect(outcomes[2]?.given).toBeUndefined()
    expect(outcomes[3]).toMatchObject({ given: { stepId: 'a', answer: { key: '1' } } })
    expect(session).toMatchObject({ stepId: 'b', trail: 'a' })
    // Before the first question there is nothing to go back to: the hint does not offer it.
    expect(play('ok', 'back').last?.reply).not.toContain('BACK')
    expect(play('ok', 'yes', 'many').last?.reply).toContain('Reply BACK for the question before.')
  })

  test('that are skipped are stored as empty, so that an earlier answer does not stay', () => {
    expect(play('ok', 'yes', 'skip').last).toMatchObject({
      given: { stepId: 'b', answer: {} },
      reply: expect.stringContaining('Question c?') as string,
    })
  })

  test('wait behind a reminder, which OK ends', () => {
    const waiting = makeDialog({ stepId: 'b', trail: 'a', needsPrompt: true })
    expect(advance([waiting], text('ok')).reply).toContain('Question b?')
    expect(advance([waiting], text('what?')).reply).toBeUndefined()
  })

  test('are not asked again by an earlier sending of the same form', () => {
    const earlier = makeDialog({ id: 's0', promptedAt: hours(-5), needsPrompt: true, stepId: 'b' })
    const last = makeDialog({ stepId: 'c', trail: 'a' })
    expect(advance([earlier, last], text('Fine')).reply).toBe('Thanks, we got your answer.')
  })
})

test('after the end a text is a text like any other', () => {
  const done = makeDialog({ state: 'done', stepId: null, answeredAt: NOW })
  expect(advance([done], text('yes'))).toMatchObject({ changed: [], isConsumed: false })
})

describe('a date', () => {
  test('in words is a day of the contact, whose evening is the next day in UTC', () => {
    const evening = new Date('2026-03-05T02:30:00Z')
    const given = (body: string, zone: string) => {
      const { session, flow } = makeDialog({ stepId: 'a' })
      const dialog = { session, flow: { ...flow, steps: [step('a', 'date', { country: 'US' })] }, zone }
      return advance([dialog], { ...text(body), at: evening }).given?.answer.text
    }
    const days = (zone: string) => ['today', 'tomorrow', 'yesterday'].map((word) => given(word, zone))
    expect(days('America/Los_Angeles')).toEqual(['2026-03-04', '2026-03-05', '2026-03-03'])
    expect(days('UTC')).toEqual(['2026-03-05', '2026-03-06', '2026-03-04'])
  })
})

describe('the words BACK and SKIP', () => {
  const read = (question: FlowStep, body: string) => {
    const parsed = parseAnswer(question, body, 'en', { canReturn: true })
    return parsed.kind === 'answer' ? (parsed.answer.key ?? parsed.answer.text) : parsed.kind
  }

  test('are answers where the question offers them', () => {
    const options = ['Back', 'Pass', 'Arm'].map((en, at) => ({ key: String(at + 1), label: { en } }))
    for (const type of ['choice', 'choices'] as const) {
      const question = step('q', type, { required: false, options })
      expect(['back', 'Pass', 'go back', 'skip'].map((body) => read(question, body))).toEqual([
        '1',
        '2',
        'back',
        'skip',
      ])
    }
  })

  test('are answers in free words where the question contains them', () => {
    const ask = (en: string) => FlowStep.parse({ id: 'q', type: 'text', prompt: { en }, required: false })
    expect(read(ask('Does your neck or back hurt?'), 'Back')).toBe('Back')
    expect([read(ask('What happened?'), 'back'), read(ask('What happened?'), 'skip')]).toEqual(['back', 'skip'])
  })
})
