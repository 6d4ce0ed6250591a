import { useMemo } from 'react'
import { useCan } from '../../shared/lib/session/select.ts'
import { useBroadcastNamesQuery } from './api.ts'

/** A broadcast that messages name, with the path of its page. */
export interface NamedBroadcast {
  name: string
  path: string
}

/** Maximum batches in one request; see the contract. */
const most = 100

/** Returns the broadcasts of these batches, without those that the member may not see. */
export function useBroadcastNames(batchIds: readonly (string | null | undefined)[]): Map<string, NamedBroadcast> {
  const canRead = useCan('broadcasts.read')
  const key = [...new Set(batchIds.filter((id) => typeof id === 'string'))].slice(-most).toSorted().join(' ')
  const runIds = useMemo(() => (key === '' ? [] : key.split(' ')), [key])
  const { data } = useBroadcastNamesQuery(runIds, { skip: !canRead || runIds.length === 0 })
  return useMemo(
    () =>
      new Map(
        (runIds.length > 0 ? (data ?? []) : []).map(({ runId, broadcastId, name }) => [
          runId,
          { name, path: `/dashboard/broadcasts/${broadcastId}?run=${runId}` },
        ]),
      ),
    [data, runIds],
  )
}
