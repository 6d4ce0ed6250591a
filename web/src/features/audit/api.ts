import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'

/** An entry of the audit log. */
export type AuditEntry = Reply<'auditEntries'>['data'][number]
/** Which entries are shown. */
export type AuditFilters = CallInput<'exportAudit'>['query']

const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    auditEntries: build.infiniteQuery<Reply<'auditEntries'>, AuditFilters, string | undefined>({
      infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: (last) => last.nextCursor },
      query: ({ queryArg, pageParam: cursor }) =>
        call('auditEntries', { query: { ...queryArg, ...(cursor && { cursor }) } }),
      keepUnusedDataFor: 5,
    }),
    auditFilters: build.query<Reply<'auditFilters'>, void>({
      query: () => call('auditFilters', {}),
    }),
  }),
})

export const { useAuditEntriesInfiniteQuery, useAuditFiltersQuery } = auditApi
