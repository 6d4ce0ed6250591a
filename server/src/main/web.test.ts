import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Config } from '../kernel/config.ts'
import { addPages, WEB } from './web.ts'

const open = async (simulators: boolean, intercom?: Config['intercom']) => {
  const app = fastify()
  await addPages(app, { simulators, publicUrl: 'https://crewline.example', intercom })
  return async (url: string) => app.inject({ method: 'GET', url })
}

test('lets crawlers read public pages, whether or not the web app is built', async () => {
  const { statusCode, headers, body } = await (await open(false))('/robots.txt')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toMatch(/^User-agent: \*$/m)
  expect(body).not.toContain('/public')
})

describe.skipIf(!existsSync(join(WEB, 'auth.html')))('the pages of the web app', () => {
  test('may connect to this installation only', async () => {
    const get = await open(false)
    const policy = (await get('/')).headers['content-security-policy']
    expect(policy).toContain("connect-src 'self' wss://crewline.example;")
  })

  test('may load the support chat only if the operator has one, and only in the app', async () => {
    const policyOf = async (get: Awaited<ReturnType<typeof open>>, path: string) =>
      (await get(path)).headers['content-security-policy']
    const [without, chat] = [await open(false), await open(false, { appId: 'ab12cd34', region: 'us' })]
    const policy = await policyOf(chat, '/dashboard/inbox')
    expect(policy).toContain("script-src 'self' https://app.intercom.io https://widget.intercom.io")
    expect(policy).toContain("connect-src 'self' wss://crewline.example https://*.intercom.io")
    expect(policy).toContain("frame-src 'self' https://intercom-sheets.com")
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/)
    for (const answer of [policyOf(without, '/dashboard/inbox'), policyOf(chat, '/login')])
      expect(await answer).not.toContain('intercom')
  })

  test('answers 404 at hidden files, and at the developer pages without simulators', async () => {
    const [production, demo] = [await open(false), await open(true)]
    for (const path of ['/.env', '/.git/config', '/x/.env?y=1', '/dev', '/dev/phones'])
      expect([path, (await production(path)).statusCode]).toEqual([path, 404])
    expect((await demo('/dev/phones')).statusCode).toBe(200)
    for (const path of ['/', '/login', '/dashboard/inbox', '/developers'])
      expect([path, (await production(path)).statusCode]).toEqual([path, 200])
  })
})
