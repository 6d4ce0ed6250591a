import { skipToken } from '@reduxjs/toolkit/query'
import { useDebouncedValue } from '@mantine/hooks'
import { api } from '../../shared/api/base.ts'
import { call, type Reply, type Saying } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

type Asked = Saying<'contactValues'>['query']

const suggestions = api.injectEndpoints({
  endpoints: (build) => ({
    contactValues: build.query<string[], Asked>({
      query: (query) => call('contactValues', { query }),
      transformResponse: (reply: Reply<'contactValues'>) => reply.values.map(({ value }) => value),
      providesTags: [listOf('Contact')],
    }),
  }),
})

const suggested = new Set(['location', 'department', 'jobTitle'])
const typingMs = 150

/** Values people have in a fact by its name, narrowed to what is typed; none for facts that are not suggested. */
export function useValueSuggestions(name: string, typed: string): string[] {
  const [settled] = useDebouncedValue(typed.trim().slice(0, 80), typingMs)
  const isAsked = suggested.has(name)
  const { data } = suggestions.useContactValuesQuery(
    isAsked ? { field: name as Asked['field'], typed: settled } : skipToken,
  )
  return isAsked ? (data ?? []) : []
}
