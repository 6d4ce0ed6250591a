import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { toast } from '../../shared/ui/toast/toast.tsx'

/** Says once that a view as a teammate ended by itself, after which the team page opens. */
export function useViewEnded(): void {
  const { t } = useLingui()
  const [params, setParams] = useSearchParams()
  const hasEnded = params.get('view') === 'ended'
  useEffect(() => {
    if (!hasEnded) return
    toast.api({ title: t`The view ended`, message: t`You're back in your own account.` }, 'OK')
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('view')
        return next
      },
      { replace: true },
    )
  }, [hasEnded, setParams, t])
}
