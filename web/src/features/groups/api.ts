import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

const groups = api.injectEndpoints({
  endpoints: (build) => ({
    // The whole answer is kept: the session takes the names out of it too.
    groupValues: build.query<Reply<'groupValues'>, void>({
      query: () => call('groupValues', {}),
      providesTags: [listOf('Group')],
      keepUnusedDataFor: 3600,
    }),
  }),
})

interface Asking {
  skip?: boolean
  /** Asks again when the answer is older than this, in seconds. */
  refetchOnMountOrArgChange?: number
}

/** Every group of the organization, with how many people each has. */
export function useGroupValues(asking: Asking = {}) {
  const { data, isError, refetch } = groups.useGroupValuesQuery(undefined, asking)
  return { data: data?.groups, isError, refetch }
}
