import type { Scope } from '../../../kernel/scope.ts'
import { localDay } from '../settings-rules.ts'
import type { EmployeePage } from '../provider.ts'
import { workersAfter } from '../store/workers.ts'
import { employeeFrom } from './worker-rules.ts'

/** Returns some of the people as they were pushed; the place of a person is the offset of a page. */
export async function readWorkerPage(
  scope: Scope,
  { offset, limit }: { offset: number; limit: number },
): Promise<EmployeePage> {
  const workers = await workersAfter(scope.db, scope.orgId, { after: offset, most: limit })
  const today = localDay(scope.world.now(), scope.org.timezone)
  const people = workers.map(({ personKey, ...worker }) => {
    const employee = employeeFrom({ personKey, worker, today, country: scope.org.country })
    const name = `${employee.firstName} ${employee.lastName}`.trim() || worker.userName
    return { externalId: personKey, name, employee, problem: null }
  })
  return { people, total: null, listed: workers.length, next: workers.at(-1)?.place }
}
