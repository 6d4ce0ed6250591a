import type { SessionRow } from '@crewline/contract/accounts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmCount } from '../../../shared/ui/overlay/ConfirmCount.tsx'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useSettledLoading } from '../../../shared/ui/feedback/useSettledLoading.ts'
import { useEndOtherSessionsMutation, useEndSessionMutation, useSessionsQuery } from './api.ts'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
import security from './Security.module.css'
import { isNotProven, useProof } from './useProof.tsx'

function Row({ row }: { row: SessionRow }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [end, { isLoading }] = useEndSessionMutation()
  const { device, address, organizationName, current, lastSeenAt } = row
  const [problem, setProblem] = useState('')
  return (
    <li className={security.session}>
      <div className={classes.rowName} style={{ flex: 1 }}>
        <p className={classes.label}>
          <bdi>{device}</bdi> {current && <Badge color="blue">{t`This device`}</Badge>}
        </p>
        <p className={classes.help}>
          <bdi>{organizationName}</bdi>
          {address && (
            <>
              {' · '}
              <bdi dir="ltr">{address}</bdi>
            </>
          )}
          {' · '}
          {current ? (
            <Trans>in use now</Trans>
          ) : (
            <Trans>
              last used <RelativeTime at={lastSeenAt} />
            </Trans>
          )}
        </p>
        {problem && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      {!current && (
        <Button
          variant="default"
          size="xs"
          loading={isLoading}
          aria-label={t`Log out of ${device}`}
          onClick={() => void end(row.id).then(({ error }) => setProblem(error ? messageFor(error) : ''))}
        >
          <Trans>Log out</Trans>
        </Button>
      )}
    </li>
  )
}

/** Lists the active sessions with buttons to end them; trusted devices are removed together with all other sessions. */
export function SessionsCard() {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { data, isError, refetch } = useSessionsQuery()
  const [endAll, { isLoading }] = useEndOtherSessionsMutation()
  const { proven, dialog } = useProof()
  const [isAsking, setAsking] = useState(false)
  const showSkeleton = useSettledLoading(data === undefined && !isError)
  const rows = data?.data.toSorted((a, b) => Number(b.current) - Number(a.current)) ?? []
  const others = rows.filter(({ current }) => !current).length
  const trusted = data?.trustedDevices ?? 0

  async function endOthers(): Promise<void> {
    setAsking(false)
    const { data: done, error } = await proven(() => endAll())
    if (done) toast.api({ title: t`Logged out`, message: t`You're now logged in only on this device.` }, 'OK')
    else if (!isNotProven(error))
      toast.failed(error, { title: t`Couldn't log out your other devices`, message: messageFor(error) })
  }

  return (
    <SettingsCard id="sessions" title={t`Where you're logged in`}>
      {dialog}
      {showSkeleton && <SkeletonRows count={2} height={60} />}
      {isError && !data && <StatePanel kind="error" compact onRetry={() => void refetch()} />}
      <ul className={security.sessions}>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      {data && (
        <div className={classes.foot}>
          <p className={classes.text}>
            <Plural
              value={trusted}
              _0="No trusted devices."
              one="# trusted device skips the second step."
              other="# trusted devices skip the second step."
            />
          </p>
          {(others > 0 || trusted > 0) && (
            <Button variant="default" loading={isLoading} onClick={() => setAsking(true)}>
              <Trans>Log out of other devices</Trans>
            </Button>
          )}
        </div>
      )}
      <ConfirmCount
        isOpen={isAsking}
        title={t`Log out of all other devices?`}
        confirmLabel={t`Log out of other devices`}
        isDestructive
        onCancel={() => setAsking(false)}
        onConfirm={() => void endOthers()}
      >
        <Trans>You'll stay logged in on this device. No device will be trusted anymore.</Trans>
      </ConfirmCount>
    </SettingsCard>
  )
}
