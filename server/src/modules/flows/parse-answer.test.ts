import { FlowStep } from '@crewline/contract/flows'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAnswer } from './parse-answer.ts'

const step = (type: FlowStep['type'], more: object = {}) =>
  FlowStep.parse({ id: 'q', type, prompt: { en: 'Question?' }, ...more })
const yesNo = step('yes_no')
const acknowledge = step('acknowledge')
const shifts = step('choice', {
  options: [
    { key: '1', label: { en: 'Morning', es: 'Mañana', zh: '早班' }, synonyms: ['AM', 'early shift'] },
    { key: '2', label: { en: 'Evening', es: 'Tarde', zh: '晚班' }, synonyms: ['PM'] },
    { key: '3', label: { en: 'Night', es: 'Noche', zh: '夜班' } },
  ],
})
const letters = step('choice', {
  options: [
    { key: 'A', label: { en: 'Blue shirt' } },
    { key: 'B', label: { en: 'Green shirt' } },
  ],
})
const scale = step('scale')
const hours = step('number', { min: 0, max: 80 })
const amount = step('number')

/** The key or number that a text means, or how else it is read. */
function meaning(question: FlowStep, text: string, language = 'en') {
  const parsed = parseAnswer(question, text, language)
  return parsed.kind === 'answer' ? (parsed.answer.key ?? parsed.answer.number ?? parsed.answer.text) : parsed.kind
}

describe('a choice', () => {
  test.each([
    [
      '1',
      [
        '1',
        'morning',
        'Morning!',
        'MORNING please',
        'mornning',
        'moring',
        'am',
        'AM',
        'early shift',
        'Mañana',
        'manana',
      ],
    ],
    [
      '1',
      [
        '早班',
        '我选早班',
        'the morning one',
        'I want morning',
        'option 1 morning',
        '1 - Morning',
        'Morning (1)',
        'one',
        'mañana por favor',
      ],
    ],
    [
      '2',
      [
        '2',
        '2.',
        'evening',
        'evning',
        'Evenings',
        'tarde',
        'pm',
        '晚班',
        'I prefer evening',
        'prefiero la tarde',
        '第2个',
        'my answer is 2',
      ],
    ],
    [
      '3',
      [
        '3',
        'night',
        'Night shift'.slice(0, 5),
        'noche',
        '夜班',
        'three',
        'tres',
        'trois',
        '三',
        'ثلاثة',
        '3rd',
        'go with 3',
        'الخيار ٣',
      ],
    ],
  ])('understands %s', (key, texts) => {
    expect(texts.map((text) => [text, meaning(shifts, text)])).toEqual(texts.map((text) => [text, key]))
  })

  test.each([
    '4',
    '0',
    '👍',
    'yes',
    'no',
    'morning or night',
    '1 evening',
    'not morning',
    'any',
    'right',
    'light',
    'there',
    'day',
    'I was on the morning bus when it broke',
    '1 and 3',
    '12',
    '2 hours late',
    'morning?',
    'good morning',
  ])('does not guess from "%s"', (text) => {
    expect(meaning(shifts, text)).toBe('unclear')
  })

  test('takes letters as keys, in either case and next to usual words', () => {
    expect(
      ['a', 'A', 'A.', 'option a', 'b)', 'I choose b', 'blue shirt', 'gren shirt', 'B green shirt'].map((text) =>
        meaning(letters, text),
      ),
    ).toEqual(['A', 'A', 'A', 'A', 'B', 'B', 'A', 'B', 'B'])
    expect(['c', 'shirt', 'a b', 'a or b'].map((text) => meaning(letters, text))).toEqual(Array(4).fill('unclear'))
  })

  test.each([
    ['pt', 'um', '1'],
    ['vi', 'hai', '2'],
    ['vi', 'ba', '3'],
    ['ht', 'de', '2'],
    ['ht', 'twa', '3'],
    ['en', 'um', 'unclear'],
    ['en', 'hai', 'unclear'],
    ['fr', 'bon', 'unclear'],
  ])('takes number words that mean something else elsewhere only from %s: %s', (language, text, expected) => {
    expect(meaning(shifts, text, language)).toBe(expected)
  })
})

describe('an acknowledgement', () => {
  test.each([
    'ok',
    'OK',
    'Okay',
    'K',
    'yes',
    '1',
    'got it',
    'Got it, thanks',
    'understood',
    'I understand',
    'read',
    'done',
    '10-4',
    'copy that',
    'confirmed',
    'confirmd',
    'received',
    'will do',
    'ok thank you',
    '👍',
    '🫡',
    '✅',
    'Ok.',
    'Roger',
    'recibido',
    'Entendido',
    'enterado',
    'leído',
    'listo',
    'compris',
    'bien reçu',
    "j'ai lu",
    'entendi',
    'ciente',
    'đã hiểu',
    'đã nhận',
    '收到',
    '明白了',
    '知道了',
    'mwen konprann',
    'resevwa',
    'فهمت',
    'تم',
    'استلمت',
  ])('reads "%s"', (text) => {
    expect(meaning(acknowledge, text)).toBe('ok')
  })

  test.each(['no', '2', '👎', 'ok?', "I don't understand", 'ok but when', 'what', 'ok 👎', 'I have not read it'])(
    'does not take "%s" for one',
    (text) => {
      expect(meaning(acknowledge, text)).toBe('unclear')
    },
  )
})

describe('a number', () => {
  test.each([
    ['5', 5],
    ['five', 5],
    ['cinco', 5],
    ['cinq', 5],
    ['五', 5],
    ['خمسة', 5],
    ['٥', 5],
    ['5.', 5],
    ['#5', 5],
    ['5️⃣', 5],
    ['５', 5],
    ['4/5', 4],
    ['4 out of 5', 4],
    ['4 de 5', 4],
    ['⭐⭐⭐', 3],
    ["I'd say 4", 4],
    ['a 3', 3],
    ['three stars', 3],
    ['🔟', 'unclear'],
    ['6', 'unclear'],
    ['0', 'unclear'],
    ['4.5', 'unclear'],
    ['4 or 5', 'unclear'],
    ['3-4', 'unclear'],
    ['not 5', 'unclear'],
    ['yes', 'unclear'],
    ['👍', 'unclear'],
    ['5?', 'unclear'],
    ['be there in 5', 'unclear'],
    ['B2', 'unclear'],
    ['2moro', 'unclear'],
    ['1'.repeat(400), 'unclear'],
  ])('on a scale: %s', (text, expected) => {
    expect(meaning(scale, text)).toBe(expected)
  })

  test.each([
    ['40', 40],
    ['about 12', 12],
    ['12 hours', 12],
    ['12hrs', 12],
    ['38.5', 38.5],
    ['38,5', 38.5],
    ['I worked 40 hours', 40],
    ['cuarenta', 'unclear'],
    ['zero', 0],
    ['81', 'unclear'],
    ['-1', 'unclear'],
    ['12 minutes late again', 'unclear'],
    ['from 6 to 8', 'unclear'],
  ])('of hours: %s', (text, expected) => {
    expect(meaning(hours, text)).toBe(expected)
  })

  test.each([
    ['1,500', 1500],
    ['1.500', 1500],
    ['-3', -3],
    ['$20', 20],
    ['1e9', 'unclear'],
    ['99999999999999999999', 'unclear'],
    ['0x10', 'unclear'],
  ])('without limits: %s', (text, expected) => {
    expect(meaning(amount, text)).toBe(expected)
  })
})

describe('free text', () => {
  const open = step('text', { required: false })
  test('is taken as written, without marks that change the order of what stands around it', () => {
    expect(meaning(open, ' More fans, please? ')).toBe('More fans, please?')
    expect(meaning(open, 'safe\u202etxt.exe\u202c')).toBe('safetxt.exe')
    expect(meaning(open, '\u200b\u200b')).toBe('unclear')
    expect(meaning(open, '👩🏽‍🔧 great')).toBe('👩🏽‍🔧 great')
  })

  test.each(['skip', 'Skip.', 'omitir', 'passer', 'pular', 'bỏ qua', '跳过', 'sote', 'تخطي'])(
    'can be skipped: %s',
    (text) => {
      expect(meaning(open, text)).toBe('skip')
      expect(meaning(step('text'), text)).toBe(text)
    },
  )
})

test.each([
  'Liked “Can you work Saturday? Reply 1 for Yes, 2 for No.”',
  'Le gustó “Puedes trabajar el sábado? Responde 1…”',
  '👍 to “Can you work Saturday? Reply 1 for Yes, 2 for No.”',
  'Disliked "Reply 1 for Yes..."',
])('leaves a reaction that the phone wrote out alone: %s', (text) => {
  for (const question of [yesNo, acknowledge, shifts, scale, step('text')])
    expect(meaning(question, text)).toBe('aside')
})

test('reads any text within milliseconds and without failing', () => {
  const questions = [yesNo, acknowledge, shifts, letters, scale, hours, amount, step('text')]
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1600 }), fc.constantFrom(...questions), (text, question) => {
      expect(['answer', 'unclear', 'aside', 'skip']).toContain(parseAnswer(question, text, 'en').kind)
    }),
    { numRuns: 500 },
  )
  for (const hostile of [
    '"'.repeat(1600),
    '1,'.repeat(800),
    ' '.repeat(1600),
    'a '.repeat(59),
    '“”'.repeat(800),
    'yes '.repeat(29),
  ])
    for (const question of questions) parseAnswer(question, hostile, 'en')
})
