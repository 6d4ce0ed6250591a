import { expect, test } from 'vitest'
import {
  emptyForm,
  freeId,
  localTime,
  missingTexts,
  momentOf,
  newQuestion,
  withChanged,
  withCopy,
  withJump,
  withoutQuestion,
  withPasted,
  withTranslations,
} from './form-rules.ts'

const first = newQuestion('choice', [])
const second = newQuestion('short_text', [first])

test('ids are never used twice', () => {
  expect([first.id, second.id, freeId('q', [{ id: 'q9' }, { id: 'x' }])]).toEqual(['q1', 'q2', 'q10'])
})

test('a copy follows its question, under an id of its own', () => {
  expect(withCopy([first, second], 0).map(({ id }) => id)).toEqual(['q1', 'q3', 'q2'])
})

test('a removed question is no longer the target of an answer', () => {
  const jumping = withJump(first, 'o1', 'q2')
  expect(jumping.jumps).toEqual([{ on: 'o1', to: 'q2' }])
  expect(withJump(jumping, 'o1', '').jumps).toEqual([])
  expect(withoutQuestion([jumping, second], 'q2')).toEqual([first])
})

test('a pasted list becomes options', () => {
  const pasted = withPasted(first, 1, 'Friday\r\n\nSaturday\nSunday', 'en')
  expect(pasted.options.map(({ id, label }) => [id, label.en])).toEqual([
    ['o1', undefined],
    ['o2', 'Friday'],
    ['o3', 'Saturday'],
    ['o4', 'Sunday'],
  ])
})

test('a time of a date input is read as it was shown', () => {
  const at = '2026-12-01T09:30:00.000Z'
  expect(momentOf(localTime(at))).toBe(at)
  expect([localTime(null), momentOf('')]).toEqual(['', null])
})

test('a translation fills what is missing, and leaves what a member wrote', () => {
  const content = {
    ...emptyForm('en', 'Swap'),
    languages: ['en' as const, 'es' as const],
    intro: { en: 'Hello', es: 'Buenas' },
    questions: [{ ...second, label: { en: 'Which shift?' }, help: { en: 'Swap' } }],
  }
  expect(missingTexts(content, 'es')).toEqual(['Swap', 'Which shift?'])
  const translated = new Map([
    ['Swap', 'Cambio'],
    ['Hello', 'Hola'],
  ])
  const filled = withTranslations(content, 'es', { translated, isMachine: true })
  expect(filled.title).toEqual({ en: 'Swap', es: 'Cambio' })
  expect(filled.intro.es).toBe('Buenas')
  expect(filled.questions[0]?.help.es).toBe('Cambio')
  expect(filled.machineLanguages).toEqual(['es'])
  expect(missingTexts(filled, 'es')).toEqual(['Which shift?'])
})

test('a translation that is too long for its place is left to a person, and the others are filled', () => {
  const content = {
    ...emptyForm('en', 'Swap'),
    languages: ['en' as const, 'es' as const],
    intro: { en: 'Read this' },
    textAfter: { en: 'We got it' },
  }
  const [long, longer] = ['a'.repeat(481), 'b'.repeat(1001)]
  const filledWith = (texts: Record<string, string>) =>
    withTranslations(content, 'es', { translated: new Map(Object.entries(texts)), isMachine: true })
  expect(missingTexts(filledWith({ Swap: 'Cambio', 'Read this': long, 'We got it': long }), 'es')).toEqual([
    'We got it',
  ])
  expect(missingTexts(filledWith({ Swap: long, 'Read this': longer, 'We got it': 'Listo' }), 'es')).toEqual([
    'Swap',
    'Read this',
  ])
})

test('a condition forgets an answer that its question no longer offers', () => {
  const decider = { ...newQuestion('choice', []), id: 'q1' }
  const dependent = {
    ...newQuestion('short_text', [decider]),
    id: 'q2',
    when: { question: 'q1', is: ['o1', 'o2'], effect: 'show' as const },
  }
  const next = { ...decider, options: decider.options.filter(({ id }) => id !== 'o1') }
  expect(withChanged([decider, dependent], next)).toEqual([
    next,
    { ...dependent, when: { question: 'q1', is: ['o2'], effect: 'show' } },
  ])
})
