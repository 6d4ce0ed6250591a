import { useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useStartSampleMutation } from './api.ts'

/** Returns a function that adds the sample line, unless there is one, and opens its conversation. */
export function useTrySample(): { trySample: () => Promise<void>; isStarting: boolean } {
  const { t } = useLingui()
  const [start, { isLoading }] = useStartSampleMutation()
  const navigate = useNavigate()
  const describeError = useErrorText()
  return {
    isStarting: isLoading,
    async trySample() {
      const { data, error } = await start()
      if (error) toast.failed(error, { title: t`Couldn't start the sample number`, message: describeError(error) })
      if (data) void navigate(`/dashboard/inbox?conversation=${data.sample.contactId}`)
    },
  }
}
