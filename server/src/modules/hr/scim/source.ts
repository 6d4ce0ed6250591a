import type { Scope } from '../../../kernel/scope.ts'
import { localDay } from '../settings-rules.ts'
import type { EmployeePage } from '../provider.ts'
import { personHash } from '../person-rules.ts'
import { NAME_OF_ERASED } from '../problem-rules.ts'
import { workersAfter } from '../store/workers.ts'
import { erasedAmong } from './workers-views.ts'
import { employeeFrom } from './worker-rules.ts'

/** Returns some of the people as they were pushed; the place of a person is the offset of a page. */
export async function readWorkerPage(
  scope: Scope,
  { offset, limit }: { offset: number; limit: number },
): Promise<EmployeePage> {
  const workers = await workersAfter(scope.db, scope.orgId, { after: offset, most: limit })
  const today = localDay(scope.world.now(), scope.org.timezone)
  const hashOf = ({ userName }: { userName: string }) => personHash(scope, scope.orgId, userName.toLowerCase())
  const erased = await erasedAmong(scope.db, scope.orgId, workers.map(hashOf))
  const people = workers.map(({ personKey, ...worker }) => {
    const employee = employeeFrom({ personKey, worker, today, country: scope.org.country })
    const name = `${employee.firstName} ${employee.lastName}`.trim() || worker.userName
    return { externalId: personKey, name, employee, problem: erased.has(hashOf(worker)) ? NAME_OF_ERASED : null }
  })
  return { people, total: null, listed: workers.length, next: workers.at(-1)?.place }
}
