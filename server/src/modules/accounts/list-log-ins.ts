import { cursorOf, readTimeCursor } from '../../kernel/db/paging.ts'
import { fail } from '../../kernel/failure.ts'
import { requireUserId, type Scope } from '../../kernel/scope.ts'
import { logInsOf, userOfMember } from './log-in-views.ts'

const PAGE = 50

/** Lists the log-ins of the acting member, or with `memberId` those of a member or a former one. */
export async function listLogIns(
  scope: Scope,
  { memberId, cursor }: { memberId?: string; cursor?: string | undefined },
) {
  const userId =
    memberId === undefined ? requireUserId(scope) : ((await userOfMember(scope.db, memberId)) ?? fail('not_found'))
  const after = cursor === undefined ? undefined : readTimeCursor(cursor)
  const found = await logInsOf(scope.db, userId, { after, most: PAGE + 1 })
  const rows = found.slice(0, PAGE)
  const last = found.length > PAGE ? rows.at(-1) : undefined
  return {
    data: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    ...(last ? { nextCursor: cursorOf({ key: last.at.toISOString(), id: last.id }) } : {}),
  }
}
