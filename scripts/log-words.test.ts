import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, listFiles, parseSource, walk, type TreeNode } from './sources.ts'

/** Names that our own code defines: constant although interpolated. */
const NAMED_BY_US = new Set(['queue.name', 'targets.name'])

const nameOf = (node: TreeNode | undefined): string => `${node?.object?.name}.${node?.property?.name}`
const isFixed = (node: TreeNode | undefined): boolean =>
  node?.type === 'Literal' ||
  (node?.type === 'TemplateLiteral' &&
    (node.expressions as TreeNode[]).every((expression) => NAMED_BY_US.has(nameOf(expression))))

// These log messages are sent to the error-reporting service unchanged.
test('logs errors with constant messages that contain no personal data', () => {
  const loose: string[] = []
  let logCalls = 0
  const root = join(import.meta.dirname, '..')
  for (const path of listFiles(root, ['server/src'], ['.ts'])) {
    if (isTest(path) || path.startsWith('server/src/simulators/')) continue
    const text = readFileSync(join(root, path), 'utf8')
    // Most files write no log line, and parsing all of them takes seconds.
    if (!/\blog\s*\.(warn|error|fatal)/.test(text)) continue
    const source = parseSource(path, text)
    walk(source.program, (node) => {
      const { callee } = node
      const isLine =
        node.type === 'CallExpression' &&
        callee?.type === 'MemberExpression' &&
        ['warn', 'error', 'fatal'].includes(callee.property?.name as string) &&
        (callee.object?.name === 'log' || callee.object?.property?.name === 'log')
      if (!isLine) return
      logCalls += 1
      const [fields, message] = node.arguments as TreeNode[]
      if (!isFixed(message ?? fields)) loose.push(`${source.path}:${source.lineAt(node.start)}`)
    })
  }
  expect(loose).toEqual([])
  expect(logCalls).toBeGreaterThan(40)
})
