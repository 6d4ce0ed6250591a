import { Failure } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { describeReviewed } from './restored-views.ts'
import { decide, restoredPage } from './decide-restored.ts'
import { systemScope } from './scope.ts'

/** The reviews of all organizations with the first texts that wait in each. */
export async function reviewsForOperator(kernel: Kernel) {
  const system = kernel.database.asSystem('the operator lists the restored organizations')
  const reviews = []
  for (const { orgId, name, slug } of await describeReviewed(system)) {
    const { scope } = await systemScope(kernel, orgId, 'operator')
    const { review, data, total } = await restoredPage(scope)
    if (review) reviews.push({ ...review, name, slug, texts: data, total })
  }
  return reviews
}

/** Decides for an organization; with `isForced` also before the carriers have answered. */
export async function decideAsOperator(
  kernel: Kernel,
  orgId: string,
  { decision, isForced }: { decision: 'release' | 'cancel'; isForced: boolean },
): Promise<{ released: number; cancelled: number } | 'no_review' | 'not_asked'> {
  const { scope } = await systemScope(kernel, orgId, 'operator')
  try {
    return await decide(scope, { decision, except: [] }, { isForced })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'not_found') return 'no_review'
    if (error.code === 'carriers_not_asked') return 'not_asked'
    throw error
  }
}
