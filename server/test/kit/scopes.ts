import type { Kernel } from '../../src/kernel/kernel.ts'
import { makeScope, type Scope } from '../../src/kernel/scope.ts'
import type { Org } from './cast.ts'

/** The scope in which the product itself works for an organization of a test. */
export function systemScope(kernel: Kernel, org: Pick<Org, 'id'>): Scope {
  return makeScope(
    kernel,
    { id: org.id, country: 'US', timezone: 'America/Chicago', standing: 'active' },
    { kind: 'system', reason: 'tests' },
    'test',
  )
}
