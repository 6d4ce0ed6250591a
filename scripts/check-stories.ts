import { readSources, type Source, type TreeNode, walk } from './sources.ts'

/** Functions that wait on their own for what they return. */
const WAITING = new Set(['accessibilityProblems', 'problemsInBothSchemes'])

/**
 * Finds expectations of browser stories that look once: on a busy machine the page or the server may not be there yet,
 * and the story fails one run in fifty. Inside `toPass` they are repeated.
 */
export function findHastyExpectations(root: string): string[] {
  return readSources(root, ['e2e']).flatMap((source) =>
    expectationsIn(source).map(
      (line) => `${source.path}:${line} expects what was read once; wait with expect(locator) or expect.poll(() => …)`,
    ),
  )
}

/**
 * Finds browser stories that take `test` from Playwright instead of from the support folder: no one would see the errors on
 * their console, all would come from one client address, and the modes with slow answers and late frames would skip them.
 */
export function findUnwatchedStories(root: string): string[] {
  return readSources(root, ['e2e']).flatMap(({ path, imports }) =>
    path.endsWith('.spec.ts')
      ? imports
          .filter((from) => from.package === '@playwright/test' && !from.isType)
          .map(({ line }) => `${path}:${line} uses Playwright directly; import test and expect from ./support/test.ts`)
      : [],
  )
}

function expectationsIn(source: Source): number[] {
  const repeated: [from: number, to: number][] = []
  const found: { at: number; line: number }[] = []
  walk(source.program, (node) => {
    if (node.type !== 'CallExpression') return
    if (node.callee?.property?.name === 'toPass') repeated.push([node.start, node.end])
    const [value] = node.arguments as (TreeNode | undefined)[]
    if (node.callee?.name !== 'expect' || value?.type !== 'AwaitExpression') return
    const name = (value.argument as TreeNode).callee?.name as string | undefined
    if (!WAITING.has(name ?? '')) found.push({ at: node.start, line: source.lineAt(node.start) })
  })
  return found.filter(({ at }) => !repeated.some(([from, to]) => at > from && at < to)).map(({ line }) => line)
}
