import { describe, expect, test } from 'vitest'
import { readingOf, syllablesInSpanish } from './reading-rules.ts'

const EASY =
  'The gate opens at six. Bring your badge. Park on lot B. We will help you. Call us if you are late for work.'
const HARD =
  'Notwithstanding previously communicated arrangements, authorized personnel must immediately complete supplementary documentation regarding transportation reimbursement.'

describe('the reading level', () => {
  test('of short words in short sentences is low, and of the opposite high, with the sentence that is hard', () => {
    const easy = readingOf([{ blockId: 'b00001', text: EASY }], 'en')
    expect(easy?.grade).toBeLessThanOrEqual(3)
    expect(easy?.hard).toEqual([])
    const mixed = readingOf(
      [
        { blockId: 'b00001', text: EASY },
        { blockId: 'b00002', text: HARD },
      ],
      'en',
    )
    expect(mixed?.grade).toBeGreaterThan(easy?.grade ?? 99)
    expect(mixed?.hard).toMatchObject([{ blockId: 'b00002', text: HARD, words: 14 }])
    expect(mixed?.hard[0]?.longWords).toContain('reimbursement')
  })

  test('names the length of a long sentence instead of its words', () => {
    const text = `We ask that everyone who works the first shift comes to the north gate before six so that people need not wait outside in the rain and the cold while the guards look for the list of names.`
    expect(readingOf([{ blockId: 'b00001', text }], 'en')?.hard).toMatchObject([{ longWords: [] }])
  })

  test('of Spanish follows a formula for Spanish', () => {
    const easy =
      'La puerta abre a las seis. Trae tu credencial. El bus para en el lote B. Te ayudamos si hay un cambio de hora.'
    const hard =
      'Los colaboradores previamente autorizados deberán completar inmediatamente la documentación complementaria correspondiente al procedimiento administrativo de reembolso.'
    const [low, high] = [easy, hard].map((text) => readingOf([{ blockId: 'b00001', text: `${text} ${text}` }], 'es'))
    expect(low?.grade).toBeLessThanOrEqual(5)
    expect(high?.grade).toBeGreaterThanOrEqual(9)
    expect(high?.hard.length).toBe(2)
  })

  test('says nothing about a few words', () => {
    expect(readingOf([{ blockId: 'b00001', text: 'Hello team.' }], 'en')).toBeUndefined()
    expect(readingOf([], 'es')).toBeUndefined()
  })
})

test.each([
  ['puerta', 2],
  ['credencial', 3],
  ['día', 2],
  ['aéreo', 4],
  ['guerra', 2],
  ['queso', 2],
  ['ciudad', 2],
  ['y', 1],
  ['yoyo', 2],
])('the Spanish word %s has %i syllables', (word, count) => expect(syllablesInSpanish(word)).toBe(count))
