import { readLines } from './line.ts'
import { type Source, isTest, readSources } from './sources.ts'
import { contractWall, libraryWall, serverWall, webWall } from './walls.ts'

/** Finds the imports that break a wall of the house, and circles of imports; one line of text for each. */
export async function findBrokenWalls(
  root: string,
  sources = readSources(root, ['contract/src', 'server', 'web/src']),
): Promise<string[]> {
  const { rooms, features } = await readLines(root)
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const walls = [serverWall(rooms), webWall(features, zodBound(sources)), contractWall, libraryWall]
  const problems: string[] = []
  for (const source of sources) {
    for (const to of source.imports) {
      for (const wall of walls) {
        const rule = wall(source, to)
        if (rule) problems.push(`${source.path}:${to.line} imports ${to.specifier}: ${rule}`)
      }
    }
  }
  for (const circle of findCircles(byPath)) problems.push(`circle of imports: ${circle.join(' -> ')}`)
  return problems
}

/** The files of the contract that, in the end, load zod. */
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
    // A lazy import is how a router reaches the screens that import the router's paths; it closes no circle at load.
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
