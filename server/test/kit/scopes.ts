import type { Kernel } from '../../src/kernel/kernel.ts'
import { makeScope, type Scope } from '../../src/kernel/scope.ts'
import type { Org } from './cast.ts'

/** Creates the system scope of a test organization. */
export function systemScope(kernel: Kernel, org: Pick<Org, 'id'>): Scope {
  return makeScope(
    kernel,
    { id: org.id, country: 'US', timezone: 'America/Chicago', status: 'active' },
    { kind: 'system', reason: 'tests' },
    'test',
  )
}
