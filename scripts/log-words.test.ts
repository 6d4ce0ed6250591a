import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, listFiles, parseSource, walk, type TreeNode } from './sources.ts'

/** Parts of words that are fixed all the same: names that our own code gives. */
const NAMED_BY_US = new Set(['queue.name'])

const nameOf = (node: TreeNode | undefined): string => `${node?.object?.name}.${node?.property?.name}`
const isFixed = (node: TreeNode | undefined): boolean =>
  node?.type === 'Literal' ||
  (node?.type === 'TemplateLiteral' && (node.expressions as TreeNode[]).every((one) => NAMED_BY_US.has(nameOf(one))))

// They are told to the error-reporting service as they are.
test('what the server’s log says of an error is the same every time: nothing of anybody stands in its words', () => {
  const loose: string[] = []
  let seen = 0
  const root = join(import.meta.dirname, '..')
  for (const path of listFiles(root, ['server/src'], ['.ts'])) {
    if (isTest(path) || path.startsWith('server/src/simulators/')) continue
    const text = readFileSync(join(root, path), 'utf8')
    // Most files write no line, and parsing them all takes seconds.
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
      seen += 1
      const [fields, words] = node.arguments as TreeNode[]
      if (!isFixed(words ?? fields)) loose.push(`${source.path}:${source.lineAt(node.start)}`)
    })
  }
  expect(loose).toEqual([])
  expect(seen).toBeGreaterThan(40)
})
