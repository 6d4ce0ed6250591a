import { Trans, useLingui } from '@lingui/react/macro'
import { useContext, useEffect, useState, type ContextType, type ReactNode } from 'react'
import { UNSAFE_NavigationContext } from 'react-router'
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

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/**
 * Asks once before links, keys and closing the tab take somebody away from unsaved changes; answers the question to
 * render. Back and Forward of the browser cannot be held up.
 */
export function useLeaveGuard(isDirty: boolean): ReactNode {
  const { t } = useLingui()
  const { navigator } = useContext(UNSAFE_NavigationContext)
  const [leave, setLeave] = useState<() => void>()
  useEffect(() => {
    if (!isDirty) return
    const letGo = holdUp(navigator, (go) => setLeave(() => go))
    window.addEventListener('beforeunload', warn)
    return () => {
      letGo()
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
