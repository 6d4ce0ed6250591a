import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The page that maps each sentence of the specification to the tests that prove it. */
export const CONFORMANCE = 'docs/conformance.md'

/** Finds rows of the conformance page that name no test or a test that does not exist. */
export function findUnprovedSentences(root: string): string[] {
  const path = join(root, CONFORMANCE)
  if (!existsSync(path)) return [`${CONFORMANCE} is missing: it lists which test proves which requirement`]
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| *(-|sentence)/.test(line))
  if (rows.length === 0) return [`${CONFORMANCE} has no rows`]
  return rows.flatMap((row) => problemsOf(root, row))
}

/** A row is `| sentence | file: title; file: title |`; a title may be the beginning of the test's title. */
function problemsOf(root: string, row: string): string[] {
  const [, sentence = '', proofs = ''] = row.split('|').map((cell) => cell.trim())
  const named = [...proofs.matchAll(/`([^`]+)`: ([^;]+)/g)]
  if (named.length === 0) return [`no test proves "${sentence.slice(0, 80)}"`]
  return named.flatMap(([, file = '', title = '']) => {
    const path = join(root, file)
    if (!existsSync(path)) return [`"${sentence.slice(0, 60)}" is proved by ${file}, which does not exist`]
    const text = plain(readFileSync(path, 'utf8'))
    return text.includes(plain(title)) ? [] : [`"${sentence.slice(0, 60)}": ${file} has no test "${title.trim()}"`]
  })
}

/** Normalizes quotes and escapes, which differ between Markdown and code. */
function plain(text: string): string {
  return text
    .replace(/\\(['"`])/g, '$1')
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}
