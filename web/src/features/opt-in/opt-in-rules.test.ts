import type { OptInAction } from '@crewline/contract/opt-in'
import { expect, test } from 'vitest'
import { groupIdsOf, slugFrom, welcomeIn, withAsking, withGroups, withNotifying, withWelcome } from './opt-in-rules.ts'

test.each([
  ['Break room, Plant 2', 'break-room-plant-2'],
  ['  Línea Ñandú! ', 'linea-nandu'],
  ['工厂', ''],
  ['a'.repeat(80), 'a'.repeat(60)],
])('makes an address of the name %j', (name, slug) => {
  expect(slugFrom(name)).toBe(slug)
})

test('a changed field keeps its place, and a new one is last', () => {
  const fields = [
    { source: 'firstname' as const, required: true },
    { source: 'email' as const, required: false },
  ]
  expect(withAsking(fields, 'firstname', 'optional').map(({ source, required }) => [source, required])).toEqual([
    ['firstname', false],
    ['email', false],
  ])
  expect(withAsking(fields, 'location', 'required').at(-1)).toEqual({ source: 'location', required: true })
  expect(withAsking(fields, 'email', 'no')).toEqual([fields[0]])
})

test('changing one kind of action leaves the others alone', () => {
  const tag: OptInAction = { type: 'add_tag', tagId: 'tag' }
  const actions = withNotifying(withWelcome(withGroups([tag], ['a', 'b']), 'en', 'Welcome.'), true)
  expect(groupIdsOf(actions)).toEqual(['a', 'b'])
  expect(actions).toContainEqual(tag)
  expect(welcomeIn(withWelcome(actions, 'es', 'Hola.'), 'en')).toBe('Welcome.')
  expect(withWelcome(actions, 'en', '').some(({ type }) => type === 'send_message')).toBe(false)
  expect(withNotifying(actions, false)).not.toContainEqual({ type: 'notify_members' })
})
