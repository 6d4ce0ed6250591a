import { expect, test } from 'vitest'
import { findLockGaps } from './check-lock.ts'
import { onPlanted } from './planted.ts'

const gaps = (packages: object): Promise<string[]> =>
  onPlanted({ 'package-lock.json': JSON.stringify({ packages }) }, (root) => findLockGaps(root))

test('finds no gap in a complete lock file, wherever npm put the optional package', async () => {
  expect(
    await gaps({
      '': { optionalDependencies: { a: '1' } },
      'node_modules/a': { integrity: 'sha512-a', optionalDependencies: { b: '1', c: '1' } },
      'node_modules/b': { integrity: 'sha512-b' },
      'node_modules/a/node_modules/c': { integrity: 'sha512-c' },
      server: { optionalDependencies: { a: '1' } },
      'node_modules/@crewline/server': { link: true },
    }),
  ).toEqual([])
})

test('reports a missing platform package and a missing integrity hash', async () => {
  const problems = await gaps({ '': {}, 'node_modules/a': { optionalDependencies: { 'a-linux': '1' } } })
  expect(problems.join('\n')).toMatch(/lists a-linux \(required by node_modules\/a\) without an entry/)
  expect(problems.join('\n')).toMatch(/no integrity hash for node_modules\/a/)
})
