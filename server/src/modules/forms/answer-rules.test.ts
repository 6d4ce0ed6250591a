import { FormQuestion } from '@crewline/contract/form-content'
import { expect, test } from 'vitest'
import { readAnswer } from './answer-rules.ts'

const options = ['a', 'b', 'c'].map((id) => ({ id, label: { en: id } }))

test.each<[Partial<FormQuestion>, string[], unknown]>([
  [{ type: 'short_text' }, ['  Ann\u202e\tLee '], { answer: 'Ann Lee' }],
  [{ type: 'short_text', required: true }, ['\u0000 '], { problem: 'missing' }],
  [{ type: 'short_text' }, ['x'.repeat(301)], { problem: 'too_long' }],
  [{ type: 'long_text' }, ['one\r\ntwo\ud800'], { answer: 'one\ntwo\ufffd' }],
  [{ type: 'number', min: 1, max: 10 }, ['2,5'], { answer: '2.5' }],
  [{ type: 'number', max: 10 }, ['1,000'], { problem: 'too_high' }],
  [{ type: 'number', min: 1 }, ['-3'], { problem: 'too_low' }],
  [{ type: 'number' }, ['Infinity'], { problem: 'number' }],
  [{ type: 'date' }, ['2026-02-29'], { problem: 'date' }],
  [{ type: 'date' }, ['2028-02-29'], { answer: '2028-02-29' }],
  [{ type: 'time' }, ['24:00'], { problem: 'time' }],
  [{ type: 'time' }, ['06:30'], { answer: '06:30' }],
  [{ type: 'email' }, ['ann@'], { problem: 'email' }],
  [{ type: 'phone' }, ['(415) 555-0123'], { answer: '+14155550123' }],
  [{ type: 'phone' }, ['12'], { problem: 'phone' }],
  [{ type: 'choice', options, required: true }, ['d'], { problem: 'choose' }],
  [{ type: 'choice', options }, ['d'], undefined],
  [{ type: 'choice', options }, ['b', 'a'], { answer: 'a' }],
  [{ type: 'choices', options }, ['c', 'x', 'a'], { answer: ['a', 'c'] }],
  [{ type: 'yes_no' }, ['no'], { answer: 'no' }],
  [{ type: 'rating' }, ['6'], undefined],
  [{ type: 'nps' }, ['0'], { answer: '0' }],
  [{ type: 'consent', required: true }, [''], { problem: 'agree' }],
  [{ type: 'consent' }, ['yes'], { answer: 'yes' }],
  [{ type: 'info' }, ['anything'], undefined],
])('reads %j from %j as %j', (question, values, expected) => {
  const ground = { country: 'US', hasOwnFiles: false }
  expect(readAnswer(FormQuestion.parse({ id: 'q', ...question }), values, ground)).toEqual(expected)
})

test('takes a file only when the caller checked that it belongs to the submission', () => {
  const id = '0190a000-0000-7000-8000-000000000001'
  const mark = `${id}.${'x'.repeat(27)}.name.png`
  const read = (type: FormQuestion['type'], hasOwnFiles: boolean) =>
    readAnswer(FormQuestion.parse({ id: 'q', type }), [mark], { country: 'US', hasOwnFiles })
  expect([read('signature', true), read('file', true)]).toEqual([{ answer: [id] }, { answer: [id] }])
  expect([read('signature', false), read('file', false)]).toEqual([{ answer: mark }, undefined])
})
