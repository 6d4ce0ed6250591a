import type { Permission } from '@crewline/contract/permissions'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'

/** What a package about one person contains: all their fields, and entries of the audit log. */
const NEEDED: readonly Permission[] = ['contacts.export', 'contacts.sensitive', 'organization.manage']

/** Fails with `not_permitted` for a member who could not read everywhere else what a package contains. */
export function requirePackageRights(scope: Scope): void {
  if (scope.isLimitedToGroups || !NEEDED.every((permission) => scope.can(permission))) fail('not_permitted')
}
