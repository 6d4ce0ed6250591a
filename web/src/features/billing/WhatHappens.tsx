import { formatDate } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSession } from '../../shared/lib/session/select.ts'
import { PhoneNumber } from '../../shared/ui/text/PhoneNumber.tsx'
import type { Billing } from './api.ts'

/** Names numbers, each on one line as people read it. */
function Numbers({ numbers }: { numbers: readonly string[] }) {
  const country = useSession(({ auth }) => auth.organization?.country)
  return numbers.map((phone) => (
    <span key={phone} style={{ display: 'block' }}>
      <PhoneNumber phone={phone} home={country} />
    </span>
  ))
}

/** Lists what happens on which day while the invoice stays unpaid. */
export function WhatHappens({ pastDue }: { pastDue: NonNullable<Billing['pastDue']> }) {
  const { t, i18n } = useLingui()
  const timeZone = useSession(({ auth }) => auth.organization?.timezone)
  const day = (at: string) => formatDate(at, 'longDay', i18n.locale, timeZone)
  const [now] = useState(() => Date.now())
  const isOver = (at: string) => Date.parse(at) <= now
  return (
    <ul style={{ margin: '8px 0 16px', paddingInlineStart: 20 }} aria-label={t`If it stays unpaid`}>
      <li>
        {isOver(pastDue.blockAt) ? (
          <Trans>{day(pastDue.blockAt)}: reading and sending were put on hold until you pay.</Trans>
        ) : (
          <Trans>{day(pastDue.blockAt)}: reading and sending are put on hold until you pay.</Trans>
        )}
      </li>
      <li>
        {isOver(pastDue.suspendAt) ? (
          <Trans>
            {day(pastDue.suspendAt)}: your organization was suspended. Reading and sending stay on hold, and nothing
            else changed.
          </Trans>
        ) : (
          <Trans>
            {day(pastDue.suspendAt)}: your organization is suspended. Reading and sending stay on hold, and nothing else
            changes.
          </Trans>
        )}
      </li>
      {pastDue.releasedAt ? (
        <li>
          <Trans>{day(pastDue.releasedAt)}: the numbers you bought here went back to their carrier.</Trans>{' '}
          <Numbers numbers={pastDue.releasedNumbers} />
        </li>
      ) : (
        pastDue.releaseAt && (
          <li>
            <Trans>{day(pastDue.releaseAt)}: the numbers you bought here go back to their carrier for good.</Trans>{' '}
            <Numbers numbers={pastDue.numbers} />
          </li>
        )
      )}
    </ul>
  )
}
