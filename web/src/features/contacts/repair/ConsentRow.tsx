import type { ContactSummary } from '@crewline/contract/contacts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { fullName } from '../../../shared/lib/session/state.ts'
import { ContactLink } from './ContactLink.tsx'
import classes from './Repair.module.css'

/** A contact without consent, with the way to record it. */
export function ConsentRow({ contact, onConsent }: { contact: ContactSummary; onConsent: () => void }) {
  const { t } = useLingui()
  const name = fullName(contact)
  return (
    <li className={classes.row}>
      <ContactLink contact={contact} />
      <Button size="xs" variant="default" aria-label={t`Record consent of ${name}`} onClick={onConsent}>
        <Trans>Record consent</Trans>
      </Button>
    </li>
  )
}
