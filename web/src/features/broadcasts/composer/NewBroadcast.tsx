import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { newId } from '../../../shared/lib/new-id.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useSettledLoading } from '../../../shared/ui/feedback/useSettledLoading.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useCreateBroadcastMutation } from '../api.ts'
import { startFrom, startingContent } from './templates.ts'

/** Creates a draft, empty, from a template or with what another screen hands over, and continues with it. */
export function NewBroadcast() {
  const { t, i18n } = useLingui()
  const describeError = useErrorText()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { state } = useLocation()
  // Made once: a repeated request returns the first draft instead of creating another one.
  const [id] = useState(newId)
  const [attempt, setAttempt] = useState(0)
  const [create, { error }] = useCreateBroadcastMutation()
  const isLoading = useSettledLoading(!error)
  useEffect(() => {
    const step = params.get('step')
    void create({ id, ...startingContent(params.get('template'), i18n), ...startFrom(state) }).then(({ data }) => {
      if (data) void navigate(`/dashboard/broadcasts/${id}/edit${step ? `?step=${step}` : ''}`, { replace: true })
    })
    // Only a new attempt creates the draft, never a change of the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt])
  if (error)
    return (
      <StatePanel
        kind="error"
        title={t`Couldn't start a new broadcast`}
        text={describeError(error)}
        onRetry={() => setAttempt(attempt + 1)}
      />
    )
  return isLoading ? <Skeleton height={320} m="lg" radius="md" /> : null
}
