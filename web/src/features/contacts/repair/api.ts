import type { RepairKind } from '@crewline/contract/repairs'
import { api } from '../../../shared/api/base.ts'
import { call, type Reply } from '../../../shared/api/from-contract.ts'
import { listOf } from '../../../shared/api/tags.ts'

/** The contacts with one problem. */
export type Problem = Reply<'contactRepairs'>['problems'][number]

const repairs = api.injectEndpoints({
  endpoints: (build) => ({
    contactRepairs: build.query<Problem[], void>({
      query: () => call('contactRepairs', {}),
      transformResponse: (reply: Reply<'contactRepairs'>) => reply.problems,
      providesTags: [listOf('Contact')],
    }),
    // The same for the banner, which asks again at its own pace: a change of any contact would ask twice a second.
    contactsToFix: build.query<Problem[], void>({
      query: () => call('contactRepairs', {}),
      transformResponse: (reply: Reply<'contactRepairs'>) => reply.problems,
    }),
  }),
})

export const { useContactRepairsQuery, useContactsToFixQuery } = repairs

/** Each problem is counted up to this number. */
const counted = 1000

/** Returns the sign after a count that reached the number up to which is counted. */
export const moreThan = (count: number): string => (count >= counted ? '+' : '')

/** Returns how many contacts have a given problem. */
export function countOf(problems: readonly Problem[], ...kinds: RepairKind[]): number {
  return problems.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { count }) => sum + count, 0)
}
