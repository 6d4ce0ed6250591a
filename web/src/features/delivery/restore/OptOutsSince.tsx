import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { fullName } from '../../../shared/lib/session/state.ts'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import type { RestoreReview } from './api.ts'
import classes from './Restore.module.css'

const shownFirst = 5

/** Lists the numbers that opted out since the backup: their texts are not sent, whatever is decided. */
export function OptOutsSince({ optOuts: { total, data } }: { optOuts: RestoreReview['optOuts'] }) {
  const { t } = useLingui()
  const [isAll, setAll] = useState(false)
  const shown = isAll ? data : data.slice(0, shownFirst)
  const hidden = total - data.length
  return (
    <SettingsCard
      id="opt-outs"
      title={t`Opted out since the backup`}
      text={
        total === 0 ? (
          <Trans>No one has opted out since the backup, as far as we know.</Trans>
        ) : (
          <Plural
            value={total}
            one="# number opted out. It won't be texted, whatever you decide."
            other="# numbers opted out. They won't be texted, whatever you decide."
          />
        )
      }
    >
      {shown.length > 0 && (
        <ul className={classes.list}>
          {shown.map(({ phone, phoneDisplay, contact, at }) => (
            <li key={phone} className={classes.line}>
              <span>
                {contact && (
                  <>
                    <Anchor component={Link} to={`/dashboard/contacts/${contact.id}`}>
                      <bdi>{fullName(contact)}</bdi>
                    </Anchor>{' '}
                  </>
                )}
                <bdi dir="ltr" className="tabular">
                  {phoneDisplay}
                </bdi>
              </span>
              <span className={classes.quiet}>
                <RelativeTime at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {!isAll && data.length > shownFirst && (
        <Button variant="default" size="compact-sm" onClick={() => setAll(true)}>
          <Plural value={data.length} one="Show #" other="Show all #" />
        </Button>
      )}
      {isAll && hidden > 0 && (
        <p className={classes.note}>
          <Anchor component={Link} to="/dashboard/contacts/opt-outs">
            <Plural value={hidden} one="# more in Opt-outs" other="# more in Opt-outs" />
          </Anchor>
        </p>
      )}
    </SettingsCard>
  )
}
