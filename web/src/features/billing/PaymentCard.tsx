import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { isNotProven, useProof } from '../accounts/index.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { Setting, SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import settings from '../../shared/ui/settings/SettingsCard.module.css'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useOpenPortalMutation, type Billing } from './api.ts'
import classes from './Billing.module.css'
import { leaveFor } from './go.ts'

const BRANDS: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' }

/** Shows the card that is charged, and who gets emails about billing. */
export function PaymentCard({ billing: { paymentMethod: card, contacts, missing, plan } }: { billing: Billing }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { proven, dialog } = useProof()
  const [openPortal, { isLoading }] = useOpenPortalMutation()
  async function change(): Promise<void> {
    const { data, error } = await proven(() => openPortal())
    if (data) leaveFor(data.url)
    else if (error && !isNotProven(error))
      toast.failed(error, { title: t`Couldn't open the payment page`, message: messageFor(error) })
  }
  const brand = card && (BRANDS[card.brand] ?? card.brand)
  const expires = card && `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`
  return (
    <SettingsCard id="payment" title={t`Payment`}>
      {missing === 'payment_method' && (
        <div className={settings.note} role="status">
          <p>
            <Trans>Your plan has no payment method. Until you add a card, everyone here can only read.</Trans>
          </p>
        </div>
      )}
      <Setting label={t`Card`} help={expires && t`Expires ${expires}`}>
        {card ? (
          <span className="tabular" translate="no">
            {brand} •••• {card.last4}
          </span>
        ) : plan && missing !== 'payment_method' ? (
          // A bank account or an invoice: nothing is missing.
          <Trans>Paid without a card</Trans>
        ) : (
          <Trans>None</Trans>
        )}
        <Button size="compact-sm" variant="default" loading={isLoading} onClick={() => void change()}>
          {card ? <Trans>Change card</Trans> : <Trans>Add card</Trans>}
        </Button>
      </Setting>
      <Setting label={t`Billing emails`} help={t`Owners and admins get them.`}>
        <ul className={classes.contacts}>
          {contacts.map(({ userId, email, ...named }) => (
            <li key={userId}>
              <bdi>{fullName(named)}</bdi>{' '}
              <Anchor href={`mailto:${email}`} translate="no">
                {email}
              </Anchor>
            </li>
          ))}
        </ul>
      </Setting>
      {dialog}
    </SettingsCard>
  )
}
