import { useState } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'
import { sendBytes } from '../../shared/api/send-bytes.ts'
import type { Refusal } from '../../shared/api/send.ts'
import { listOf } from '../../shared/api/tags.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { bearerOf } from '../../shared/lib/session/state.ts'

/** The result of an opt-out import. */
export type AddedOptOuts = Reply<'importOptOuts'>

/** Imports a list of opted-out numbers and reloads the lists that show them. */
export function useAddOptOuts(): {
  isAdding: boolean
  add: (list: Blob, note: string) => Promise<{ data: AddedOptOuts } | { error: Refusal }>
} {
  const { getState } = useStore<SessionState>()
  const dispatch = useDispatch()
  const [isAdding, setAdding] = useState(false)
  async function add(list: Blob, note: string) {
    setAdding(true)
    const request = { ...call('importOptOuts', { query: { note } }), name: 'importOptOuts' as const }
    const answer = await sendBytes(request, list, bearerOf(getState().auth))
    setAdding(false)
    if ('data' in answer) dispatch(api.util.invalidateTags([listOf('Contact')]))
    return answer
  }
  return { isAdding, add }
}
