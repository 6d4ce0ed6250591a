import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstCells, numberIn, textOf } from './list-rules.ts'
import { cursorOf, decodeOptOutCursor } from './place-rules.ts'

test.each([
  ['one a line', '+14155550101\n+14155550102\r\n\n+14155550103', ['+14155550101', '+14155550102', '+14155550103']],
  [
    'the first column',
    'Phone,Name\n"(415) 555-0101","Lopez, Ana"\n4155550102,"Two\nlines"\n',
    ['Phone', '(415) 555-0101', '4155550102'],
  ],
  ['semicolons and tabs', '4155550101;Ana\n4155550102\tBen', ['4155550101', '4155550102']],
  ['lines without a first cell', ',Ana\n  \n;;', []],
  ['old line ends', '1\r2', ['1', '2']],
])('parses a list: %s', (_how, text, cells) => {
  expect(firstCells(text).map((cell) => cell.text)).toEqual(cells)
})

test('numbers rows by line, including empty lines', () => {
  expect(firstCells('1\n\n2,"a\nb"\n3')).toEqual([
    { row: 1, text: '1' },
    { row: 3, text: '2' },
    { row: 5, text: '3' },
  ])
})

test('terminates on any input and reads back a list of numbers unchanged', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => Array.isArray(firstCells(text))))
  const numbers = fc.array(fc.stringMatching(/^\+1415555\d{4}$/))
  fc.assert(
    fc.property(numbers, fc.constantFrom('\n', '\r\n', '\r'), (all, end) => {
      expect(firstCells(all.map((cell) => `"${cell}"`).join(end)).map((cell) => cell.text)).toEqual(all)
    }),
  )
})

test('reads numbers in national formats and with the apostrophe of spreadsheets', () => {
  for (const text of ['(415) 555-0101', '+1 415 555 0101', "'+14155550101", '1-415-555-0101'])
    expect(numberIn(text, 'US')).toBe('+14155550101')
  expect(numberIn('Phone', 'US')).toBeNull()
  expect(numberIn('12345', 'US')).toBeNull()
})

test('reads text in the encodings of spreadsheet programs and refuses workbooks and pictures', () => {
  expect(textOf(Buffer.from('\ufeff1\n2'))).toBe('1\n2')
  expect(textOf(Buffer.from('\ufeff1', 'utf16le'))).toBe('1')
  expect(textOf(Buffer.from('PK\u0003\u0004xl'))).toBeNull()
  expect(textOf(Buffer.from([0x89, 0x50, 0, 1]))).toBeNull()
})

test('round-trips a list cursor and refuses an invalid one', () => {
  const position = { at: new Date('2026-11-21T12:00:00.123Z'), phone: '+14155550101' }
  expect(decodeOptOutCursor(cursorOf(position))).toEqual(position)
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => decodeOptOutCursor(text)).toThrow('invalid')
    }),
  )
  expect(() => decodeOptOutCursor(Buffer.from('1 +1; drop').toString('base64url'))).toThrow('invalid')
})
