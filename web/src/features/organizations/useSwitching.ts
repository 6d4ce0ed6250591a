import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useStore } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../../shared/lib/session/select.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { sectionRoot } from './switch-rules.ts'
import { switchTo, type SwitchStore } from './switching.ts'

interface Switching {
  /** The name of the organization that is being opened; null when there is none. */
  opening: string | null
  open: (target: { id: string; name: string }) => void
}

/** Minimum time the overlay stays, holding the focus. */
const coveredMs = 350

/** Focuses the page title for screen readers; it may take a moment to render. */
function focusTitle(triesLeft = 40): void {
  const title = document.querySelector<HTMLElement>('#main h1')
  if (title) {
    title.tabIndex = -1
    title.focus()
  } else if (triesLeft > 0) setTimeout(focusTitle, 50, triesLeft - 1)
}

/** Switches the organization: opens the first page of the same section, or shows why it failed. */
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
            { title: t`Couldn't open organization`, message: t`Couldn't open ${name}. You're still in ${current}.` },
            'ERROR',
          ),
      })
    },
  }
}
