import { createApiKey } from '@crewline/contract/api-keys'
import { forgotPassword, prove, sendLoginLink } from '@crewline/contract/accounts'
import { addLine } from '@crewline/contract/lines'
import { enableMfa, sendVerificationCode, setUpMfa } from '@crewline/contract/second-step'
import { register } from '@crewline/contract/sign-up'
import { inviteMember } from '@crewline/contract/team'
import { createWebhook } from '@crewline/contract/webhooks'
import { TOTP } from 'otpauth'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, PASSWORD } from './kit/cast.ts'
import { openAsOwner } from './kit/sealed-values.ts'
import { testApp, type TestApp } from './kit/test-app.ts'

let t: TestApp
let owner: pg.Client
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  owner = await openAsOwner(t.process.kernel)
})
afterAll(async () => {
  await owner.end()
  await t.close()
})

/** Does what gives people secrets, and returns each of them by its name. */
async function handOutSecrets(): Promise<Record<string, string>> {
  const { kernel } = t.process
  const user = await makeUser(kernel, t.acme.id, { firstname: 'Dee', lastname: 'Dump', role: 'owner' })
  const api = t.as(user)
  const visitor = t.as(null)
  const linkTo = async (email: string) => {
    const [mail] = await t.mailsTo(email)
    return (mail?.links[0] ?? '').split(/[/=]/).at(-1) ?? ''
  }
  await api.call(prove, { body: { password: PASSWORD } })
  const { secret: appSecret } = (await api.call(setUpMfa)).body
  const code = new TOTP({ secret: appSecret, digits: 6, period: 30 }).generate()
  const { backupCodes } = (await api.call(enableMfa, { body: { method: 'totp', code } })).body
  const apiKey = await api.call(createApiKey, { body: { name: 'Payroll', permissions: ['contacts.read'] } })
  const webhook = await api.call(createWebhook, {
    body: { name: 'Shifts', url: 'https://hooks.example.com/crewline', events: ['message.received'] },
  })
  const carrierKey = '0c4dd1e5'.repeat(4)
  const line = { phone: '312 555 0188', label: 'Spare', carrier: 'twilio' as const, key: carrierKey }
  const added = await api.call(addLine, { body: { ...line, account: `AC${'d'.repeat(32)}` } })
  expect(added).toMatchObject({ http: 200 })
  const forgetful = await makeUser(kernel, t.acme.id, { firstname: 'Fay', lastname: 'Forgot', role: 'agent' })
  await visitor.call(forgotPassword, { body: { email: forgetful.email } })
  const linked = await makeUser(kernel, t.acme.id, { firstname: 'Lin', lastname: 'Linked', role: 'agent' })
  await visitor.call(sendLoginLink, { body: { email: linked.email } })
  await api.call(inviteMember, { body: { email: 'ida@dump.example', role: 'agent' } })
  const newcomer = { firstname: 'Nora', lastname: 'New', email: 'nora@dump.example', password: 'a barge of lemons' }
  const registration = await visitor.call(register, { body: newcomer })
  const phone = '+13125550177'
  await t.as(linked).call(prove, { body: { password: PASSWORD } })
  await t.as(linked).call(sendVerificationCode, { body: { phone, source: 'settings' } })
  return {
    password: PASSWORD,
    'password of a registration': newcomer.password,
    'token of a session': user.token,
    'token of a registration': registration.body.unverifiedToken ?? '',
    'secret of an authenticator app': appSecret,
    'backup code': backupCodes?.[0] ?? '',
    'API key': apiKey.body.secret,
    'secret of a webhook': webhook.body.secret,
    'key of a carrier': carrierKey,
    'link to a new password': await linkTo(forgetful.email),
    'link to log in': await linkTo(linked.email),
    'link of an invitation': await linkTo('ida@dump.example'),
    'link that confirms an email': await linkTo(newcomer.email),
    'code sent to a phone': await t.codeTo(phone),
  }
}

/** Returns the tables, of the product and of its queue, with a row that holds one of these texts by itself or in a longer one. */
async function tablesWith(texts: Record<string, string>): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    // Six digits can be part of a time or an id: a code counts where nothing of a word is beside it.
    const { rows } = await owner.query<{ what: string }>(
      `select distinct s.what from ${name} x, unnest($1::text[], $2::text[]) s(what, secret)
       where case when s.secret ~ '^[0-9]+$' then x::text ~ ('(^|[^0-9A-Za-z.-])' || s.secret || '($|[^0-9A-Za-z.-])')
         else strpos(x::text, s.secret) > 0 end`,
      [Object.keys(texts), Object.values(texts)],
    )
    found.push(...rows.map(({ what }) => `${name}: ${what}`))
  }
  return found
}

test('the database holds no secret with which someone could log in, sign or send', async () => {
  const secrets = await handOutSecrets()
  expect(Object.entries(secrets).filter(([, secret]) => secret.length < 6)).toEqual([])
  expect(await tablesWith(secrets)).toEqual([])
  // The same search finds what is stored in clear text.
  const stored = { 'name of a webhook': 'Shifts', 'number of a line': '13125550188' }
  expect(await tablesWith(stored)).toEqual(
    expect.arrayContaining(['public.webhook_endpoint: name of a webhook', 'public.line: number of a line']),
  )
})
