import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house, type House } from '../../test/kit/house.ts'
import { defineFact } from './facts/define.ts'
import { makeScope } from './scope.ts'

let t: House
beforeAll(async () => {
  t = await house({ roles: 'web' })
})
afterAll(() => t.close())

const Tried = defineFact<{ word: string }>('scope.tried')
const actor = { kind: 'system', reason: 'the test writes' } as const
const scopeOfAcme = () => {
  const org = { id: t.acme.id, country: 'US', timezone: 'UTC', standing: 'active' } as const
  return makeScope(t.process.kernel, org, actor, 'scope-test')
}
const facts = async () =>
  (
    await sql<{
      word: string
    }>`select payload->>'word' as word from fact where name = ${Tried.name} order by seq`.execute(
      t.process.kernel.database.asSystem('the test reads what was told'),
    )
  ).rows.map((row) => row.word)
const audits = async () =>
  (
    await sql<{ target: string }>`select target from audit_entry where action = 'scope.tried'`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
  ).rows.map((row) => row.target)

test('what was told and noted is there with the work', async () => {
  const answer = await scopeOfAcme().tx(async (tx) => {
    tx.publish(Tried, { word: 'first' })
    tx.publish(Tried, { word: 'second' })
    tx.audit('scope.tried', 'whole')
    return 'done'
  })
  expect([answer, await facts(), await audits()]).toEqual(['done', ['first', 'second'], ['whole']])
})

test('where a fact or an entry cannot be written nothing is, and the reason is said', async () => {
  const before = [await facts(), await audits()]
  const write = (word: string, target: string) =>
    scopeOfAcme().tx(async (tx) => {
      await sql`update organization set name = 'Never' where id = ${t.acme.id}`.execute(tx.db)
      tx.publish(Tried, { word })
      tx.audit('scope.tried', target)
    })
  // No database holds the sign, neither in JSON nor in words.
  await expect(write('third', 'nul \0')).rejects.toThrow('invalid byte sequence')
  await expect(write('nul \0', 'third')).rejects.toThrow('unsupported Unicode escape sequence')
  await expect(
    scopeOfAcme().tx((tx) => {
      tx.publish(Tried, { word: 'fourth' })
      throw new Error('thought better of it')
    }),
  ).rejects.toThrow('thought better of it')
  expect([await facts(), await audits()]).toEqual(before)
  const found = await sql<{ name: string }>`select name from organization where id = ${t.acme.id}`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  expect(found.rows[0]?.name).not.toBe('Never')
})
