import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './sources.ts'
import { createdTables, plainSql } from './sql.ts'

/** Opinions of squawk that we do not share, and rules that our own check or the runner covers. */
const NOT_OURS = [
  // A file that fails is rolled back as a whole, or says that it is repeatable.
  'prefer-robust-stmts',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  // A migration may take long; what it must not do is wait long for a lock.
  'require-statement-timeout',
  // Our own check below, which also reads the runner.
  'require-lock-timeout',
]
/** What a file with a line "-- contract:" may do. */
const CONTRACTION = ['ban-drop-column', 'ban-drop-table', 'ban-drop-not-null', 'renaming-column', 'renaming-table']
const OUTSIDE = /^\s*-- outside a transaction:\s*\S/

/**
 * Finds migrations that are not forward-only, block a table that is in use, may wait forever for a lock, or leave a
 * tenant's table open to other tenants.
 */
export function findUnsafeMigrations(root: string): string[] {
  const runner = join(root, 'server/src/kernel/db/migrate.ts')
  const isLockLimited = existsSync(runner) && /lock_timeout/.test(readFileSync(runner, 'utf8'))
  return listFiles(root, ['server/migrations'], ['.sql']).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return [...findUnsafe(text, isLockLimited), ...findBlocking(text)].map((problem) => `${path}: ${problem}`)
  })
}

const SQUAWK = join(import.meta.dirname, '../node_modules/@squawk-cli/linux-x64/bin/squawk')

/** Whether squawk can run here. Its package is locked for Linux on x64 only, which is what CI runs on. */
export const canFindBlocking = process.platform === 'linux' && process.arch === 'x64'

/** Finds statements that would block a table in use or break a running version, with squawk. */
export function findBlocking(text: string): string[] {
  if (!canFindBlocking) return []
  const excluded = [...NOT_OURS, ...(isContraction(text) ? CONTRACTION : [])]
  const mode = OUTSIDE.test(text) ? [] : ['--assume-in-transaction']
  const { stdout, stderr, status, error } = spawnSync(
    SQUAWK,
    ['--pg-version', '18', '--reporter', 'json', ...mode, ...excluded.flatMap((rule) => ['--exclude', rule])],
    { input: text, encoding: 'utf8' },
  )
  // 0: nothing found, 1: something found.
  if (error || (status !== 0 && status !== 1)) return [`squawk failed: ${error?.message ?? stderr}`]
  return (JSON.parse(stdout) as Finding[]).map(
    ({ line, rule_name, message, help }) => `line ${line + 1}: ${message} ${help ?? ''} (${rule_name})`,
  )
}

interface Finding {
  line: number
  rule_name: string
  message: string
  help: string | null
}

/** Whether the file says that it removes only what no running version uses. */
function isContraction(text: string): boolean {
  return /^--\s*contract:\s*\S/m.test(text)
}

/** Finds the problems in the text of one migration. */
export function findUnsafe(text: string, isLockLimited = false): string[] {
  const sql = plainSql(text)
  const problems: string[] = []
  if (!isContraction(text)) {
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
  if (!isLockLimited && !OUTSIDE.test(text) && !/\bset\s+(local\s+)?lock_timeout\b/.test(sql)) {
    problems.push("waits for a lock without a time limit: start with set local lock_timeout = '2s'")
  }
  if (OUTSIDE.test(text) && sql.split(';').filter((statement) => statement.trim()).length > 1)
    problems.push('runs outside a transaction and has more than one statement: a failure would leave it half done')
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
