import { readModuleOrders } from './module-order.ts'
import { type Source, isTest, readSources } from './sources.ts'
import { contractBoundary, libraryBoundary, serverBoundary, webBoundary } from './boundaries.ts'

/** Finds imports that violate a module boundary, and import cycles; returns one line of text for each. */
export async function findBoundaryViolations(
  root: string,
  sources = readSources(root, ['contract/src', 'server', 'web/src']),
): Promise<string[]> {
  const { modules, features } = await readModuleOrders(root)
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const boundaries = [
    serverBoundary(modules),
    webBoundary(features, zodBound(sources)),
    contractBoundary,
    libraryBoundary,
  ]
  const problems: string[] = []
  for (const source of sources) {
    for (const to of source.imports) {
      for (const boundary of boundaries) {
        const rule = boundary(source, to)
        if (rule) problems.push(`${source.path}:${to.line} imports ${to.specifier}: ${rule}`)
      }
    }
  }
  for (const circle of findCircles(byPath)) problems.push(`import cycle: ${circle.join(' -> ')}`)
  return problems
}

/** Returns the contract files that load zod, directly or through other files. */
export function zodBound(sources: Source[]): Set<string> {
  const bound = new Set<string>()
  for (let isGrowing = true; isGrowing;) {
    isGrowing = false
    for (const { path, imports } of sources) {
      if (bound.has(path) || !path.startsWith('contract/')) continue
      if (imports.some((to) => !to.isType && (to.package === 'zod' || (to.file && bound.has(to.file))))) {
        bound.add(path)
        isGrowing = true
      }
    }
  }
  return bound
}

function findCircles(byPath: Map<string, Source>): string[][] {
  const circles: string[][] = []
  const state = new Map<string, 'open' | 'done'>()
  const trail: string[] = []
  const visit = (path: string): void => {
    const source = byPath.get(path)
    if (!source || isTest(path) || state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      circles.push([...trail.slice(trail.indexOf(path)), path])
      return
    }
    state.set(path, 'open')
    trail.push(path)
    // A router reaches the screens that import its paths through a lazy import, which closes no cycle at load time.
    for (const to of source.imports) if (!to.isType && to.file && !isLazy(source, to.line)) visit(to.file)
    trail.pop()
    state.set(path, 'done')
  }
  for (const path of byPath.keys()) visit(path)
  return circles
}

function isLazy(source: Source, line: number): boolean {
  return /\bimport\s*\(/.test(source.text.split('\n')[line - 1] ?? '')
}
