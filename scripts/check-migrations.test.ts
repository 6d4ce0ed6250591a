import { expect, test } from 'vitest'
import { canFindBlocking, findBlocking, findUnsafe } from './check-migrations.ts'

const SAFE = `set local lock_timeout = '2s';
-- A comment may say drop table and rename.
create table contact (org_id uuid not null, id uuid not null, note text default 'rename', primary key (org_id, id));
alter table contact enable row level security;
alter table contact force row level security;
create policy contact_of_org on contact using (org_id = x) with check (org_id = x);
create table contact_2026 partition of contact for values from (1) to (2);
create table plan (id uuid primary key);
`

test('finds no problem in a safe migration', () => {
  expect(findUnsafe(SAFE)).toEqual([])
})

const planted: [name: string, sql: string, words: RegExp][] = [
  ['a drop', `${SAFE} alter table contact drop column note;`, /drop column note/],
  ['a rename', `${SAFE} alter table contact rename column note to remark;`, /rename column/],
  ['no lock_timeout', SAFE.replace(/set local.*\n/, ''), /lock_timeout/],
  ['no row security', SAFE.replace(/.*enable row.*\n/, ''), /contact .* lacks enable row level security/],
  ['row security not forced', SAFE.replace(/.*force row.*\n/, ''), /contact .* lacks force row level security/],
  ['a policy without check', SAFE.replace(/ with check \(org_id = x\)/, ''), /contact .* lacks a policy with check/],
  ['no primary key', SAFE.replace('(id uuid primary key)', '(id uuid)'), /plan has no primary key/],
]
test.each(planted)('reports %s', (_name, sql, message) => {
  expect(findUnsafe(sql).join('\n')).toMatch(message)
})

test('allows a drop when the file gives the reason', () => {
  expect(findUnsafe(`${SAFE}-- contract: nothing reads note since 1.4\nalter table contact drop column note;`)).toEqual(
    [],
  )
  expect(findUnsafe(`${SAFE} alter table contact alter column note drop not null;`)).toEqual([])
})

const blocking: [rule: string, sql: string][] = [
  ['adding-required-field', 'alter table plan add column price integer not null'],
  ['adding-field-with-default', 'alter table plan add column token uuid default gen_random_uuid()'],
  ['require-concurrent-index-creation', 'create index plan_by_price on plan (price)'],
  ['ban-concurrent-index-creation-in-transaction', 'create index concurrently plan_by_price on plan (price)'],
  ['changing-column-type', 'alter table plan alter column price type bigint'],
  ['adding-not-nullable-field', 'alter table plan alter column price set not null'],
  ['adding-foreign-key-constraint', 'alter table plan add foreign key (owner_id) references contact (id)'],
  ['constraint-missing-not-valid', 'alter table plan add constraint dear check (price > 0)'],
  ['disallowed-unique-constraint', 'alter table plan add constraint one_price unique (price)'],
  ['adding-serial-primary-key-field', 'alter table plan add primary key (price)'],
  ['ban-drop-column', 'alter table plan drop column price'],
  ['ban-drop-table', 'drop table plan'],
  ['ban-drop-not-null', 'alter table plan alter column price drop not null'],
  ['renaming-column', 'alter table plan rename column price to cost'],
  ['renaming-table', 'alter table plan rename to tariff'],
]
test.runIf(canFindBlocking).each(blocking)('reports %s on a table of an earlier file', (rule, sql) => {
  expect(findBlocking(`set local lock_timeout = '2s'; -- prices\n${sql};`).join('\n')).toMatch(
    new RegExp(`^line 2: .*\\(${rule}\\)`, 'm'),
  )
})

test('does not report the same on a table that the file creates', () => {
  const created = 'create table plan (id uuid primary key, owner_id uuid references contact (id));'
  expect(
    findBlocking(
      `${created} create index plan_by_owner on plan (owner_id); ${SAFE.replace(/create table plan.*/, '')}`,
    ),
  ).toEqual([])
})

test('allows what can be done without blocking', () => {
  expect(
    findBlocking(`
      alter table plan add column price integer;
      alter table plan add column seats integer not null default 1;
      alter table plan add constraint dear check (price > 0) not valid;`),
  ).toEqual([])
  expect(findBlocking('alter table plan validate constraint dear;')).toEqual([])
  expect(findBlocking('-- contract: nothing reads price since 1.4\nalter table plan drop column price;')).toEqual([])
})

test('allows a concurrent index alone in a file that runs outside a transaction', () => {
  const file =
    '-- outside a transaction: builds an index concurrently\ncreate index concurrently if not exists a on plan (price);'
  expect([...findUnsafe(file), ...findBlocking(file)]).toEqual([])
  expect(findUnsafe(`${file} create index concurrently if not exists b on plan (price);`).join()).toMatch(/half done/)
})
