import { endpoint } from '@crewline/contract/endpoint'
import { ok } from '@crewline/contract/envelope'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { expect, test } from 'vitest'
import { openApiOf } from './openapi.ts'
import { pageOf, type ApiDocument } from './reference-page.ts'

const Crew = z.object({ id: z.uuid(), size: z.number().int().describe('How many row <in> it.') })
const rename = endpoint({
  method: 'PATCH',
  path: '/boat/{id}',
  summary: 'Renames a boat.',
  can: 'contacts.edit',
  fails: ['name_taken'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({ name: z.string().max(20).describe('As painted.'), note: z.string().optional() }),
  reply: ok({ boat: z.object({ crews: z.array(Crew), owner: Crew.nullable() }) }),
})
const served = [{ name: 'renameBoat', endpoint: rename, handle: async () => ({}) }]
const page = pageOf(openApiOf(served, '1.2.3') as ApiDocument)

test('shows what a call needs, its fields with their descriptions, and those of inner objects', () => {
  expect(page).toContain('Needs an API key or a session. Permission: contacts.edit.')
  expect(page).toContain('<code>name</code></td><td><code>string (at most 20)</code></td><td>As painted.</td>')
  expect(page).toContain('<code>note</code> <span class="soft">optional</span>')
  expect(page).toContain('<code>boat.crews[].size</code>')
  expect(page).toContain('<code>boat.owner.id</code></td><td><code>uuid</code>')
  expect(page).toContain('How many row &lt;in&gt; it.')
})

test('gives an example that can be pasted, and every refusal with its status', () => {
  expect(page).toContain('curl -X PATCH &quot;$CREWLINE/api/boat/{id}&quot;')
  expect(page).toContain(`-d '{&quot;name&quot;:&quot;text&quot;}'`)
  expect(page).toMatch(/<td>409<\/td><td><code>name_taken<\/code><\/td><td>This name is taken/)
  expect(page).toMatch(/<td>403<\/td><td><code>session_invalid<\/code>/)
})

test('explains keys, errors, paging, repeats, limits and webhooks, and shows each event with an example', () => {
  for (const id of ['authentication', 'errors', 'paging', 'idempotency', 'rate-limits', 'webhooks', 'events'])
    expect(page).toContain(`id="${id}"`)
  expect(page).toContain('<code>data.contact.phone</code>')
  expect(page).toContain('&quot;type&quot;: &quot;message.received&quot;')
})

test('verifies a real signature with the code that the guide shows', async () => {
  const shown = /<pre><code>(import \{ createHmac[\s\S]*?)<\/code><\/pre>/.exec(page)?.[1] ?? ''
  const source = shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  const module = `data:text/javascript,${encodeURIComponent(source)}; export { isGenuine }`
  const { isGenuine } = (await import(module)) as {
    isGenuine: (headers: object, body: string, secret: string) => boolean
  }
  const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
  const at = new Date()
  const headers = (time: Date) => ({
    'webhook-id': 'x',
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('x', time, '{}')}`,
  })
  expect(isGenuine(headers(at), '{}', secret)).toBe(true)
  expect(isGenuine(headers(at), '{ }', secret)).toBe(false)
  expect(isGenuine(headers(new Date(at.getTime() - 600_000)), '{}', secret)).toBe(false)
})

test('loads nothing and runs no script', () => {
  expect(page).not.toMatch(/<script|<link|<img|src=|@import|url\(/)
})
