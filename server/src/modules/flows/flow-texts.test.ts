import { flowLanguages, FlowStep } from '@crewline/contract/flows'
import { countTexts } from '@crewline/contract/segments'
import { expect, test } from 'vitest'
import { judge } from '../consent/index.ts'
import { changedText, hintText, questionText, replyText } from './flow-texts.ts'
import { parseAnswer } from './parse-answer.ts'

const step = (type: FlowStep['type'], more: object = {}) =>
  FlowStep.parse({ id: 'q', type, prompt: { en: 'Ready?' }, ...more })
const options = ['Morning', 'Evening', 'Night', 'Any'].map((label, index) => ({
  key: String(index + 1),
  label: { en: label },
}))
const STEPS = [
  step('yes_no'),
  step('choice', { options }),
  step('scale'),
  step('number'),
  step('number', { min: 0 }),
  step('number', { max: 9 }),
  step('text', { required: false }),
  step('acknowledge'),
]

test('says how to answer in the contact’s language', () => {
  expect(
    ['en', 'es', 'fr', 'pt', 'vi', 'zh', 'ht', 'ar'].map((language) => questionText(step('yes_no'), language)),
  ).toEqual([
    'Ready?\nReply 1 for Yes, 2 for No.',
    'Ready?\nResponde 1 para SI, 2 para NO.',
    'Ready?\nRépondez 1 pour Oui, 2 pour Non.',
    'Ready?\nResponda 1 para SIM, 2 para NAO.',
    'Ready?\nTrả lời 1 nếu chọn Có, 2 nếu chọn Không.',
    'Ready?\n请回复：1 是，2 否。',
    'Ready?\nReponn 1 pou Wi, 2 pou Non.',
    'Ready?\nأرسل 1 (نعم) أو 2 (لا).',
  ])
  expect(questionText(step('choice', { options }), 'en')).toBe(
    'Ready?\n1 Morning\n2 Evening\n3 Night\n4 Any\nReply with your choice.',
  )
  expect(questionText(step('yes_no'), 'so')).toBe(questionText(step('yes_no'), 'en'))
  expect(questionText(FlowStep.parse({ id: 'q', type: 'text', prompt: { es: '¿Listo?' } }), 'fr')).toContain('¿Listo?')
})

test.each(flowLanguages)('writes one segment, no opt-out and no answer of its own in %s', (language) => {
  const replies = (['thanks', 'hint', 'closed', 'already'] as const).map((name) => replyText({}, name, language))
  const changed = changedText({}, { step: step('yes_no'), answer: { key: '1' } }, language)
  for (const text of [
    ...replies,
    changed,
    ...STEPS.flatMap((one) => [questionText(one, language), hintText({}, one, { language, canReturn: true })]),
  ]) {
    const { encoding, segments } = countTexts(text)
    const isLatin = ['en', 'es', 'fr', 'pt', 'ht'].includes(language)
    expect({ text, encoding }).toEqual({ text, encoding: isLatin ? 'GSM-7' : 'UCS-2' })
    expect({ text, segments }).toEqual({ text, segments: isLatin || segments === 1 ? 1 : 2 })
    expect({ text, intent: judge(text).intent }).toEqual({ text, intent: 'none' })
  }
  // A machine that sends our own texts back answers nothing.
  for (const one of STEPS.filter(({ type }) => type !== 'text'))
    expect(parseAnswer(one, questionText(one, language), language).kind).not.toBe('answer')
})

test('prefers the flow’s own replies, in the contact’s language or else in English', () => {
  const texts = { thanks: { en: 'Cheers.', es: 'Va.' }, changed: { en: 'Noted.' } }
  expect([
    replyText(texts, 'thanks', 'es'),
    replyText(texts, 'thanks', 'fr'),
    replyText(texts, 'closed', 'es'),
  ]).toEqual(['Va.', 'Cheers.', 'Esta pregunta ya no recibe respuestas.'])
  expect(changedText(texts, { step: step('scale'), answer: { number: 4 } }, 'fr')).toBe('Noted.')
  expect(changedText({}, { step: step('scale'), answer: { number: 4 } }, 'en')).toBe('Thanks, your answer is now: 4.')
})
