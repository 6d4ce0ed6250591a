import { expect, test } from 'vitest'
import { ceilingOf, findNameProblems } from './check-names.ts'
import { onPlanted } from './planted.ts'

const APP = {
  'server/src/main/module-order.mjs': "export const moduleOrder = ['contacts']\n",
  'web/src/app/module-order.mjs': "export const moduleOrder = ['contacts']\n",
  'contract/src/contacts.ts': 'export const listContacts = endpoint({})\n',
  'server/src/modules/contacts/index.ts': 'export const contacts = {}\n',
  'server/src/modules/contacts/routes.ts': '/** Serves the contacts. */\nexport const routes = () => 1\n',
  'web/src/features/contacts/index.ts': 'export const screens = []\n',
}

const problems = async (files: Record<string, string>): Promise<string> =>
  (await onPlanted({ ...APP, ...files }, (root) => findNameProblems(root))).join('\n')

test('finds no problem in a correct source tree', async () => {
  expect(await problems({})).toBe('')
})

const planted: [name: string, files: Record<string, string>, words: RegExp][] = [
  [
    'a module outside the module order',
    { 'server/src/modules/ghosts/index.ts': '' },
    /modules\/ghosts is not in the server's module order/,
  ],
  [
    'a feature outside the module order',
    { 'web/src/features/ghosts/index.ts': '' },
    /features\/ghosts is not in the web's module order/,
  ],
  [
    'a feature without a module',
    { 'web/src/app/module-order.mjs': "export const moduleOrder = ['contacts', 'extras']" },
    /extras .* has no server module/,
  ],
  ['endpoints of no module', { 'contract/src/ghosts.ts': 'export const a = endpoint({})' }, /module is named ghosts/],
  ['a folder of leftovers', { 'server/src/kernel/utils/text.ts': '' }, /kernel\/utils\/text\.ts: name the folder/],
  ['a file of leftovers', { 'web/src/shared/types.ts': '' }, /shared\/types\.ts: name the file/],
  ['a barrel', { 'web/src/shared/ui/index.ts': '' }, /may have an index file/],
  [
    'a public API of too many names',
    {
      'server/src/modules/contacts/index.ts': Array.from({ length: 41 }, (_, n) => `export const name${n} = ${n}`).join(
        '\n',
      ),
    },
    /contacts\/index\.ts lets others import 41 names/,
  ],
  [
    'a public API that does not name its parts',
    { 'server/src/modules/contacts/index.ts': "export * from './events.ts'" },
    /contacts\/index\.ts: name each export/,
  ],
  [
    'a long file',
    { 'server/src/modules/contacts/rules.ts': 'a()\n'.repeat(301) },
    /rules\.ts has 301 lines, the limit is 300/,
  ],
  [
    'an undocumented function',
    { 'server/src/kernel/a.ts': 'const b = 1\nexport function open() {}' },
    /a\.ts:2: open needs a doc comment/,
  ],
  ['an undocumented arrow', { 'server/src/kernel/a.ts': 'export const open = () => 1' }, /open needs a doc comment/],
  [
    'a comment that is not for the function',
    { 'server/src/kernel/a.ts': '/** B. */\nconst b = 1\nexport function open() {}' },
    /open needs/,
  ],
  ['a default export', { 'server/src/kernel/a.ts': 'export default 1' }, /default export/],
  [
    'an empty name',
    { 'server/src/kernel/a.ts': '/** Yes. */\nexport function processText() {}' },
    /processText is not a meaningful name/,
  ],
]
test.each(planted)('reports %s', async (_name, files, message) => {
  expect(await problems(files)).toMatch(message)
})

test('sets a line limit for each kind of file', () => {
  expect(ceilingOf('web/src/features/contacts/ContactsScreen.tsx')).toBe(300)
  expect(ceilingOf('web/src/shared/ui/feedback/Banner.tsx')).toBe(300)
  expect(ceilingOf('web/src/features/imports/check/corrections.ts')).toBe(250)
  expect(ceilingOf('web/src/features/inbox/panel/read-rules.ts')).toBe(300)
  expect(ceilingOf('server/src/modules/messages/rules.ts')).toBe(300)
  expect(ceilingOf('server/src/modules/messages/jobs.ts')).toBe(200)
  expect(ceilingOf('server/src/modules/messages/socket-events.ts')).toBe(200)
  expect(ceilingOf('server/src/modules/messages/routes.ts')).toBe(150)
  expect(ceilingOf('server/src/modules/contacts/index.ts')).toBe(60)
  expect(ceilingOf('server/src/modules/contacts/store.ts')).toBe(300)
  expect(ceilingOf('server/src/modules/carriers/twilio/adapter.ts')).toBe(350)
})
