import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { addPages, WEB } from './web.ts'

const open = async (simulators: boolean) => {
  const app = fastify()
  await addPages(app, { simulators, publicUrl: 'https://crewline.example' })
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

  test('answers 404 at hidden files, and at the developer pages without simulators', async () => {
    const [production, demo] = [await open(false), await open(true)]
    for (const path of ['/.env', '/.git/config', '/x/.env?y=1', '/dev', '/dev/phones'])
      expect([path, (await production(path)).statusCode]).toEqual([path, 404])
    expect((await demo('/dev/phones')).statusCode).toBe(200)
    for (const path of ['/', '/login', '/dashboard/inbox', '/developers'])
      expect([path, (await production(path)).statusCode]).toEqual([path, 200])
  })
})
