import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './sources.ts'
import { createdTables, plainSql } from './sql.ts'

/**
 * Finds migrations that are not forward-only, may wait forever for a lock, or leave a tenant's table open to other
 * tenants.
 */
export function findUnsafeMigrations(root: string): string[] {
  const runner = join(root, 'server/src/kernel/db/migrate.ts')
  const isLockLimited = existsSync(runner) && /lock_timeout/.test(readFileSync(runner, 'utf8'))
  return listFiles(root, ['server/migrations'], ['.sql']).flatMap((path) =>
    findUnsafe(readFileSync(join(root, path), 'utf8'), isLockLimited).map((problem) => `${path}: ${problem}`),
  )
}

/** Finds the problems in the text of one migration. */
export function findUnsafe(text: string, isLockLimited = false): string[] {
  const sql = plainSql(text)
  const problems: string[] = []
  const isContraction = /^--\s*contract:\s*\S/m.test(text)
  if (!isContraction) {
    const drop = /\bdrop\s+(?!not\s+null|default|identity|expression)[^;,]*/.exec(sql)
    if (drop)
      problems.push(
        `"${drop[0].trim().slice(0, 60)}" removes something that a running version may still use. Once no version uses it, add a line "-- contract: <why it is safe>"`,
      )
    const rename = /\brename\b[^;]*/.exec(sql)
    if (rename)
      problems.push(
        `"${rename[0].trim().slice(0, 60)}" breaks running versions. Add the new name, migrate to it, and remove the old one in a later release ("-- contract: <why>")`,
      )
  }
  if (!isLockLimited && !/\bset\s+(local\s+)?lock_timeout\b/.test(sql)) {
    problems.push("waits for a lock without a time limit: start with set local lock_timeout = '2s'")
  }
  for (const { name, columns, isPartition } of createdTables(text)) {
    if (isPartition) continue
    if (!/\bprimary\s+key\b/.test(columns)) problems.push(`${name} has no primary key`)
    if (/\borg_id\b/.test(columns)) problems.push(...missingFences(sql, name))
  }
  return problems
}

function missingFences(sql: string, name: string): string[] {
  const missing: string[] = []
  const altered = new RegExp(String.raw`\balter\s+table\s+(?:only\s+)?(?:\w+\.)?"?${name}"?\s+([^;]*)`, 'g')
  const statements = [...sql.matchAll(altered)].map((match) => match[1] ?? '').join(' ; ')
  if (!/\benable\s+row\s+level\s+security\b/.test(statements)) missing.push('enable row level security')
  if (!/\bforce\s+row\s+level\s+security\b/.test(statements)) missing.push('force row level security')
  const policies = [
    ...sql.matchAll(new RegExp(String.raw`\bcreate\s+policy\s+"?\w+"?\s+on\s+(?:\w+\.)?"?${name}"?\b([^;]*)`, 'g')),
  ]
  if (!policies.some((policy) => /\bwith\s+check\b/.test(policy[1] ?? ''))) missing.push('a policy with check')
  return missing.map((fence) => `${name} has an org_id and lacks ${fence}`)
}
