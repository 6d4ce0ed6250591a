import { expect, test } from 'vitest'
import { findHastyExpectations } from './check-stories.ts'
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
