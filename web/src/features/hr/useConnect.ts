import { useLingui } from '@lingui/react/macro'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { isNotProven, useProof } from '../accounts/index.ts'
import { useConnectHrMutation } from './api.ts'

/** Leads to the page on which an HR system is connected, after the proof of identity, which `dialog` asks for. */
export function useConnect() {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [connectHr, { isLoading }] = useConnectHrMutation()
  const { proven, dialog } = useProof()
  async function connect(): Promise<void> {
    const { data, error } = await proven(() => connectHr({ connect: true }))
    if (data?.connectUrl) globalThis.location.assign(data.connectUrl)
    else if (error && !isNotProven(error))
      toast.failed(error, { title: t`Couldn't connect`, message: messageFor(error) })
  }
  return { connect, isConnecting: isLoading, dialog }
}
