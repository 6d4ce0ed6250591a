import { expect, test } from 'vitest'
import { findUnsafe } from './check-migrations.ts'

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
