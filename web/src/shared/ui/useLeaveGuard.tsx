import { Trans, useLingui } from '@lingui/react/macro'
import { useContext, useEffect, useState, type ContextType, type ReactNode } from 'react'
import { UNSAFE_NavigationContext } from 'react-router'
import { hearBack } from '../lib/way-back.ts'
import { ConfirmCount } from './ConfirmCount.tsx'

type Navigator = ContextType<typeof UNSAFE_NavigationContext>['navigator']
type Go = Navigator['push']

/** Holds up every way to another page of the application and hands it to `ask`; answers how to let go. */
function holdUp(navigator: Navigator, ask: (go: () => void) => void): () => void {
  const { push, replace } = navigator
  const held =
    (go: Go): Go =>
    (...where) =>
      ask(() => go.apply(navigator, where))
  navigator.push = held(push)
  navigator.replace = held(replace)
  return () => {
    navigator.push = push
    navigator.replace = replace
  }
}

/** The place of an entry in the history, as the router numbers them; undefined where it did not. */
function placeOf(state: unknown): number | undefined {
  const { idx } = (state ?? {}) as { idx?: unknown }
  return typeof idx === 'number' ? idx : undefined
}

/** Goes back to where Back or Forward came from, before the router sees it, and hands the way to `ask`; answers how to let go. */
function holdBack(ask: (go: () => void) => void): () => void {
  const here = placeOf(history.state)
  let isReturning = false
  function caught(event: PopStateEvent): void {
    const there = placeOf(event.state)
    if (isReturning) {
      isReturning = false
      return event.stopImmediatePropagation()
    }
    if (here === undefined || there === undefined || there === here) return
    event.stopImmediatePropagation()
    isReturning = true
    history.go(here - there)
    ask(() => {
      letGo()
      history.go(there - here)
    })
  }
  const letGo = hearBack(caught)
  return letGo
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/**
 * Asks once before links, keys, Back, Forward and closing the tab take somebody away from unsaved changes; answers the
 * question to render.
 */
export function useLeaveGuard(isDirty: boolean): ReactNode {
  const { t } = useLingui()
  const { navigator } = useContext(UNSAFE_NavigationContext)
  const [leave, setLeave] = useState<() => void>()
  useEffect(() => {
    if (!isDirty) return
    const ask = (go: () => void) => setLeave(() => go)
    const ways = [holdUp(navigator, ask), holdBack(ask)]
    window.addEventListener('beforeunload', warn)
    return () => {
      for (const letGo of ways) letGo()
      window.removeEventListener('beforeunload', warn)
    }
  }, [isDirty, navigator])
  return (
    <ConfirmCount
      isOpen={leave !== undefined}
      title={t`Leave without saving?`}
      confirmLabel={t`Leave`}
      isDestructive
      onCancel={() => setLeave(undefined)}
      onConfirm={() => {
        setLeave(undefined)
        leave?.()
      }}
    >
      <Trans>What you changed here is not saved.</Trans>
    </ConfirmCount>
  )
}
