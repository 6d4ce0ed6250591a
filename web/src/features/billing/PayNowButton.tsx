import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { usePayInvoiceMutation } from './api.ts'
import { leaveFor, useReturn } from './go.ts'

/** Leads to the page on which the oldest unpaid invoice is paid. */
export function PayNowButton({ isCompact = false }: { isCompact?: boolean }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [pay, { isLoading, isSuccess, reset }] = usePayInvoiceMutation()
  useReturn(reset)
  async function payNow(): Promise<void> {
    const { data, error } = await pay()
    if (data) leaveFor(data.url)
    else if (error) toast.failed(error, { title: t`Couldn't open the payment page`, message: messageFor(error) })
  }
  return (
    <Button
      {...(isCompact && { variant: 'transparent', size: 'compact-sm' })}
      loading={isLoading || isSuccess}
      onClick={() => void payNow()}
    >
      <Trans>Pay now</Trans>
    </Button>
  )
}
