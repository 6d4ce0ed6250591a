import { useEffect, useState } from 'react'

/** The result of a call that a page makes when it opens: a value, or why it must be retried. */
export type Opened<T> = { value: T } | { problem: string }

/** The state of such a call. */
export type Opening<T> =
  | { state: 'waiting' }
  | { state: 'done'; value: T }
  | { state: 'failed'; problem: string; retry: () => void }

/** Makes a call once when a page opens, and again on retry. */
export function useOpening<T>(open: () => Promise<Opened<T>>): Opening<T> {
  const [opened, setOpened] = useState<Opened<T>>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isHere = true
    void open().then((outcome) => isHere && setOpened(outcome))
    return () => {
      isHere = false
    }
    // One call per attempt, whatever renders in between.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt])

  if (!opened) return { state: 'waiting' }
  if ('value' in opened) return { state: 'done', value: opened.value }
  const retry = () => {
    setOpened(undefined)
    setAttempt((count) => count + 1)
  }
  return { state: 'failed', problem: opened.problem, retry }
}
