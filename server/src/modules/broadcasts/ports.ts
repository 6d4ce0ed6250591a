import { definePort } from '../../kernel/ports.ts'
import type { Scope } from '../../kernel/scope.ts'

/** Provided by billing: whether the spending cap of the organization's current month is reached. */
export const spendingCap =
  definePort<(scope: Pick<Scope, 'db' | 'orgId' | 'world' | 'org'>) => Promise<boolean>>('spendingCap')
