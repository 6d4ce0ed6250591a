import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Failure } from '../failure.ts'
import { localizeEach } from '../i18n/localize.ts'
import { describeFieldErrors } from './answer.ts'
import { read } from './validate.ts'

const Draft = z.strictObject({
  name: z.string().min(1).max(5),
  count: z.number().int().min(1).max(3).optional(),
  kind: z.enum(['a', 'b']).optional(),
  tags: z.array(z.string()).optional(),
})

function refusal(schema: z.ZodType, input: unknown): Failure {
  try {
    read(schema, input)
  } catch (error) {
    return error as Failure
  }
  throw new Error('it was let in')
}

describe('request validation', () => {
  test('normalizes valid input to NFC at every depth', () => {
    expect(read(Draft, { name: 'Jose\u0301', tags: ['e\u0301'] })).toEqual({ name: 'José', tags: ['é'] })
    // Five letters as stored, although six were sent.
    expect(read(Draft, { name: 'aaaae\u0301' }).name).toHaveLength(5)
    expect(read(z.undefined(), { anything: 1 })).toBeUndefined()
    expect(read(z.object({ id: z.string().optional() }), undefined)).toEqual({})
  })

  test.each([{ name: 'a\0' }, { name: '\ud800' }, { name: 'a\udc00b' }, { name: 'ok', tags: ['ok', '\0'] }])(
    'rejects %j, which cannot be stored',
    (input) => {
      expect(refusal(Draft, input)).toMatchObject({
        code: 'invalid',
        text: { message: "A field has characters we can't save." },
      })
    },
  )

  test('rejects input nested too deep, at any depth', () => {
    for (const levels of [14, 100, 5_000]) {
      let nested: unknown = 1
      for (let n = 0; n < levels; n++) nested = n % 2 ? [nested] : { nested }
      expect(refusal(Draft, nested)).toMatchObject({
        code: 'invalid',
        text: { message: 'The request is nested too deep.' },
      })
    }
  })

  test.each([null, undefined, 7, 'text', true, [], [{ name: 'a' }]])('rejects %j in place of fields', (input) => {
    expect(refusal(Draft, input).code).toBe('invalid')
  })

  test('ignores prototype properties', () => {
    expect(refusal(Draft, JSON.parse('{"name":"a","__proto__":{"kind":"a"}}')).fieldErrors).toEqual({
      ['__proto__']: expect.objectContaining({ message: "This field doesn't exist." }),
    })
    expect(refusal(Draft, Object.create({ name: 'inherited' })).code).toBe('invalid')
  })
})

test.each<[given: unknown, words: Record<string, string>]>([
  [{}, { name: 'Fill this in.' }],
  [{ name: '' }, { name: 'Fill this in.' }],
  [{ name: 'abcdef' }, { name: 'Use 5 characters or fewer.' }],
  [{ name: 7 }, { name: 'This has the wrong format.' }],
  [{ name: 'a', count: 0 }, { count: 'Use 1 or more.' }],
  [{ name: 'a', count: 9 }, { count: 'Use 3 or less.' }],
  [{ name: 'a', kind: 'c' }, { kind: 'Choose one of: a, b.' }],
  [
    { name: 'a', extra: 1, more: 2 },
    { extra: "This field doesn't exist.", more: "This field doesn't exist." },
  ],
  [{ name: 'a', constructor: 1 }, { constructor: "This field doesn't exist." }],
  [{ name: 'a', tags: ['x', 1] }, { 'tags.1': 'This has the wrong format.' }],
  ['text', { request: 'This has the wrong format.' }],
])('reports %j as %j', (input, message) => {
  const parsed = Draft.safeParse(input, { reportInput: true })
  const errors = localizeEach(describeFieldErrors(parsed.error as z.ZodError), 'en')
  expect(Object.entries(errors)).toEqual(Object.entries(message))
})
