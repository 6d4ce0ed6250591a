import { t } from '@lingui/core/macro'
import { api } from '../../shared/api/base.ts'
import { accessChanged } from '../../shared/lib/session/auth.slice.ts'
import type { Reactions } from '../../shared/live/event-handlers.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'

interface LiveStore {
  dispatch: (action: { type: string; payload?: unknown }) => unknown
}

/**
 * Discards what was loaded when the member got another role or other groups; the page then reads the user and everything
 * on the screen again, with what they may see now.
 */
export function accessLive({ dispatch }: LiveStore): Reactions {
  return {
    'access-changed'() {
      dispatch(accessChanged())
      dispatch(api.util.resetApiState())
      const title = t`Your access changed`
      toast.inApp({ type: 'info', title, message: t`An owner or admin changed your role or what you can see.` })
    },
  }
}
