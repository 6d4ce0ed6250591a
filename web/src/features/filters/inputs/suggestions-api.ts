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

/** Returns the existing values of a contact field that match the typed text; empty for fields without suggestions. */
export function useValueSuggestions(name: string, typed: string): string[] {
  const [settled] = useDebouncedValue(typed.trim().slice(0, 80), typingMs)
  const isSuggested = suggested.has(name)
  const { data } = suggestions.useContactValuesQuery(
    isSuggested ? { field: name as ValueQuery['field'], typed: settled } : skipToken,
  )
  return isSuggested ? (data ?? []) : []
}
