import type { ImportRow } from '@crewline/contract/imports'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { announce } from '../../shared/ui/announce.ts'
import { useCorrectImportMutation, type Correction, type RowsAsked } from './api.ts'
import { nextFlight, putBack, withCorrection, type Waiting } from './corrections.ts'

/** Corrections on their way to the server, one request after the other; what is typed meanwhile goes with the next. */
export interface Corrections {
  correct: (edit: Correction) => void
  /** Rows whose check is under way. */
  checking: ReadonlySet<number>
  /** The row as somebody corrected it, whether the server knows or not. */
  shown: (row: ImportRow) => ImportRow
  /** Why the last request did not arrive; what it carried is kept. */
  failure: unknown
  retry: () => void
}

const none: Waiting = new Map()

function overlaid(row: ImportRow, edit: Correction | undefined): ImportRow {
  if (!edit?.values) return row
  const values = [...row.values]
  for (const [column, value] of Object.entries(edit.values)) values[Number(column)] = value
  return { ...row, values }
}

/** Tells the server of corrections; `problemsOf` puts into words what is still wrong with a row, for who cannot see it. */
export function useCorrections(asked: RowsAsked, problemsOf: (row: ImportRow) => string): Corrections {
  const [send] = useCorrectImportMutation()
  const [waiting, setWaiting] = useState(none)
  const [flying, setFlying] = useState(none)
  const [failure, setFailure] = useState<unknown>()
  // The queue itself: what is rendered follows it.
  const queue = useRef(none)
  const isFlying = useRef(false)
  const latest = useRef({ asked, problemsOf })
  latest.current = { asked, problemsOf }

  const fly = useCallback(async () => {
    if (isFlying.current) return
    isFlying.current = true
    while (queue.current.size > 0) {
      const { edits, rest } = nextFlight(queue.current)
      queue.current = rest
      setWaiting(rest)
      setFlying(new Map(edits.map((edit) => [edit.row, edit])))
      const { data, error } = await send({ ...latest.current.asked, edits })
      if (error) {
        queue.current = putBack(queue.current, edits)
        setWaiting(queue.current)
        setFailure(error)
        break
      }
      const touched = data?.rows.find(({ row }) => row === edits.at(-1)?.row)
      if (touched) announce(latest.current.problemsOf(touched))
    }
    setFlying(none)
    isFlying.current = false
  }, [send])

  const correct = useCallback(
    (edit: Correction) => {
      queue.current = withCorrection(queue.current, edit)
      setWaiting(queue.current)
      setFailure(undefined)
      void fly()
    },
    [fly],
  )
  const retry = useCallback(() => {
    setFailure(undefined)
    void fly()
  }, [fly])
  useEffect(() => {
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [retry])

  return useMemo(
    () => ({
      correct,
      checking: new Set([...flying.keys(), ...waiting.keys()]),
      shown: (row) => overlaid(overlaid(row, flying.get(row.row)), waiting.get(row.row)),
      failure,
      retry,
    }),
    [correct, retry, flying, waiting, failure],
  )
}
