import { skipToken } from '@reduxjs/toolkit/query'
import { useDebouncedValue } from '@mantine/hooks'
import { api } from '../../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../../shared/api/from-contract.ts'
import { listOf } from '../../../shared/api/tags.ts'

type ValueQuery = CallInput<'contactValues'>['query']

const suggestions = api.injectEndpoints({
  endpoints: (build) => ({
    contactValues: build.query<string[], ValueQuery>({
      query: (query) => call('contactValues', { query }),
      transformResponse: (reply: Reply<'contactValues'>) => reply.values.map(({ value }) => value),
      providesTags: [listOf('Contact')],
    }),
  }),
})

const suggested = new Set(['location', 'department', 'jobTitle'])
const typingMs = 150
const typedMax = 80

const queried = (typed: string) => typed.trim().slice(0, typedMax)

function queryOf(name: string, typed: string): ValueQuery | typeof skipToken {
  return suggested.has(name) ? { field: name as ValueQuery['field'], typed } : skipToken
}

/** Returns the existing values of a contact field that match the typed text; empty for fields without suggestions. */
export function useValueSuggestions(name: string, typed: string): string[] {
  const [settled] = useDebouncedValue(queried(typed), typingMs)
  const { data } = suggestions.useContactValuesQuery(queryOf(name, settled))
  return suggested.has(name) ? (data ?? []) : []
}

/** Returns a function that looks up the suggestions for a typed text at once; empty when that fails. */
export function useSuggestionLookup(name: string): (typed: string) => Promise<string[]> {
  const [lookUp] = suggestions.useLazyContactValuesQuery()
  return async (typed) => {
    const query = queryOf(name, queried(typed))
    if (query === skipToken) return []
    const { data } = await lookUp(query, true)
    return data ?? []
  }
}
