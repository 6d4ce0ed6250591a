import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { boughtLines, releaseBought, type NumberRefusal } from '../lines/index.ts'
import { sendDunning } from './dunning.ts'
import { BillingChanged } from './events.ts'
import { isReleaseDue } from './release-rules.ts'
import { accountOf, lockAccount, saveReleaseAt, saveReleased } from './store/accounts.ts'
import { syncOrganization } from './sync.ts'

/** When a carrier that did not answer, or refused, is asked again, in ms. */
const NO_ANSWER_MS = 3_600_000
const REFUSED_MS = 24 * 3_600_000

/**
 * Releases the numbers that the organization bought here, once that is due. The account is read from the payment service
 * before each number, so that a payment keeps the rest. A number that its carrier did not release is tried again: after an
 * hour when it did not answer, after a day when it refused. One that is released already counts as released. Fails with `ProviderDown`.
 */
export async function releaseNumbers(kernel: Kernel, scope: Scope): Promise<void> {
  const isDue = async () => {
    const account = await accountOf(scope.db, scope.orgId)
    return account !== undefined && isReleaseDue(account, scope.world.now())
  }
  const left: NumberRefusal[] = []
  for (const line of (await isDue()) ? await boughtLines(scope.db, kernel.encryption) : []) {
    await syncOrganization(kernel, scope.orgId)
    if (!(await isDue())) return
    const result = await releaseBought(kernel, scope, line)
    if (result === 'ok') continue
    left.push(result)
    const { id, carrier } = line
    kernel.log.warn({ org: scope.orgId, line: id, carrier, why: result }, 'billing: a number could not be released')
  }
  if (left.length > 0) {
    const waitMs = left.includes('unreachable') ? NO_ANSWER_MS : REFUSED_MS
    await scope.tx(async (tx) => {
      const account = await lockAccount(tx)
      if (account && isReleaseDue(account, tx.world.now()))
        await saveReleaseAt(tx, new Date(tx.world.now().getTime() + waitMs))
    })
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
