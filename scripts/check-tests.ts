import { readSources, type Source, type TreeNode, walk } from './sources.ts'

/** The shortest time limit that a busy machine does not pass, in ms. */
const PATIENCE_MS = 10_000

/** Matchers with an upper limit. */
const LIMITS = new Set(['toBeLessThan', 'toBeLessThanOrEqual'])

/** What processes the events after the position of a follower, kernel/events/durable.ts. */
const READERS = new Set(['consumeEvents', 'repeatEvents'])

/**
 * Finds what makes tests fail on a busy machine: limits on the time that something took, waits that give up early, the
 * state `queued` in the response to a sent message while a sender runs, which may have been faster than the response, and
 * passes of a follower that end when it sees no more events, which may only be held up by a transaction of another test.
 */
export function findHastyTests(root: string): string[] {
  const sources = readSources(root, ['contract', 'client', 'server', 'scripts', 'web'])
  const isTest = ({ path }: Source) => /\.test\.tsx?$/.test(path)
  const followers = new Set(sources.filter((source) => !isTest(source)).flatMap(followersIn))
  return sources
    .filter(isTest)
    .flatMap((source) => [
      ...timeLimitsIn(source),
      ...shortWaitsIn(source),
      ...queuedResponsesIn(source),
      ...endlessPassesIn(source, followers),
    ])
}

function timeLimitsIn(source: Source): string[] {
  const moments = new Set<string>()
  walk(source.program, (node) => {
    if (node.type === 'VariableDeclarator' && isNow(node.init as TreeNode | null)) moments.add(String(node.id?.name))
  })
  const isMoment = (node: TreeNode) => isNow(node) || (node.type === 'Identifier' && moments.has(String(node.name)))
  return linesOf(source, (node) => {
    if (node.type !== 'CallExpression' || !LIMITS.has(String(node.callee?.property?.name))) return false
    const [limit] = node.arguments as TreeNode[]
    const [value] = (node.callee.object?.arguments ?? []) as TreeNode[]
    if (limit?.type !== 'Literal' || Number(limit.value) >= PATIENCE_MS || value?.type !== 'BinaryExpression')
      return false
    return value.operator === '-' && [value.left, value.right].some((side) => isMoment(side as TreeNode))
  }).map((line) => `${source.path}:${line} limits the time that something took; allow 10 s or measure computing time`)
}

/** `performance.now()` */
function isNow(node: TreeNode | null | undefined): boolean {
  return node?.type === 'CallExpression' && node.callee?.object?.name === 'performance'
}

function shortWaitsIn(source: Source): string[] {
  return linesOf(source, (node) => {
    if (node.type !== 'CallExpression') return false
    if (node.callee?.name === 'setTimeout') {
      const [work, ms] = node.arguments as (TreeNode | undefined)[]
      const isRefusal = work?.body?.callee?.name === 'reject'
      return isRefusal && ms?.type === 'Literal' && Number(ms.value) < PATIENCE_MS
    }
    const { object, property } = (node.callee ?? {}) as { object?: TreeNode; property?: TreeNode }
    const called = `${String(object?.name)}.${String(property?.name)}`
    if (called !== 'expect.poll' && called !== 'vi.waitFor') return false
    const options = (node.arguments as (TreeNode | undefined)[])[1]
    const given = (options?.properties as TreeNode[] | undefined)?.find(({ key }) => key?.name === 'timeout')
    const limit = options?.type === 'Literal' ? options : (given?.value as TreeNode | undefined)
    // vitest.config.ts makes polls wait long enough; vi.waitFor gives up after a second by itself.
    if (!limit) return called === 'vi.waitFor'
    return limit.type === 'Literal' && Number(limit.value) < PATIENCE_MS
  }).map((line) => `${source.path}:${line} gives up waiting within 10 s; a busy machine needs longer`)
}

function queuedResponsesIn(source: Source): string[] {
  if (!hasSender(source)) return []
  return linesOf(source, (node) => {
    // { body: { message: { state: 'queued' } } }
    if (node.type === 'Property' && node.key?.name === 'message')
      return ((node.value?.properties ?? []) as TreeNode[]).some(
        ({ key, value }) => key?.name === 'state' && value?.value === 'queued',
      )
    // expect(response.body.message.state).toBe('queued')
    if (node.type !== 'CallExpression' || node.callee?.property?.name !== 'toBe') return false
    const [value] = (node.callee.object?.arguments ?? []) as TreeNode[]
    const [expected] = node.arguments as TreeNode[]
    const isState = value?.property?.name === 'state' && value.object?.property?.name === 'message'
    return isState && expected?.value === 'queued'
  }).map((line) => `${source.path}:${line} expects queued in a response; the sender may be faster than the response`)
}

/** The names of the functions that do a pass of a follower. */
function followersIn(source: Source): string[] {
  const names: string[] = []
  walk(source.program, (node) => {
    if (node.type !== 'FunctionDeclaration') return
    let reads = false
    walk(node.body, (inner) => {
      reads ||= inner.type === 'CallExpression' && READERS.has(String(inner.callee?.name))
    })
    if (reads) names.push(String((node.id as TreeNode | undefined)?.name))
  })
  return names
}

/** `while (await pass(kernel));` outside of a wait that repeats it. */
function endlessPassesIn(source: Source, followers: Set<string>): string[] {
  const waits: { start: number; end: number }[] = []
  walk(source.program, (node) => {
    const name = node.callee?.name ?? node.callee?.property?.name
    if (node.type === 'CallExpression' && name === 'until') waits.push({ start: node.start, end: node.end })
  })
  return linesOf(source, (node) => {
    if (node.type !== 'WhileStatement' || (node.body as TreeNode | undefined)?.type !== 'EmptyStatement') return false
    const call = (node['test'] as TreeNode | undefined)?.['argument'] as TreeNode | undefined
    if (!followers.has(String(call?.callee?.name))) return false
    return !waits.some(({ start, end }) => start < node.start && node.start < end)
  }).map((line) => `${source.path}:${line} ends when no event is visible yet; wait with followUntilNow or until`)
}

/** Whether the file starts a test app with the role sender, which is among the default ones. */
function hasSender(source: Source): boolean {
  let has = false
  walk(source.program, (node) => {
    if (node.type !== 'CallExpression' || node.callee?.name !== 'testApp') return
    const [options] = node.arguments as (TreeNode | undefined)[]
    const roles = (options?.properties as TreeNode[] | undefined)?.find(({ key }) => key?.name === 'roles')
    has ||= !roles || String(roles.value?.value).includes('sender')
  })
  return has
}

function linesOf(source: Source, fits: (node: TreeNode) => boolean): number[] {
  const lines: number[] = []
  walk(source.program, (node) => {
    if (fits(node)) lines.push(source.lineAt(node.start))
  })
  return lines
}
