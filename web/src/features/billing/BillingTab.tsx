import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { useBillingQuery } from './api.ts'
import { CapCard } from './CapCard.tsx'
import { ExportCard } from './ExportCard.tsx'
import { InvoicesCard } from './InvoicesCard.tsx'
import { PaymentCard } from './PaymentCard.tsx'
import { PastDueCard } from './PastDueCard.tsx'
import { PlanCard } from './PlanCard.tsx'
import { TopUpCard } from './TopUpCard.tsx'
import { UsageCard } from './UsageCard.tsx'

/** The billing page: what is past due first, then plan, usage, credit, cap, payment and invoices. */
export function BillingTab() {
  const { t } = useLingui()
  const { data: billing, isError, refetch } = useBillingQuery()
  const timeZone = useSession(({ auth }) => auth.organization?.timezone)
  const isOwner = useSession(({ auth }) => auth.user?.role === 'owner')
  if (!billing)
    return (
      <SettingsCard id="billing" title={t`Billing`}>
        {isError ? <StatePanel kind="error" onRetry={() => void refetch()} compact /> : <SkeletonRows count={4} />}
      </SettingsCard>
    )
  if (!billing.isSetUp)
    return (
      <>
        <SettingsCard id="billing" title={t`Billing`}>
          <p>
            <Trans>
              Payments aren't set up on this server, so nothing is charged. The administrator of the server can connect
              a Stripe account.
            </Trans>
          </p>
        </SettingsCard>
        <UsageCard billing={billing} timeZone={timeZone} />
      </>
    )
  return (
    <>
      {billing.pastDue && <PastDueCard pastDue={billing.pastDue} status={billing.status} timeZone={timeZone} />}
      {billing.missing === 'payment_method' && <PaymentCard billing={billing} />}
      <PlanCard billing={billing} timeZone={timeZone} />
      <UsageCard billing={billing} timeZone={timeZone} />
      {billing.plan && billing.missing === null && <TopUpCard billing={billing} />}
      {billing.plan && <CapCard billing={billing} />}
      {billing.plan && billing.missing !== 'payment_method' && <PaymentCard billing={billing} />}
      <InvoicesCard timeZone={timeZone} />
      {billing.status === 'blocked' && isOwner && <ExportCard />}
    </>
  )
}
