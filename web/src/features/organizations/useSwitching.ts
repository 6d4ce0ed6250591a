import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useStore } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../../shared/lib/session/select.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { sectionRoot } from './switch-rules.ts'
import { switchTo, type SwitchStore } from './switching.ts'

interface Switching {
  /** The name of the organization that is being opened; null when none is. */
  opening: string | null
  open: (target: { id: string; name: string }) => void
}

/** The overlay stays about this long at least, and holds the focus. */
const coveredMs = 350

/** The title of the page, for those who follow by screen reader; it may take a moment until it is there. */
function focusTitle(triesLeft = 40): void {
  const title = document.querySelector<HTMLElement>('#main h1')
  if (title) {
    title.tabIndex = -1
    title.focus()
  } else if (triesLeft > 0) setTimeout(focusTitle, 50, triesLeft - 1)
}

/** Switches between organizations: lands on the first page of the same section, or says why not. */
export function useSwitching(): Switching {
  const { t } = useLingui()
  const store = useStore() as SwitchStore
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const current = useSession(({ auth }) => auth.organization?.name ?? '')
  const isCovered = useSession(({ auth }) => auth.orgSwitchOverlay)
  const [target, setTarget] = useState('')
  return {
    opening: isCovered ? target : null,
    open({ id, name }) {
      setTarget(name)
      void switchTo(store, id, {
        onOpened() {
          void navigate(sectionRoot(pathname))
          setTimeout(focusTitle, coveredMs)
        },
        onFailed: () =>
          toast.api(
            { title: t`Not opened`, message: t`We could not open ${name}. You are still in ${current}.` },
            'ERROR',
          ),
      })
    },
  }
}
