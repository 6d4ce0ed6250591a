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
  }),
})

export const { useContactRepairsQuery } = repairs

/** Returns how many contacts have a given problem. */
export function countOf(problems: readonly Problem[], ...kinds: RepairKind[]): number {
  return problems.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { count }) => sum + count, 0)
}
