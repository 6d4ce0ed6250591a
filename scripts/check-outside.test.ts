import { expect, test } from 'vitest'
import { findOutsideCalls } from './check-outside.ts'
import { onPlanted } from './planted.ts'

const calls = async (files: Record<string, string>): Promise<string> =>
  (await onPlanted({ 'scripts/outside-allowed.json': '[]', ...files }, (root) => findOutsideCalls(root))).join('\n')

test('allows calls in home files, simulators, tests and comments', async () => {
  const all = 'Date.now(); new Date(); Math.random(); randomUUID()\n'
  expect(
    await calls({
      'server/src/kernel/world.ts': all,
      'server/src/simulators/carrier/clock.ts': all,
      'server/src/kernel/a.test.ts': all,
      'server/src/kernel/a.ts':
        "// Date.now() is the world's\nimport { randomUUID } from 'node:crypto'\nconst a = new Date(5)\nconst b = 'process.env'\n",
      'server/src/kernel/config.ts': 'process.env.PORT',
      'web/src/shared/lib/storage.ts': 'localStorage.getItem("a"); document.cookie',
      'web/src/app/main.tsx': 'document.getElementById("root")',
      // A search inside an element that the code was given finds only its own parts.
      'web/src/features/a/a.ts': 'box.current.querySelector("a")',
    }),
  ).toBe('')
})

const planted: [code: string, file: string][] = [
  ['Date.now', 'server/src/modules/a/rules.ts'],
  ['new Date()', 'server/src/modules/a/rules.ts'],
  ['Math.random', 'server/src/kernel/a.ts'],
  ['randomUUID', 'server/src/kernel/a.ts'],
  ['process.env', 'server/src/kernel/a.ts'],
  ['localStorage', 'web/src/features/a/a.ts'],
  ['sessionStorage', 'web/src/app/a.ts'],
  ['document.cookie', 'web/src/features/a/a.ts'],
  ['document.querySelector', 'web/src/features/a/a.ts'],
  ['document.getElementById', 'web/src/shared/ui/a.tsx'],
  ['Intl.NumberFormat', 'server/src/modules/a/a.ts'],
  ['Intl.DateTimeFormat', 'contract/src/a.ts'],
  ['i18n.date', 'web/src/features/a/a.ts'],
]
test.each(planted)('reports %s in %s', async (code, file) => {
  expect(await calls({ [file]: `f(${code.endsWith(')') ? code : `${code}.x()`})` })).toContain(`${file}:1 uses ${code}`)
})

test('reports a number or a date that formats itself', async () => {
  expect(await calls({ 'server/src/modules/a/a.ts': "count.toLocaleString('en')" })).toContain(
    'uses toLocaleString; take it from contract/src/formats.ts',
  )
})

test('accepts a call on the allow-list and reports an unused entry', async () => {
  const allowed = JSON.stringify([{ file: 'server/src/a.ts', what: 'Date.now', why: 'it measures' }])
  expect(await calls({ 'scripts/outside-allowed.json': allowed, 'server/src/a.ts': 'Date.now()' })).toBe('')
  expect(await calls({ 'scripts/outside-allowed.json': allowed, 'server/src/a.ts': 'f()' })).toContain(
    'remove the entry',
  )
})
