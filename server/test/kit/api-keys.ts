import { createApiKey, type ApiKeyPermission } from '@crewline/contract/api-keys'
import { sql } from 'kysely'
import type { TestUser } from './cast.ts'
import type { TestApp } from './test-app.ts'

/** Notes that a user just entered their password, as sensitive changes require. */
export async function prove(t: TestApp, user: TestUser, minutesAgo = 0): Promise<void> {
  const system = t.process.kernel.database.asSystem('tests prove who users are')
  await sql`
    update session set proved_at = now() - make_interval(mins => ${minutesAgo}) where user_id = ${user.id}`.execute(
    system,
  )
}

/** Creates an API key as its organization's owner, or another member, and returns it in the form of a test user. */
export async function issueKey(
  t: TestApp,
  permissions: ApiKeyPermission[],
  more: { groupIds?: string[]; name?: string; expiresAt?: string; by?: TestUser } = {},
): Promise<TestUser> {
  const { by = t.acme.ann, name = 'Payroll', ...rest } = more
  await prove(t, by)
  const { body } = await t.as(by).call(createApiKey, { body: { name, permissions, ...rest } })
  if (!body.secret) throw new Error(`no key was created: ${JSON.stringify(body)}`)
  return { ...by, id: body.apiKey.id, token: body.secret }
}
