import { expect, test } from 'vitest'
import { quotes, readReaction } from './reaction-rules.ts'

test.each<[text: string, emoji: string, quote: string]>([
  ['Liked “See you at 6”', '👍', 'See you at 6'],
  ['Loved "Thanks!"', '❤️', 'Thanks!'],
  ['Laughed at “It’s “raining” again”', '😂', 'It’s “raining” again'],
  ['Disliked “Overtime on Sunday”', '👎', 'Overtime on Sunday'],
  ['Emphasized “Bring your badge”', '‼️', 'Bring your badge'],
  ['Questioned “Dock 4”', '❓', 'Dock 4'],
  ['Le gustó “Nos vemos a las 6”', '👍', 'Nos vemos a las 6'],
  ['Le encantó «Gracias»', '❤️', 'Gracias'],
  ['A aimé « À demain »', '👍', 'À demain'],
  ['Gostou de “Até amanhã”', '👍', 'Até amanhã'],
  ['Đã thích “Hẹn gặp lại”', '👍', 'Hẹn gặp lại'],
  ['喜欢了“明天见”', '👍', '明天见'],
  ['👍 to “See you at 6”', '👍', 'See you at 6'],
  ['\u200a\u200b👍\u200b to “\u200aSee you at 6\u200a” ', '👍', 'See you at 6'],
  ['👍🏽 a “Nos vemos”', '👍🏽', 'Nos vemos'],
  ['Reacted 😮 to “New schedule”', '😮', 'New schedule'],
  ['Reaccionó con 🎉 a “Feliz cumpleaños”', '🎉', 'Feliz cumpleaños'],
])('recognizes %s as a reaction', (text, emoji, quote) =>
  expect(readReaction(text)).toEqual({ emoji, quote, isRemoved: false }),
)

test.each([
  ['Removed a like from “See you at 6”', '👍'],
  ['Removed a heart from “See you at 6”', '❤️'],
  ['Removed 👍 from “See you at 6”', '👍'],
  ['Quitó un me gusta de “See you at 6”', '👍'],
])('recognizes %s as a removed reaction', (text, emoji) =>
  expect(readReaction(text)).toEqual({ emoji, quote: 'See you at 6', isRemoved: true }),
)

test('a reaction to a picture quotes nothing', () =>
  expect(readReaction('Loved an image')).toEqual({ emoji: '❤️', quote: null, isRemoved: false }))

test.each([
  'Liked the new schedule',
  'I loved “The Office”',
  'She said “stop”',
  '“stop”',
  'STOP',
  '👍',
  '👍 ok',
  'Loved working with you',
  'Laughed at the picture you sent yesterday',
  `Liked “${'a'.repeat(3_000)}”`,
])('treats %s as a plain message', (text) => expect(readReaction(text)).toBeNull())

// Each of these once kept a process busy for more than a second.
test.each(['Liked “', '👍 to “', 'Reaccionó con 👍 a “', 'Removed a like from “', 'Quitó un me gusta de “'])(
  '%s followed by a thousand spaces is a plain message',
  (start) => {
    for (const space of [' ', '\n', ' \n'])
      expect(readReaction(`${start}${space.repeat(1_590 / space.length)}x`)).toBeNull()
  },
)

test('matches quotes with changed quotation marks, spaces and truncation', () => {
  expect(quotes('It’s  raining', "It's raining")).toBe(true)
  expect(quotes('We start at six tomorr…', 'We start at six tomorrow, bring gloves')).toBe(true)
  expect(quotes('We…', 'We start at six')).toBe(false)
  expect(quotes('See you at 6', 'See you at 7')).toBe(false)
})
