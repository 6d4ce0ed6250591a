import type { Kernel } from '../../src/kernel/kernel.ts'
import { evaluateWaiting, followChanges } from '../../src/modules/groups/index.ts'
import { followUntilNow } from './events.ts'
import type { TestApp } from './test-app.ts'

/** Does the worker's group work until every event so far is processed. */
export async function followGroups(t: TestApp, kernel: Kernel = t.process.kernel): Promise<void> {
  await followUntilNow(t, 'groups', followChanges, kernel)
  while (await evaluateWaiting(kernel, { isImmediate: true }));
}
