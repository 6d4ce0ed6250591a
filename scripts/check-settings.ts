import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files that read settings; the second holds the checks of outside services. */
const READERS = ['server/src/kernel/config.ts', 'server/src/kernel/service-settings.ts']

/** Finds settings that the code reads but .env.example does not explain, and the reverse. */
export function findUnexplainedSettings(root: string): string[] {
  const config = READERS.map((path) => join(root, path))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const example = readFileSync(join(root, '.env.example'), 'utf8')
  const read = new Set([...config.matchAll(/\benv(?:\.|\[['"])([A-Z][A-Z0-9_]+)/g)].map((match) => match[1] ?? ''))
  const explained = new Set([...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1] ?? ''))
  return [
    ...[...read]
      .filter((name) => !explained.has(name))
      .map((name) => `.env.example does not explain ${name}, which config.ts reads`),
    ...[...explained]
      .filter((name) => !read.has(name))
      .map((name) => `.env.example explains ${name}, which config.ts does not read`),
  ]
}
