import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isEndpoint } from '../contract/src/endpoint.ts'
import { listFiles } from './sources.ts'

/**
 * Lists the refusals that endpoints declare and no test saw, from what server/test/kit/seen-failures.ts wrote into a
 * folder. Undeclared ones need no list: the server logs each as an error, which fails the test.
 */
export async function findUnseenFailures(root: string, folder: string): Promise<string[]> {
  const seen = new Set(
    readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n')),
  )
  const unseen: string[] = []
  for (const path of listFiles(root, ['contract/src'], ['.ts'])) {
    if (/\.(test|gen)\.ts$/.test(path)) continue
    const exports = (await import(join(root, path))) as Record<string, unknown>
    for (const [name, value] of Object.entries(exports)) {
      if (!isEndpoint(value)) continue
      const codes = value.fails.filter((code) => !seen.has(`${value.method} ${value.path} ${code}`))
      if (codes.length > 0) unseen.push(`${name}: ${codes.join(', ')}`)
    }
  }
  return unseen.sort()
}
