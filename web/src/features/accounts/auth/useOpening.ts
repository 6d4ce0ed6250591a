import { useEffect, useState } from 'react'

/** What a call that a page makes by itself came to: something to show, or a sentence that says why it must be tried again. */
export type Opened<T> = { value: T } | { problem: string }

/** How far such a page is. */
export type Opening<T> =
  | { state: 'waiting' }
  | { state: 'done'; value: T }
  | { state: 'failed'; problem: string; again: () => void }

/** Makes a call once when a page opens, and again when asked to. */
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
  const again = () => {
    setOpened(undefined)
    setAttempt((count) => count + 1)
  }
  return { state: 'failed', problem: opened.problem, again }
}
