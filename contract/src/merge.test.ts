import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillMerge, mergeFields, MERGE_VALUE_MAX, tagsIn } from './merge.ts'

const maria = { first_name: 'Maria', last_name: 'Lopez', full_name: 'Maria Lopez', organization: 'Acme' }

test.each([
  ['Hi {first_name}, it is {organization}.', 'Hi Maria, it is Acme.'],
  ['{ first_name }', 'Maria'],
  ['Come to {location|your site}', 'Come to your site'],
  ['Come {location|}now', 'Come now'],
  ['{first_name|friend}', 'Maria'],
  ['Keep {this} and {} and {First_Name} and {first_name', 'Keep {this} and {} and {First_Name} and {first_name'],
  ['{{first_name}}', '{Maria}'],
  ['{constructor}{toString}{__proto__}', '{constructor}{toString}{__proto__}'],
])('fills %j as %j', (written, sent) => {
  expect(fillMerge(written, maria)).toEqual({ body: sent, missing: [] })
})

test('reports an empty field without fallback once and leaves it in place', () => {
  expect(fillMerge('{location} {job_title} {location}', { location: '  ' })).toEqual({
    body: '{location} {job_title} {location}',
    missing: ['location', 'job_title'],
  })
})

test('limits a value to one line of 120 characters and never reads it as a field', () => {
  expect(fillMerge('{first_name}', { first_name: '{last_name}', last_name: 'secret' }).body).toBe('{last_name}')
  expect(fillMerge('{first_name}', { first_name: 'a\nb\u202ec' }).body).toBe('a bc')
  expect(Array.from(fillMerge('{first_name}', { first_name: '😀'.repeat(500) }).body)).toHaveLength(MERGE_VALUE_MAX)
})

test('keeps any text without fields unchanged and never fails', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.string(),
      fc.constantFrom('{', '}', '|', '$&', '$1', '\n'),
      fc.constantFrom(...mergeFields).map((name) => `{${name}}`),
    ),
  )
  fc.assert(
    fc.property(pieces, fc.string(), (parts, value) => {
      const body = parts.join('')
      const { body: filled, missing } = fillMerge(body, { first_name: value })
      if (tagsIn(body).length === 0) expect(filled).toBe(body)
      expect(missing.every((name) => body.includes(name))).toBe(true)
    }),
  )
})
