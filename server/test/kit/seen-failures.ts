import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyEndpoint } from '@crewline/contract/endpoint'

/** Where a run of `npm test` collects which codes each endpoint answered; scripts/seen-failures.ts reads it. */
const folder = process.env['SEEN_FAILURES_DIR']

const seen = new Set<string>()

/** Records that an endpoint refused a call of a test with this code. */
export function recordFailure(endpoint: AnyEndpoint, code: unknown): void {
  const line = `${endpoint.method} ${endpoint.path} ${String(code)}\n`
  if (folder === undefined || code === undefined || seen.has(line)) return
  seen.add(line)
  appendFileSync(join(folder, `${process.pid}.txt`), line)
}
