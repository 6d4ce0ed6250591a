import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useSession } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useFinishHrConnectionMutation } from './api.ts'

const settingsPath = '/dashboard/settings?tab=integrations'

/** The page to which the connection page leads back: exchanges its code once, and goes on to the settings. */
export default function FinishScreen() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const [code, state, refusal] = [search.get('code'), search.get('state'), search.get('error')]
  const orgId = useSession(({ auth }) => auth.organization?.id)
  const messageFor = useErrorText()
  const navigate = useNavigate()
  const [finish] = useFinishHrConnectionMutation()
  const [problem, setProblem] = useState('')
  const isStarted = useRef(false)
  useEffect(() => {
    if (!code || !orgId || isStarted.current) return
    isStarted.current = true
    void finish({ orgId, code, ...(state ? { state } : {}) }).then(({ error }) => {
      if (error) setProblem(messageFor(error))
      else void navigate(settingsPath, { replace: true })
    })
  }, [code, state, orgId, finish, messageFor, navigate])
  const text = problem || (refusal || !code ? t`Your HR system was not connected. Nothing was changed.` : '')
  return (
    <Screen title={t`Connect HR system`}>
      {text ? (
        <StatePanel
          kind="noAccess"
          title={t`Not connected`}
          text={text}
          action={
            <Button component={Link} to={settingsPath}>
              <Trans>Back to Integrations</Trans>
            </Button>
          }
        />
      ) : (
        <div role="status">
          <Trans>Connecting to your HR system…</Trans>
          <SkeletonRows count={3} />
        </div>
      )}
    </Screen>
  )
}
