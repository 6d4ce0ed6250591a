import { FormContent, type FormQuestion } from '@crewline/contract/form-content'
import { expect, test } from 'vitest'
import { nextAfter, pagesOf, problemsOf, questionRuns } from './rules.ts'

const NOW = new Date('2026-11-25T12:00:00Z')

const ask = (id: string, more: Partial<FormQuestion> = {}) => ({
  id,
  type: 'short_text' as const,
  label: { en: `Question ${id}` },
  ...more,
})
const choice = (id: string, jumps: { on: string; to: string }[], required = true) =>
  ask(id, {
    type: 'choice',
    required,
    jumps,
    options: [
      { id: 'a', label: { en: 'A' } },
      { id: 'b', label: { en: 'B' } },
    ],
  })
const form = (questions: unknown[], more: object = {}) =>
  FormContent.parse({ name: 'Form', title: { en: 'Title' }, questions, ...more })
const found = (questions: unknown[], more: object = {}) =>
  problemsOf(form(questions, more), NOW).map(({ at, problem }) => `${at} ${problem}`)

test.each([
  ['one question', [ask('q1')], []],
  ['no question', [], ['questions no_questions']],
  ['only a text', [ask('q1', { type: 'info' })], ['questions no_questions']],
  ['a question without text', [ask('q1', { label: {} })], ['questions.q1 no_label']],
  [
    'one option',
    [ask('q1', { type: 'choices', options: [{ id: 'a', label: { en: 'A' } }] })],
    ['questions.q1 few_options'],
  ],
  ['a range the wrong way', [ask('q1', { type: 'number', min: 5, max: 1 })], ['questions.q1 range']],
  ['a jump forward', [choice('q1', [{ on: 'a', to: 'q3' }]), ask('q2'), ask('q3')], []],
  ['a jump to the end', [choice('q1', [{ on: 'a', to: 'end' }]), ask('q2')], []],
  ['a jump to itself', [choice('q1', [{ on: 'a', to: 'q1' }]), ask('q2')], ['questions.q1 loop']],
  ['a jump back', [ask('q1'), choice('q2', [{ on: 'b', to: 'q1' }])], ['questions.q2 loop']],
  ['a jump to nowhere', [choice('q1', [{ on: 'a', to: 'gone' }]), ask('q2')], ['questions.q1 jump_nowhere']],
  [
    'a question that every answer jumps over',
    [
      choice('q1', [
        { on: 'a', to: 'q3' },
        { on: 'b', to: 'end' },
      ]),
      ask('q2'),
      ask('q3'),
    ],
    ['questions.q2 unreachable'],
  ],
  [
    'a question that follows when the deciding one is left out',
    [
      choice(
        'q1',
        [
          { on: 'a', to: 'end' },
          { on: 'b', to: 'end' },
        ],
        false,
      ),
      ask('q2'),
    ],
    [],
  ],
])('publishing checks a form with %s', (_name, questions, problems) => {
  expect(found(questions)).toEqual(problems)
})

test('publishing wants each text in each language, and a closing date in the future', () => {
  expect(found([ask('q1')], { languages: ['en', 'es'] })).toEqual(['title no_title', 'questions.q1 no_label'])
  expect(found([ask('q1')], { closesAt: NOW.toISOString() })).toEqual(['closesAt closed_already'])
})

test('an anonymous form changes no contact', () => {
  expect(found([ask('q1', { saveTo: 'email' })], { anonymous: true })).toEqual(['questions.q1 saves_anonymous'])
})

test.each(['employee', 'phone', 'email', 'signature'] as const)(
  'an anonymous form asks no %s question, because its answer says who gave it',
  (type) => {
    expect(found([ask('q1', { type })], { anonymous: true })).toEqual(['questions.q1 names_anonymous'])
    expect(found([ask('q1', { type })])).toEqual([])
  },
)

test('pages end with the questions that decide what follows', () => {
  const { questions } = form([ask('q1'), choice('q2', [{ on: 'a', to: 'q4' }]), ask('q3'), ask('q4')])
  const ids = (answers: Record<string, string>) => pagesOf(questions, answers).map((page) => page.map(({ id }) => id))
  expect(ids({})).toEqual([
    ['q1', 'q2'],
    ['q3', 'q4'],
  ])
  expect(ids({ q2: 'a' })).toEqual([['q1', 'q2'], ['q4']])
  expect(ids({ q2: 'unknown' })).toEqual(ids({}))
})

test.each<[NonNullable<FormQuestion['when']>['effect'], Record<string, string | string[]>, string[][]]>([
  ['show', {}, [['q1', 'q2'], ['q4']]],
  [
    'show',
    { q2: 'a' },
    [
      ['q1', 'q2'],
      ['q3', 'q4'],
    ],
  ],
  ['show', { q2: 'b' }, [['q1', 'q2'], ['q4']]],
  [
    'hide',
    {},
    [
      ['q1', 'q2'],
      ['q3', 'q4'],
    ],
  ],
  ['hide', { q2: 'a' }, [['q1', 'q2'], ['q4']]],
  [
    'require',
    { q2: 'a' },
    [
      ['q1', 'q2'],
      ['q3!', 'q4'],
    ],
  ],
  [
    'require',
    { q2: 'b' },
    [
      ['q1', 'q2'],
      ['q3', 'q4'],
    ],
  ],
])('a condition to %s follows the answer %j', (effect, answers, pages) => {
  const when = { question: 'q2', is: ['a'], effect }
  const { questions } = form([ask('q1'), choice('q2', []), ask('q3', { when }), ask('q4')])
  const shown = pagesOf(questions, answers).map((page) => page.map(({ id, required }) => `${id}${required ? '!' : ''}`))
  expect(shown.map((page) => page.map((id) => (id === 'q2!' ? 'q2' : id)))).toEqual(pages)
  // The preview shows every question.
  expect(questionRuns(questions).flat()).toHaveLength(4)
})

test('the answer to a question that is no longer asked decides nothing', () => {
  const { questions } = form([
    choice('q1', [{ on: 'a', to: 'q3' }]),
    choice('q2', []),
    ask('q3', { when: { question: 'q2', is: ['b'], effect: 'show' } }),
    ask('q4'),
  ])
  const ids = (answers: Record<string, string>) => pagesOf(questions, answers).map((page) => page.map(({ id }) => id))
  expect(ids({ q1: 'b', q2: 'b' })).toEqual([['q1'], ['q2'], ['q3', 'q4']])
  expect(ids({ q1: 'a', q2: 'b' })).toEqual([['q1'], ['q4']])
})

test.each<[string, FormQuestion['when'], string[]]>([
  ['an earlier answer', { question: 'q1', is: ['a'], effect: 'show' }, []],
  ['no answer', { question: 'q1', is: [], effect: 'show' }, ['questions.q2 when_nowhere']],
  ['an answer that does not exist', { question: 'q1', is: ['c'], effect: 'hide' }, ['questions.q2 when_nowhere']],
  ['its own answer', { question: 'q2', is: ['a'], effect: 'hide' }, ['questions.q2 when_nowhere']],
  ['a later question', { question: 'q3', is: ['a'], effect: 'require' }, ['questions.q2 when_nowhere']],
])('a condition about %s', (_about, when, problems) => {
  expect(found([choice('q1', []), { ...choice('q2', []), when }, choice('q3', [])])).toEqual(problems)
})

test('never goes back, whatever is stored', () => {
  const { questions } = form([ask('q1'), choice('q2', [{ on: 'a', to: 'q1' }])])
  expect(nextAfter(questions, 1, 'a')).toBe(2)
})
