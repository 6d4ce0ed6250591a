import type { ImportRow } from '@crewline/contract/imports'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { useCorrectImportMutation, type Correction, type ImportRowsQuery } from '../api.ts'
import { nextFlight, putBack, withCorrection, type Waiting } from './corrections.ts'

/** Corrections sent to the server one request at a time; edits made meanwhile go into the next request. */
export interface Corrections {
  correct: (edit: Correction) => void
  /** Rows that are being checked. */
  checking: ReadonlySet<number>
  /** Returns the row with its corrections, saved or not. */
  applyTo: (row: ImportRow) => ImportRow
  /** Why the last request failed; its corrections are kept. */
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

/** Sends corrections to the server; `problemsOf` describes the remaining problems of a row for screen readers. */
export function useCorrections(query: ImportRowsQuery, problemsOf: (row: ImportRow) => string): Corrections {
  const [send] = useCorrectImportMutation()
  const [waiting, setWaiting] = useState(none)
  const [flying, setFlying] = useState(none)
  const [failure, setFailure] = useState<unknown>()
  // The ref is the source of truth; the rendered state follows it.
  const queue = useRef(none)
  const isFlying = useRef(false)
  const latest = useRef({ asked: query, problemsOf })
  useLayoutEffect(() => {
    latest.current = { asked: query, problemsOf }
  })

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
      applyTo: (row) => overlaid(overlaid(row, flying.get(row.row)), waiting.get(row.row)),
      failure,
      retry,
    }),
    [correct, retry, flying, waiting, failure],
  )
}
