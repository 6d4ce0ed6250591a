import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  optionalDependencies?: Record<string, string>
}

/**
 * Finds what would make `npm ci` fail on another machine: optional packages without an entry, packages without an
 * integrity sum.
 */
export function findLockGaps(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const problems: string[] = []
  for (const [path, locked] of Object.entries(packages)) {
    for (const name of Object.keys(locked.optionalDependencies ?? {})) {
      if (!isLocked(packages, path, name))
        problems.push(
          `package-lock.json lists ${name} (required by ${path || 'the root'}) without an entry, so npm ci would fail`,
        )
    }
    if (path.includes('node_modules/') && !locked.link && !locked.integrity)
      problems.push(`package-lock.json has no integrity hash for ${path}`)
  }
  return problems
}

function isLocked(packages: Record<string, Locked>, from: string, name: string): boolean {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('node_modules/') - 1, 0))) {
    if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true
    if (at === '') return false
    if (!at.includes('node_modules/')) at = ''
  }
}
