import { setRetention, type RetentionClass } from '@crewline/contract/retention'
import { sql } from 'kysely'
import { beginPurges, passPurges } from '../../src/modules/retention/index.ts'
import type { TestApp } from './test-app.ts'

/** Proves the identity of Ann, as entering the password does. */
export async function proveAnn(t: TestApp): Promise<void> {
  const system = t.process.kernel.database.asSystem('tests prove identities')
  await sql`update session set proved_at = now() where user_id = ${t.acme.ann.id}`.execute(system)
}

/** Sets a period as Ann and lets the days pass after which it applies. */
export async function keepFor(t: TestApp, name: RetentionClass, months: number | null): Promise<void> {
  await proveAnn(t)
  const { http } = await t.as(t.acme.ann).call(setRetention, { body: { class: name, months, confirmed: 1_000_000 } })
  if (http !== 200) throw new Error(`the period of ${name} was refused`)
  await sql`update retention_setting set applies_at = now() - interval '1 hour' where class = ${name}`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
}

/** Runs the purges of the night to their end. */
export async function purge(t: TestApp): Promise<void> {
  await beginPurges(t.process.kernel)
  while (await passPurges(t.process.kernel, { isImmediate: true }));
}
