import { t } from '@lingui/core/macro'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api } from '../../shared/api/base.ts'
import { tagOf } from '../../shared/api/tags.ts'
import { accessChanged } from '../../shared/lib/session/auth.slice.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import type { Reactions } from '../../shared/live/event-handlers.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'

interface LiveStore {
  dispatch: ThunkDispatch<SessionState, unknown, UnknownAction>
}

/** A change that is still being saved ends first, because a reset would cancel it; but no longer than this, in ms. */
const SAVING_MS = 10_000

/**
 * Discards what was loaded when the member got another role or other groups; the page then reads the user and everything
 * on the screen again, with what they may see now.
 */
export function accessLive({ dispatch }: LiveStore): Reactions {
  function reset(): void {
    dispatch(accessChanged())
    dispatch(api.util.resetApiState())
    const title = t`Your access changed`
    toast.inApp({ type: 'info', title, message: t`An owner or admin changed your role or what you can see.` })
  }
  return {
    'pins-updated'() {
      dispatch(api.util.invalidateTags([tagOf('Me', 'me')]))
    },
    'access-changed'() {
      // The member's own change, such as handing over the organization, is announced before it is answered.
      const saving = dispatch(api.util.getRunningMutationsThunk())
      if (saving.length === 0) return reset()
      const limit = new Promise((resolve) => setTimeout(resolve, SAVING_MS))
      void Promise.race([Promise.allSettled(saving), limit]).then(reset)
    },
  }
}
