import { expect, test } from 'vitest'
import { matchSent } from './restored-rules.ts'

const text = (id: string, body: string, more: object = {}) => ({
  ...{ id, to: '+13125550101', phone: '+13125550101', body, files: 0, hasLinks: false },
  ...more,
})
const sent = (carrierId: string, body: string, more: object = {}) => ({
  ...{ carrierId, to: '+13125550101', body, files: 0 },
  ...more,
})
const pairs = (...given: Parameters<typeof matchSent>) =>
  [...matchSent(...given)].map(([id, message]) => [id, message.carrierId])

test.each([
  ['the same words to the same number', [text('a', 'Hi ')], [sent('1', 'Hi')], [['a', '1']]],
  ['nothing for other words', [text('a', 'Hi')], [sent('1', 'Hi you')], []],
  ['nothing for another number', [text('a', 'Hi')], [sent('1', 'Hi', { to: '+13125550102' })], []],
  ['one text for each message', [text('a', 'Hi'), text('b', 'Hi')], [sent('1', 'Hi')], [['a', '1']]],
  [
    'both of two equal texts',
    [text('a', 'Hi'), text('b', 'Hi')],
    [sent('1', 'Hi'), sent('2', 'Hi')],
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  [
    'a text to the current number of its contact',
    [text('a', 'Hi', { phone: '+13125550102' })],
    [sent('1', 'Hi', { to: '+13125550102' })],
    [['a', '1']],
  ],
  [
    'a text whose files were sent as links',
    [text('a', 'See', { hasLinks: true, files: 1 })],
    [sent('1', 'See\nhttps://x/1')],
    [['a', '1']],
  ],
  ['a picture without words', [text('a', '', { files: 1 })], [sent('1', '', { files: 1 })], [['a', '1']]],
  [
    'the text that a reference names',
    [text('a', 'Hi'), text('b', 'Hi')],
    [sent('1', '', { reference: 'b' })],
    [['b', '1']],
  ],
  ['nothing for the reference of another text', [text('a', 'Hi')], [sent('1', 'Hi', { reference: 'c' })], []],
  ['no picture for a text', [text('a', '', { files: 1 })], [sent('1', '')], []],
])('matches %s', (_name, waiting, messages, expected) => {
  expect(pairs(waiting, messages)).toEqual(expected)
})
