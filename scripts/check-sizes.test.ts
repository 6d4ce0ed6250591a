import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { weighPages } from './check-sizes.ts'
import { onPlanted } from './planted.ts'

const kilobytes = (count: number): string => randomBytes(count * 500).toString('hex')

const build = (budgets: object, screenSize = 4): Record<string, string> => ({
  'scripts/budgets.json': JSON.stringify({ tolerancePercent: 5, entries: {}, screens: {}, css: 32, ...budgets }),
  'web/dist/.vite/manifest.json': JSON.stringify({
    'index.html': {
      file: 'assets/index.js',
      isEntry: true,
      imports: ['_shared.js'],
      dynamicImports: ['src/A.tsx'],
      css: ['assets/a.css'],
    },
    '_shared.js': { file: 'assets/shared.js' },
    'src/A.tsx': { file: 'assets/screen.js', imports: ['_shared.js'] },
  }),
  'web/dist/assets/index.js': kilobytes(4),
  'web/dist/assets/shared.js': kilobytes(4),
  'web/dist/assets/screen.js': kilobytes(screenSize),
  'web/dist/assets/a.css': kilobytes(1),
})

test('weighs a page by its entry and its imports, and a screen only by what it adds', async () => {
  const files = build({ entries: { 'index.html': 6 }, screens: { 'A.tsx': { page: 'index.html', kilobytes: 3 } } })
  const { weights, problems } = await onPlanted(files, weighPages)
  const weightOf = (name: string): number => weights.find((weight) => weight.name === name)?.kilobytes ?? 0
  expect(problems).toEqual([])
  expect(weightOf('index.html script')).toBeGreaterThan(4)
  expect(weightOf('A.tsx script')).toBeGreaterThan(2)
  expect(weightOf('A.tsx script')).toBeLessThan(3)
})

test('reports a page, a screen or a style sheet over its budget', async () => {
  const files = build(
    { entries: { 'index.html': 2 }, screens: { 'A.tsx': { page: 'index.html', kilobytes: 1 } }, css: 0.1 },
    8,
  )
  const { problems } = await onPlanted(files, weighPages)
  expect(problems.join('\n')).toMatch(/index\.html script weighs/)
  expect(problems.join('\n')).toMatch(/index\.html styles weighs/)
  expect(problems.join('\n')).toMatch(/A\.tsx script weighs/)
})

test('reports a budget without a built file, and a missing build', async () => {
  expect((await onPlanted(build({ entries: { 'gone.html': 2 } }), weighPages)).problems.join()).toMatch(
    /gone\.html, which is not an entry/,
  )
  expect((await onPlanted({}, weighPages)).problems.join()).toMatch(/manifest\.json is missing/)
})
