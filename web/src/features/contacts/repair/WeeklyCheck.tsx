import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCan, useSession } from '../../../shared/lib/session/select.ts'
import { countOf, moreThan, useContactRepairsQuery } from './api.ts'
import classes from './Repair.module.css'
import { checkNextWeek, isCheckedThisWeek } from './week.ts'

/**
 * The weekly card on the dashboard: how many contacts cannot be texted, or should not be, and the screen that fixes
 * them. Renders nothing when every contact is fine or the member put it off for a week on this device.
 */
export function WeeklyCheck() {
  const { t } = useLingui()
  const canEdit = useCan('contacts.edit')
  const organizationId = useSession(({ auth }) => auth.organization?.id ?? '')
  const [isPutOff, setPutOff] = useState(() => isCheckedThisWeek(organizationId, Date.now()))
  const { data: problems = [] } = useContactRepairsQuery(undefined, { skip: !canEdit || isPutOff })
  const stopped = countOf(problems, 'not_in_use', 'landline', 'wrong_person')
  const lacking = countOf(problems, 'no_mobile')
  const withoutConsent = countOf(problems, 'no_consent')
  if (isPutOff || stopped + lacking + withoutConsent === 0) return null
  return (
    <section className={classes.card} aria-label={t`Weekly contact check`}>
      <IconUserCheck size={20} stroke={1.75} aria-hidden />
      <div className={classes.cardText}>
        <h2>
          <Trans>Weekly contact check</Trans>
        </h2>
        <ul>
          {stopped > 0 && (
            <li>
              <Plural
                value={stopped}
                one="# number stopped working"
                other={`#${moreThan(stopped)} numbers stopped working`}
              />
            </li>
          )}
          {lacking > 0 && (
            <li>
              <Plural
                value={lacking}
                one="# contact has no mobile number"
                other={`#${moreThan(lacking)} contacts have no mobile number`}
              />
            </li>
          )}
          {withoutConsent > 0 && (
            <li>
              <Plural
                value={withoutConsent}
                one="# has no consent on file"
                other={`#${moreThan(withoutConsent)} have no consent on file`}
              />
            </li>
          )}
        </ul>
      </div>
      <Group gap="xs">
        <Button component={Link} to="/dashboard/contacts/repair" size="xs">
          <Trans>Fix contacts</Trans>
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            checkNextWeek(organizationId, Date.now())
            setPutOff(true)
          }}
        >
          <Trans>Next week</Trans>
        </Button>
      </Group>
    </section>
  )
}
