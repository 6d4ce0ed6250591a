import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  src?: string
  name?: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

interface Budgets {
  /** How far a part may exceed its budget, in percent. */
  tolerancePercent: number
  /** Kilobytes (1000 bytes, gzip) of script that each page loads before its first paint, by entry. */
  entries: Record<string, number>
  /** Kilobytes that opening a screen adds to its page, by the end of the screen's path. */
  screens: Record<string, { page: string; kilobytes: number }>
  /** Kilobytes of style sheets that any one page loads. */
  css: number
}

export interface Weight {
  name: string
  kilobytes: number
  budget: number
}

/**
 * Weighs what browsers load against scripts/budgets.json; returns each weight and one line for each exceeded budget.
 */
export function weighPages(root: string): { weights: Weight[]; problems: string[] } {
  const dist = join(root, 'web/dist')
  const manifestFile = join(dist, '.vite/manifest.json')
  if (!existsSync(manifestFile)) {
    return {
      weights: [],
      problems: ['web/dist/.vite/manifest.json is missing: build the web with build.manifest enabled'],
    }
  }
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>
  const budgets = JSON.parse(readFileSync(join(root, 'scripts/budgets.json'), 'utf8')) as Budgets
  const problems: string[] = []
  const weights: Weight[] = []
  const sum = (files: Iterable<string>): number => {
    let bytes = 0
    for (const file of files) bytes += gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
    return bytes / 1000
  }
  const pages = new Map<string, ReturnType<typeof closure>>()
  for (const [entry, budget] of Object.entries(budgets.entries)) {
    const key = Object.keys(manifest).find((candidate) => manifest[candidate]?.isEntry && candidate.endsWith(entry))
    if (!key) {
      problems.push(`scripts/budgets.json has a budget for ${entry}, which is not an entry of the build`)
      continue
    }
    const page = closure(manifest, [key])
    pages.set(entry, page)
    weights.push({ name: `${entry} script`, kilobytes: sum(page.scripts), budget })
    weights.push({ name: `${entry} styles`, kilobytes: sum(page.styles), budget: budgets.css })
  }
  for (const [screen, { page, kilobytes }] of Object.entries(budgets.screens)) {
    const key = Object.keys(manifest).find((candidate) => candidate.endsWith(screen) && !manifest[candidate]?.isEntry)
    const loaded = pages.get(page)
    if (!key || !loaded) {
      problems.push(
        `scripts/budgets.json has a budget for ${screen} on ${page}, which is not a lazy screen of the build`,
      )
      continue
    }
    const added = [...closure(manifest, [key]).scripts].filter((file) => !loaded.scripts.has(file))
    weights.push({ name: `${screen} script`, kilobytes: sum(added), budget: kilobytes })
  }
  for (const { name, kilobytes, budget } of weights) {
    if (kilobytes > budget * (1 + budgets.tolerancePercent / 100)) {
      problems.push(
        `${name} weighs ${kilobytes.toFixed(1)} kB, over its budget of ${budget} kB (gzip): load part of it later, or justify a larger budget`,
      )
    }
  }
  return { weights, problems }
}

function closure(manifest: Record<string, Chunk>, keys: string[]): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || scripts.has(chunk.file)) return
    if (chunk.file.endsWith('.js')) scripts.add(chunk.file)
    for (const file of chunk.css ?? []) styles.add(file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return { scripts, styles }
}
