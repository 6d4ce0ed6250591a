import type { Scope } from '../../kernel/scope.ts'

/** How long each process caches figures, in ms. */
const REMEMBER_MS = 60_000
const MOST_REMEMBERED = 500

const cache = new Map<string, { figures: Promise<unknown>; untilMs: number }>()

/**
 * Returns figures of an organization, up to a minute old. Members with group scope get figures of their own; failures
 * are not kept. The parts of the key name the figures and the days.
 */
export function remembered<T>(scope: Scope, parts: readonly string[], read: () => Promise<T>): Promise<T> {
  const { actor } = scope
  const viewer = actor.kind === 'member' && actor.scope === 'groups' ? actor.memberId : 'all'
  const key = [scope.orgId, viewer, scope.org.timezone, ...parts].join('|')
  const now = scope.world.monotonicMs()
  const cached = cache.get(key)
  // The key names what was read, so what it finds has the same type.
  if (cached && cached.untilMs > now) return cached.figures as Promise<T>
  if (cache.size >= MOST_REMEMBERED) cache.clear()
  const figures = read()
  cache.set(key, { figures, untilMs: now + REMEMBER_MS })
  figures.catch(() => cache.delete(key))
  return figures
}
