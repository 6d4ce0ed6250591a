import { Trans } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMeQuery } from '../accounts/index.ts'
import { useBillingContactsQuery } from '../team/index.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import classes from './Help.module.css'

const mostOwners = 3

/** Names the owners of the organization, with a link to email each. */
function AskOwners() {
  const { data: contacts = [] } = useBillingContactsQuery()
  const owners = contacts.filter(({ role }) => role === 'owner').slice(0, mostOwners)
  if (owners.length === 0) return <Trans>Ask an owner or admin of your organization.</Trans>
  return (
    <>
      <Trans>Ask an owner of your organization:</Trans>
      <ul className={classes.owners}>
        {owners.map(({ userId, email, ...named }) => (
          <li key={userId}>
            <Anchor href={`mailto:${email}`} inherit underline="always">
              <bdi>{fullName(named) || email}</bdi>
            </Anchor>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Whom to ask when no article helps: the operator's address, or the owners where none is set. */
export function ContactUs() {
  const { data: me, isLoading } = useMeQuery()
  if (isLoading) return null
  return (
    <section className={classes.contact} data-start>
      <h3 className={classes.contactTitle}>
        <Trans>Need more help?</Trans>
      </h3>
      {me?.supportEmail ? (
        <div className={classes.email}>
          <Button
            component="a"
            href={`mailto:${me.supportEmail}`}
            variant="default"
            leftSection={<IconMail size={16} stroke={1.75} />}
          >
            <Trans>Contact us</Trans>
          </Button>
          <bdi>{me.supportEmail}</bdi>
        </div>
      ) : (
        <div className={classes.ask}>
          <AskOwners />
        </div>
      )}
    </section>
  )
}
