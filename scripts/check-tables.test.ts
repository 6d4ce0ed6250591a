import { expect, test } from 'vitest'
import { findTableTrespasses } from './check-tables.ts'
import { onPlanted } from './planted.ts'

const APP = {
  'server/src/main/module-order.mjs': "export const moduleOrder = ['contacts', 'messages']\n",
  'web/src/app/module-order.mjs': 'export const moduleOrder = []\n',
  'server/migrations/0001_kernel.sql': 'create table event_log (seq bigint primary key);',
  'server/migrations/0002_contacts.sql': 'create table contact (org_id uuid, id uuid, primary key (org_id, id));',
  'server/src/modules/contacts/index.ts': "export const contacts = { owns: ['contact'] }\n",
  'server/src/modules/contacts/store.ts':
    "export const save = (db) => db.insertInto('contact')\nexport const drop = 'delete from contact where id = $1'\n",
  'server/src/modules/messages/views.ts':
    "export const list = 'select * from contact for update'\nexport const words = 'Update contact details'\n",
}

const trespasses = async (files: Record<string, string>): Promise<string> =>
  (await onPlanted({ ...APP, ...files }, (root) => findTableTrespasses(root))).join('\n')

test('finds no problem in a correct source tree', async () => {
  expect(await trespasses({})).toBe('')
})

const planted: [name: string, files: Record<string, string>, words: RegExp][] = [
  [
    'an insert in SQL',
    { 'server/src/modules/messages/store.ts': 'export const a = `insert into contact (id) values (${1})`' },
    /messages\/store\.ts:1 writes the table contact; only .*contacts\/store/,
  ],
  [
    'an update in SQL',
    { 'server/src/modules/messages/store.ts': "export const a = 'update contact c set x = 1'" },
    /writes the table contact/,
  ],
  [
    'a delete in SQL',
    { 'server/src/modules/messages/store.ts': "export const a = 'DELETE FROM contact'" },
    /writes the table contact/,
  ],
  [
    'an insert through kysely',
    { 'server/src/modules/messages/store.ts': "export const a = (db) => db.insertInto('contact')" },
    /writes the table contact/,
  ],
  [
    'an update through kysely',
    { 'server/src/modules/messages/store.ts': "export const a = (db) => db.updateTable('contact as c')" },
    /writes the table contact/,
  ],
  [
    'a table named by sql.table',
    { 'server/src/modules/messages/store.ts': "export const a = sql`insert into ${sql.table('contact')} (id)`" },
    /writes the table contact/,
  ],
  [
    "the owner's own service",
    { 'server/src/modules/contacts/service.ts': "export const a = 'delete from contact'" },
    /contacts\/service\.ts:1 writes/,
  ],
  [
    "the kernel's table",
    { 'server/src/modules/contacts/store.ts': "export const a = 'insert into event_log values (1)'" },
    /only server\/src\/kernel\//,
  ],
  [
    'a table without an owner',
    { 'server/migrations/0003_messages.sql': 'create table message (id uuid primary key);' },
    /message \(created by messages\) is not in the owns/,
  ],
  [
    'two own it',
    { 'server/src/modules/messages/index.ts': "export const messages = { owns: ['contact'] }" },
    /contact is owned by contacts and by messages/,
  ],
  [
    'owned and never made',
    { 'server/src/modules/messages/index.ts': "export const messages = { owns: ['ghost'] }" },
    /owns ghost, which no migration creates/,
  ],
  ['a migration of no module', { 'server/migrations/0003_stuff.sql': '' }, /must be named NNNN_<module>\.sql/],
  [
    'a module before its turn',
    { 'server/migrations/0000_messages.sql': '', 'server/migrations/0004_messages_add_note.sql': '' },
    /0001_kernel\.sql creates the tables of kernel after those of messages/,
  ],
  ['two of one number', { 'server/migrations/0002_messages.sql': '' }, /has the same number as/],
]
test.each(planted)('reports %s', async (_name, files, message) => {
  expect(await trespasses(files)).toMatch(message)
})
