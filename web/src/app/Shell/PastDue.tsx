import { formatMoney } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Card, Title } from '@mantine/core'
import { useState } from 'react'
import { PayNowButton, usePastDueNoticeQuery, WhatHappens } from '../../features/billing/index.ts'
import { useCheckPastDue } from '../../features/inbox/index.ts'
import { useRoleNames } from '../../features/organizations/index.ts'
import { useBillingContactsQuery } from '../../features/team/index.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import classes from './PastDue.module.css'

/** Names the owners and admins, with a link to email each. */
function WhoCanPay() {
  const { data: contacts = [] } = useBillingContactsQuery()
  const roleNames = useRoleNames()
  if (contacts.length === 0) return null
  return (
    <>
      <h2 className={classes.listTitle}>
        <Trans>Who can pay</Trans>
      </h2>
      <ul className={classes.list}>
        {contacts.map(({ userId, email, role, ...named }) => (
          <li key={userId}>
            <bdi>{fullName(named) || email}</bdi> <span className={classes.role}>{roleNames[role]}</span>
            <Anchor href={`mailto:${email}`} className={classes.email ?? ''}>
              {email}
            </Anchor>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Replaces the screen while the account is past due, with a button to check again. */
export function PastDue() {
  const { t, i18n } = useLingui()
  const { data: notice } = usePastDueNoticeQuery()
  const pastDue = notice?.pastDue
  const check = useCheckPastDue()
  const [isChecking, setChecking] = useState(false)
  return (
    <Card className={classes.card ?? ''} padding="lg">
      <Title order={1} size="h2">
        <Trans>Your account is past due</Trans>
      </Title>
      {pastDue ? (
        <p className={classes.text}>
          <Trans>
            Sending and reading messages is on hold. Pay invoice {pastDue.invoiceNumber} (
            {formatMoney(pastDue.cents, pastDue.currency, i18n.locale)}) to continue. Nothing is lost.
          </Trans>
        </p>
      ) : (
        <p className={classes.text}>
          <Trans>
            Sending and reading messages is on hold until an owner or admin pays the open invoice. Nothing is lost.
          </Trans>
        </p>
      )}
      {pastDue && <WhatHappens pastDue={pastDue} />}
      {pastDue && (
        <div className={classes.pay}>
          <PayNowButton />
        </div>
      )}
      <WhoCanPay />
      <Button
        variant="default"
        loading={isChecking}
        aria-label={t`Check again`}
        onClick={() => {
          setChecking(true)
          void check().finally(() => setChecking(false))
        }}
      >
        <Trans>Check again</Trans>
      </Button>
    </Card>
  )
}
