import type { OptInAction } from '@crewline/contract/opt-in'
import { expect, test } from 'vitest'
import {
  embedCode,
  groupIdsOf,
  slugFrom,
  tagIdsOf,
  websiteFrom,
  welcomeIn,
  withAsking,
  withGroups,
  withNotifying,
  withTags,
  withWelcome,
} from './opt-in-rules.ts'

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

test('replaces the tags, and keeps the other actions in their order', () => {
  const actions: OptInAction[] = [
    { type: 'add_to_group', groupId: 'g1' },
    { type: 'add_tag', tagId: 't1' },
  ]
  const changed = withTags(actions, ['t2', 't3'])
  expect(tagIdsOf(changed)).toEqual(['t2', 't3'])
  expect(groupIdsOf(changed)).toEqual(['g1'])
})

test.each([
  ['https://www.example.com', 'https://www.example.com'],
  ['www.example.com/jobs?x=1', 'https://www.example.com'],
  [' Example.com ', 'https://example.com'],
  ['http://example.com', 'http://example.com'],
  ['not a website', 'not a website'],
])('reads the website %j', (text, website) => {
  expect(websiteFrom(text)).toBe(website)
})

test('makes code for a website whose title cannot end its attribute', () => {
  const code = embedCode({ link: 'https://text.example/public/join/gate' }, 'Get "texts" <now>')
  expect(code).toContain('src="https://text.example/public/join/gate?embed=1"')
  expect(code).toContain('title="Get &#34;texts&#34; &#60;now&#62;"')
})
