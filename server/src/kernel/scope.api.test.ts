import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../test/kit/test-app.ts'
import { defineEvent } from './events/define.ts'
import { makeScope } from './scope.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const Tried = defineEvent<{ word: string }>('scope.tried')
const actor = { kind: 'system', reason: 'the test writes' } as const
const scopeOfAcme = () => {
  const org = { id: t.acme.id, country: 'US', timezone: 'UTC', status: 'active' } as const
  return makeScope(t.process.kernel, org, actor, 'scope-test')
}
const events = async () =>
  (
    await sql<{
      word: string
    }>`select payload->>'word' as word from event_log where name = ${Tried.name} order by seq`.execute(
      t.process.kernel.database.asSystem('the test reads what was told'),
    )
  ).rows.map((row) => row.word)
const audits = async () =>
  (
    await sql<{ target: string }>`select target from audit_entry where action = 'scope.tried'`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
  ).rows.map((row) => row.target)

test('commits events and audit entries with the work', async () => {
  const answer = await scopeOfAcme().tx(async (tx) => {
    tx.publish(Tried, { word: 'first' })
    tx.publish(Tried, { word: 'second' })
    tx.audit('scope.tried', 'whole')
    return 'done'
  })
  expect([answer, await events(), await audits()]).toEqual(['done', ['first', 'second'], ['whole']])
})

test('writes nothing when an event or audit entry cannot be written, and reports the reason', async () => {
  const before = [await events(), await audits()]
  const write = (word: string, target: string) =>
    scopeOfAcme().tx(async (tx) => {
      await sql`update organization set name = 'Never' where id = ${t.acme.id}`.execute(tx.db)
      tx.publish(Tried, { word })
      tx.audit('scope.tried', target)
    })
  // PostgreSQL cannot store NUL, neither in JSON nor in text.
  await expect(write('third', 'nul \0')).rejects.toThrow('invalid byte sequence')
  await expect(write('nul \0', 'third')).rejects.toThrow('unsupported Unicode escape sequence')
  await expect(
    scopeOfAcme().tx((tx) => {
      tx.publish(Tried, { word: 'fourth' })
      throw new Error('thought better of it')
    }),
  ).rejects.toThrow('thought better of it')
  expect([await events(), await audits()]).toEqual(before)
  const result = await sql<{ name: string }>`select name from organization where id = ${t.acme.id}`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  expect(result.rows[0]?.name).not.toBe('Never')
})

const scopeOfBeta = () => {
  const org = { id: t.beta.id, country: 'US', timezone: 'UTC', status: 'active' } as const
  return makeScope(t.process.kernel, org, actor, 'scope-test')
}
const nameOf = async (orgId: string) =>
  (
    await sql<{ name: string }>`select name from organization where id = ${orgId}`.execute(
      t.process.kernel.database.asSystem('the test reads both organizations'),
    )
  ).rows[0]?.name
const auditsOfBeta = async () =>
  (
    await sql<{ target: string }>`select target from audit_entry where action = 'scope.tried'`.execute(
      t.process.kernel.database.ofOrg(t.beta.id),
    )
  ).rows.map((row) => row.target)

describe('work in another organization', () => {
  const rename = (to: string) => sql`update organization set name = ${to} where id in (${t.acme.id}, ${t.beta.id})`

  test('sees and changes only the rows of that organization, writes its audit entries there, and then returns', async () => {
    await scopeOfAcme().tx(async (tx) => {
      await tx.elsewhere(scopeOfBeta(), async (there) => {
        await rename('There').execute(there.db)
        there.audit('scope.tried', 'there')
      })
      await rename('Here').execute(tx.db)
      tx.audit('scope.tried', 'here')
    })
    expect([await nameOf(t.acme.id), await nameOf(t.beta.id)]).toEqual(['Here', 'There'])
    expect([(await audits()).includes('here'), await auditsOfBeta()]).toEqual([true, ['there']])
    expect(await audits()).not.toContain('there')
  })

  test('commits with the transaction or not at all, whichever side fails', async () => {
    const failing = (at: 'here' | 'there') =>
      scopeOfAcme().tx(async (tx) => {
        await tx.elsewhere(scopeOfBeta(), async (there) => {
          await rename('Never').execute(there.db)
          there.audit('scope.tried', 'never')
          if (at === 'there') throw new Error('refused there')
        })
        throw new Error('refused here')
      })
    await expect(failing('there')).rejects.toThrow('refused there')
    await expect(failing('here')).rejects.toThrow('refused here')
    expect([await nameOf(t.beta.id), await auditsOfBeta()]).toEqual(['There', ['there']])
  })

  test('commits nothing when its failure is caught, or when two run at once', async () => {
    const caught = scopeOfAcme().tx(async (tx) => {
      const failing = tx.elsewhere(scopeOfBeta(), async (there) => {
        await rename('Never').execute(there.db)
        throw new Error('refused there')
      })
      await failing.catch(() => {})
    })
    await expect(caught).rejects.toThrow('refused there')
    const twice = scopeOfAcme().tx((tx) =>
      Promise.all([1, 2].map(() => tx.elsewhere(scopeOfBeta(), (there) => rename('Never').execute(there.db)))),
    )
    await expect(twice).rejects.toThrow('one other organization at a time')
    expect(await nameOf(t.beta.id)).not.toBe('Never')
  })

  test('does not lead to a third organization', async () => {
    const visit = scopeOfAcme().tx((tx) =>
      tx.elsewhere(scopeOfBeta(), (there) => there.elsewhere(scopeOfAcme(), async () => {})),
    )
    await expect(visit).rejects.toThrow('cannot visit a third')
  })
})
