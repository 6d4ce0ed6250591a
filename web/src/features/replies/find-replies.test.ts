import { describe, expect, it } from 'vitest'
import type { SavedReply } from './api.ts'
import { findReplies } from './find-replies.ts'

function reply(name: string, shortcut: string, body = ''): SavedReply {
  return { id: name, name, shortcut, body, shared: false, mine: true, uses: 0 }
}

const replies = [
  reply('Thank you', 'thanks', 'Thank you, {first_name}.'),
  reply('Change of shift', 'shift', 'Your shift moved.'),
  reply('Confirmación de turno', '', 'Tu turno.'),
  reply('Weather', 'w', 'No shift today.'),
]
const names = (typed: string) => findReplies(replies, typed).map(({ name }) => name)

describe('the matching saved replies', () => {
  it('are all replies in server order while nothing is typed', () => {
    expect(names(' ')).toEqual(replies.map(({ name }) => name))
  })
  it('are found by shortcut first, then by name, then by text', () => {
    expect(names('shift')).toEqual(['Change of shift', 'Weather'])
    expect(names('w')).toEqual(['Weather'])
  })
  it('are found without accents and in any case', () => {
    expect(names('CONFIRMACION')).toEqual(['Confirmación de turno'])
    expect(names('turno')).toEqual(['Confirmación de turno'])
  })
  it('are empty when nothing matches', () => {
    expect(names('xyz')).toEqual([])
  })
})
