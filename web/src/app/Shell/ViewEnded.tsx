import { VIEWING_MS } from '@crewline/contract/log-in-limits'
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { toast } from '../../shared/ui/toast/toast.tsx'

const minutes = VIEWING_MS / 60_000

/**
 * Says that a view as a teammate ended by itself and why. It stays until it is closed: the tab may have been in the background,
 * and everything can be changed again.
 */
export function ViewEnded(): null {
  const { t } = useLingui()
  const [params, setParams] = useSearchParams()
  const ended = params.get('view')
  useEffect(() => {
    if (ended !== 'over' && ended !== 'ended') return
    const why =
      ended === 'over'
        ? t`Its ${minutes} minutes are over.`
        : t`It was ended elsewhere, or access changed for you or your teammate.`
    toast.inApp({
      key: 'view-ended',
      type: 'info',
      title: t`The view ended`,
      message: `${why} ${t`You're back in your own account.`}`,
      timeout: false,
    })
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('view')
        return next
      },
      { replace: true },
    )
  }, [ended, setParams, t])
  return null
}
