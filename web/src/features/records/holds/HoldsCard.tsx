import { formatDays, formatDay } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { RecordDrawer } from '../../../shared/ui/overlay/RecordDrawer.tsx'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import entries from '../../../shared/ui/settings/EntryList.module.css'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { useLegalHoldsQuery, type LegalHold } from '../api.ts'
import classes from '../Records.module.css'
import { HoldForm } from './HoldForm.tsx'
import { ReleaseDialog } from './ReleaseDialog.tsx'

/** The legal holds: place, look at, release. */
export function HoldsCard() {
  const { t } = useLingui()
  const { data, isError, refetch } = useLegalHoldsQuery()
  const [params, setParams] = useSearchParams()
  const contactId = params.get('hold')
  const [isPlacing, setPlacing] = useState(contactId !== null)
  const [releasing, setReleasing] = useState<LegalHold>()
  function close(): void {
    setPlacing(false)
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('hold')
        return next
      },
      { replace: true },
    )
  }

  return (
    <SettingsCard
      id="legal-holds"
      title={t`Legal holds`}
      text={t`While a hold is in force, nothing it covers is deleted, neither by retention periods nor by a person.`}
      state={
        <Button size="compact-sm" variant="default" onClick={() => setPlacing(true)}>
          <Trans>Place a hold</Trans>
        </Button>
      }
    >
      {isError && !data && <StatePanel kind="error" compact onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonRows count={2} />}
      {data?.length === 0 && (
        <StatePanel
          kind="firstUse"
          icon={IconGavel}
          title={t`No legal holds`}
          text={t`Place one when a dispute, an audit or a request for records begins.`}
          compact
        />
      )}
      {data && data.length > 0 && (
        <ul className={entries.list} aria-label={t`Legal holds`}>
          {data.map((hold) => (
            <HoldEntry key={hold.id} hold={hold} onRelease={() => setReleasing(hold)} />
          ))}
        </ul>
      )}
      <RecordDrawer isOpen={isPlacing} onClose={close} title={t`Place a legal hold`}>
        <HoldForm onClose={close} {...(contactId !== null && { contactId })} />
      </RecordDrawer>
      {releasing && <ReleaseDialog hold={releasing} onClose={() => setReleasing(undefined)} />}
    </SettingsCard>
  )
}

function HoldEntry({ hold, onRelease }: { hold: LegalHold; onRelease: () => void }) {
  const { t } = useLingui()
  const isReleased = hold.releasedAt !== null
  const { name } = hold
  return (
    <li className={entries.entry}>
      <div className={entries.about}>
        <span className={entries.name}>
          <bdi>{name}</bdi>
          <Badge size="sm" variant="light" color={isReleased ? 'gray' : 'yellow'}>
            {isReleased ? t`Released` : t`In force`}
          </Badge>
          <span className={entries.quiet}>
            <RelativeTime at={hold.releasedAt ?? hold.placedAt} />
            {' · '}
            <bdi>{isReleased ? hold.releasedBy : hold.placedBy}</bdi>
          </span>
        </span>
        <p className={classes.help}>
          <Covered hold={hold} />
        </p>
        <p className={classes.help}>
          <bdi>{isReleased ? hold.releaseReason : hold.reason}</bdi>
        </p>
      </div>
      {!isReleased && (
        <Button size="xs" variant="default" onClick={onRelease} aria-label={t`Release ${name}`}>
          <Trans>Release</Trans>
        </Button>
      )}
    </li>
  )
}

function Covered({ hold }: { hold: LegalHold }) {
  const { t } = useLingui()
  const names = (hold.covers === 'groups' ? hold.groups : hold.contacts).map(({ name }) => name).slice(0, 3)
  const more = hold.covers === 'contacts' ? hold.contactCount - names.length : 0
  return (
    <>
      {hold.covers === 'everyone' ? t`Everyone` : <bdi>{names.join(', ')}</bdi>}
      {more > 0 && (
        <>
          {' '}
          <Plural value={more} one="and # more" other="and # more" />
        </>
      )}
      {' · '}
      <Days hold={hold} />
    </>
  )
}

function Days({ hold: { from, to } }: { hold: LegalHold }) {
  const { t, i18n } = useLingui()
  if (from && to) return formatDays(from, to, 'date', i18n.locale)
  if (from) return t`from ${formatDay(from, 'date', i18n.locale)}`
  if (to) return t`until ${formatDay(to, 'date', i18n.locale)}`
  return t`all days`
}
