import { Trans, useLingui } from '@lingui/react/macro'
import { useContext, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { UNSAFE_NavigationContext } from 'react-router'
import { setBackListener } from '../../lib/way-back.ts'
import { ConfirmCount } from '../overlay/ConfirmCount.tsx'
import { blockNavigation } from './block-navigation.ts'

/** Returns the index of a history entry, as numbered by the router; undefined for other entries. */
function historyIndexOf(state: unknown): number | undefined {
  const { idx } = (state ?? {}) as { idx?: unknown }
  return typeof idx === 'number' ? idx : undefined
}

/**
 * Reverts Back and Forward before the router handles them, and passes the navigation to `ask`; returns a function that
 * stops this.
 */
function blockBack(confirmLeave: (go: () => void) => void): () => void {
  const here = historyIndexOf(history.state)
  let isReturning = false
  function caught(event: PopStateEvent): void {
    const there = historyIndexOf(event.state)
    if (isReturning) {
      isReturning = false
      return event.stopImmediatePropagation()
    }
    if (here === undefined || there === undefined || there === here) return
    event.stopImmediatePropagation()
    isReturning = true
    history.go(here - there)
    confirmLeave(() => {
      stopListening()
      history.go(there - here)
    })
  }
  const stopListening = setBackListener(caught)
  return stopListening
}

/** One Escape reaches a drawer, a dialog above it and the question of either: only the first of them may act on it. */
function oncePerEvent(handled: RefObject<Event | undefined>, act: () => void): void {
  // A timer would end too late: on a busy page the next click comes first.
  const { event } = window
  if (event && event === handled.current) return
  handled.current = event
  act()
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/**
 * Asks once before links, shortcuts, Back, Forward and closing the tab discard unsaved changes; returns the dialog to
 * render.
 */
export function useLeaveGuard(isDirty: boolean): ReactNode {
  return useCloseGuard(isDirty).question
}

/**
 * Does what `useLeaveGuard` does, and `close` asks before a drawer or a dialog discards unsaved changes; without any, it
 * closes at once.
 */
export function useCloseGuard(isDirty: boolean): { question: ReactNode; close: (go: () => void) => void } {
  const { t } = useLingui()
  const { navigator } = useContext(UNSAFE_NavigationContext)
  const [leave, setLeave] = useState<() => void>()
  const handled = useRef<Event>(undefined)
  useEffect(() => {
    if (!isDirty) return
    const confirmLeave = (go: () => void) => oncePerEvent(handled, () => setLeave(() => go))
    const guards = [blockNavigation(navigator, confirmLeave), blockBack(confirmLeave)]
    window.addEventListener('beforeunload', warn)
    return () => {
      for (const release of guards) release()
      window.removeEventListener('beforeunload', warn)
    }
  }, [isDirty, navigator])
  const question = (
    <ConfirmCount
      isOpen={leave !== undefined}
      title={t`Leave without saving?`}
      confirmLabel={t`Leave`}
      isDestructive
      onCancel={() => oncePerEvent(handled, () => setLeave(undefined))}
      onConfirm={() => {
        setLeave(undefined)
        leave?.()
      }}
    >
      <Trans>Your changes haven't been saved.</Trans>
    </ConfirmCount>
  )
  function close(go: () => void): void {
    if (!isDirty) return go()
    if (leave === undefined) oncePerEvent(handled, () => setLeave(() => go))
  }
  return { question, close }
}
