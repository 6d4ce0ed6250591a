import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { forgetPages } from '../../kernel/pages/memory.ts'
import type { Scope } from '../../kernel/scope.ts'
import { addUnnamed, deleteUnnamed, isNamed, lockForNaming } from './naming-store.ts'
import { isAnyInNews } from './soon.ts'

interface Naming {
  isNamed: boolean
  isUsed: boolean
}

/** Returns whether news may name a contact; fails with `not_found`. */
export async function namingOf(scope: Scope, contactId: string): Promise<Naming> {
  return {
    isNamed: (await isNamed(scope.db, contactId)) ?? fail('not_found'),
    isUsed: await isAnyInNews(scope),
  }
}

/**
 * Sets whether news may name a contact whom the member may see, with an audit entry; fails with `not_found`. Pages that
 * other processes remember follow within seconds.
 */
export async function setNaming(
  kernel: Kernel,
  scope: Scope,
  { contactId, isNamed: mayBeNamed }: { contactId: string; isNamed: boolean },
): Promise<Naming> {
  await scope.tx(async (tx) => {
    if (!(await lockForNaming(tx, contactId))) fail('not_found')
    const hasChanged = mayBeNamed ? await deleteUnnamed(tx, [contactId]) : await addUnnamed(tx, contactId)
    if (hasChanged) tx.audit(mayBeNamed ? 'contact.named' : 'contact.unnamed', contactId)
  })
  forgetPages(kernel, scope.orgId)
  return namingOf(scope, contactId)
}
