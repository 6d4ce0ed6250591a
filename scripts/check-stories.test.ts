import { expect, test } from 'vitest'
import { findHastyExpectations, findUnwatchedStories } from './check-stories.ts'
import { onPlanted } from './planted.ts'

const problems = (story: string) => onPlanted({ 'e2e/a.spec.ts': story }, findHastyExpectations)

test('allows expectations that wait, are repeated, or look at what waited', async () => {
  const story = [
    "await expect(page.getByText('a')).toHaveCount(0)",
    'await expect.poll(() => page.evaluate(width)).toBe(320)',
    "await expect(async () => expect(await row.count(), 'rows').toBe(2)).toPass()",
    'expect(await problemsInBothSchemes(page)).toEqual([])',
    'expect(answer.status).toBe(200)',
  ].join('\n')
  expect(await problems(story)).toEqual([])
})

test('reports an expectation of what was read once', async () => {
  expect(await problems("const a = 1\nexpect(await row.count(), 'rows').toBe(2)\n")).toEqual([
    'e2e/a.spec.ts:2 expects what was read once; wait with expect(locator) or expect.poll(() => …)',
  ])
})

test('reports a story whose console no one watches', async () => {
  const unwatched = "import type { Page } from '@playwright/test'\nimport { test } from '@playwright/test'\n"
  const watched = "import { devices } from './support/test.ts'\nimport type { Page } from '@playwright/test'\n"
  const found = await onPlanted(
    { 'e2e/a.spec.ts': unwatched, 'e2e/b.spec.ts': watched, 'e2e/support/test.ts': unwatched },
    findUnwatchedStories,
  )
  expect(found).toEqual(['e2e/a.spec.ts:2 uses Playwright directly; import test and expect from ./support/test.ts'])
})
