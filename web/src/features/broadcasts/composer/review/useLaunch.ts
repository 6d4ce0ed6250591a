import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { refusalOf } from '../../../../shared/api/send.ts'
import { useErrorText } from '../../../../shared/ui/text/useErrorText.ts'
import { useLaunchBroadcastMutation } from '../../api.ts'
import type { AudienceCount } from '../useAudienceCount.ts'
import type { Draft } from '../useDraft.ts'

export interface LaunchOptions {
  draft: Draft
  count: AudienceCount
  onLaunching: (isLaunching: boolean) => void
}

/** Returns how the draft is sent, and why it could not be. */
export function useLaunch({ draft, count, onLaunching }: LaunchOptions) {
  const { t } = useLingui()
  const describeError = useErrorText()
  const navigate = useNavigate()
  const [launchBroadcast, { isLoading }] = useLaunchBroadcastMutation()
  const [problem, setProblem] = useState('')

  async function launch(expectedRecipients: number): Promise<void> {
    setProblem('')
    onLaunching(true)
    if (!(await draft.flush())) {
      onLaunching(false)
      return setProblem(t`Your last changes aren't saved yet. Nothing was sent.`)
    }
    const { data, error } = await launchBroadcast({
      id: draft.id,
      agreed: { version: draft.version(), expectedRecipients },
    })
    if (data) return void navigate(`/dashboard/broadcasts/${draft.id}`, { replace: true })
    onLaunching(false)
    const refusal = refusalOf<'launchBroadcast'>(error)
    draft.setErrors(refusal?.fieldErrors ?? {})
    const missing = Object.values(refusal?.fieldErrors ?? {})
    setProblem(missing.length > 0 ? missing.join(' ') : describeError(error))
    if (refusal?.code === 'broadcast_count_changed') count.refetch()
  }
  return { launch, isLoading, problem }
}
