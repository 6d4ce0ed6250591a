import type { ReplyOf } from '@crewline/contract/endpoint'
import { RepairKind, type contactRepairs } from '@crewline/contract/repairs'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { requireUserId, type Scope } from '../../kernel/scope.ts'
import { summariesOf } from '../contacts/index.ts'
import { listRepairs } from './views/repairs.ts'

/** Contacts shown of each problem: the list is read again after each fix. */
const SHOWN = 25

/** Throttle: looking for contacts without consent reads many of them. */
const perMember = makeLocalLimit(60, 60)

/** Lists the visible contacts whose details need a fix, by problem. */
export async function repairs(scope: Scope): Promise<Pick<ReplyOf<typeof contactRepairs>, 'problems'>> {
  await perMember.take(requireUserId(scope))
  const found = new Map((await listRepairs(scope.db, SHOWN)).map((repair) => [repair.kind, repair]))
  const ids = [...found.values()].flatMap((repair) => repair.ids)
  const summaries = new Map(
    (await summariesOf(scope.db, scope.org.country, ids)).map((contact) => [contact.id, contact]),
  )
  return {
    problems: RepairKind.options.flatMap((kind) => {
      const repair = found.get(kind)
      if (!repair) return []
      return [{ kind, count: repair.count, contacts: repair.ids.flatMap((id) => summaries.get(id) ?? []) }]
    }),
  }
}
