import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { boughtLines, releaseBought } from '../lines/index.ts'
import { sendDunning } from './dunning.ts'
import { BillingChanged } from './events.ts'
import { isReleaseDue } from './release-rules.ts'
import { accountOf, lockAccount, saveReleased } from './store/accounts.ts'
import { syncOrganization } from './sync.ts'

/**
 * Releases the numbers that the organization bought here, once that is due. The account is read from the payment service
 * before each number, so that a payment keeps the rest. A number that its carrier did not release is tried again later;
 * one that is released already counts as released. Fails with `ProviderDown`.
 */
export async function releaseNumbers(kernel: Kernel, scope: Scope): Promise<void> {
  const isDue = async () => {
    const account = await accountOf(scope.db, scope.orgId)
    return account !== undefined && isReleaseDue(account, scope.world.now())
  }
  let left = 0
  for (const line of (await isDue()) ? await boughtLines(scope.db, kernel.encryption) : []) {
    await syncOrganization(kernel, scope.orgId)
    if (!(await isDue())) return
    if (!(await releaseBought(kernel, scope, line))) left += 1
  }
  if (left > 0) {
    kernel.log.warn({ org: scope.orgId, left }, 'billing: numbers could not be released, trying again')
    return
  }
  await scope.tx(async (tx) => {
    const account = await lockAccount(tx)
    if (!account || !isReleaseDue(account, tx.world.now())) return
    await saveReleased(tx)
    tx.audit('billing.numbers-released', tx.orgId)
    tx.publish(BillingChanged, {})
  })
  await sendDunning(kernel, scope)
}
