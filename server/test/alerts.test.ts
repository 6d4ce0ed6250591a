import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from './kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web,worker,sender' })
})
afterAll(() => t.close())

test('every figure of the example alerts exists', async () => {
  const rules = readFileSync(new URL('../../deploy/prometheus/alerts.yaml', import.meta.url), 'utf8')
  const wanted = new Set(rules.match(/\bcrewline_\w+/g))
  const text = await (await fetch(`${t.process.address}/metrics`)).text()
  const existing = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  expect(wanted.size).toBeGreaterThan(8)
  expect([...wanted].filter((name) => !existing.has(name))).toEqual([])
})
