import type { BlockReason } from '@crewline/contract/broadcast-audience'
import type { BroadcastContent } from '@crewline/contract/broadcasts'
import { formatNumber } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Skeleton, UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { announce } from '../../../../shared/ui/feedback/announce.ts'
import { StatePanel } from '../../../../shared/ui/feedback/StatePanel.tsx'
import classes from './Ledger.module.css'
import fields from '../Fields.module.css'
import { hasAudience } from '../draft-rules.ts'
import type { AudienceCount } from '../useAudienceCount.ts'
import { useFocusReturn } from '../useFocusReturn.ts'
import { useReasonText } from './useReasonText.ts'

const ChosenDrawer = lazy(async () => ({ default: (await import('./ChosenDrawer.tsx')).ChosenDrawer }))

export interface LedgerProps {
  content: BroadcastContent
  count: AudienceCount
}

/** Whose list is open: those who get it, those of them who are off shift, or those blocked for one reason. */
export type OpenList = 'recipients' | 'off_shift' | BlockReason

/** How the chosen people become the recipients: chosen less each reason; each number opens its list. */
export function Ledger({ content, count }: LedgerProps) {
  const { t, i18n } = useLingui()
  const describeReason = useReasonText()
  const [open, setOpen] = useState<OpenList>()
  const rememberFocus = useFocusReturn(open !== undefined)
  const { data, isStale, isError, refetch } = count
  const people = isStale ? undefined : data?.count.recipients
  useEffect(() => {
    if (people !== undefined) announce(plural(people, { one: '# person will get it', other: '# people will get it' }))
  }, [people])

  if (!hasAudience(content.audience))
    return (
      <p className={fields.quiet}>
        <Trans>Choose people to see who will get it.</Trans>
      </p>
    )
  if (isError) return <StatePanel kind="error" compact onRetry={refetch} />
  if (!data) return <Skeleton height={160} radius="md" />
  const { chosen, blocked, recipients: most } = data.count
  function show(list: OpenList): void {
    rememberFocus()
    setOpen(list)
  }
  const line = (list: OpenList, text: string, value: number, sign = '') => (
    <li key={list}>
      <UnstyledButton className={classes.ledgerLine} onClick={() => show(list)} data-list={list}>
        <span>{text}</span>
        <span className={classes.figure}>
          {sign}
          {formatNumber(value, i18n.locale)}
        </span>
      </UnstyledButton>
    </li>
  )
  return (
    <section
      className={classes.ledger}
      data-stale={isStale || undefined}
      aria-busy={isStale}
      aria-label={t`Who will get it`}
    >
      <ul>
        <li className={classes.ledgerLine}>
          <span>
            <Trans>Chosen</Trans>
          </span>
          <span className={classes.figure}>{formatNumber(chosen, i18n.locale)}</span>
        </li>
        {blocked.map(({ reason, count: people }) => line(reason, describeReason(reason), people, '−\u2009'))}
        {line('recipients', t`Will get it`, most)}
        {data.count.offShift > 0 && line('off_shift', t`of them off shift`, data.count.offShift)}
      </ul>
      {most === 0 && (
        <p className={fields.warning}>
          <Trans>No one would get this. Choose more people.</Trans>
        </p>
      )}
      {data.count.withoutConsent > 0 && (
        <p className={fields.quiet}>
          <Plural
            value={data.count.withoutConsent}
            one="# person has no consent on file. They get it."
            other="# people have no consent on file. They get it."
          />
        </p>
      )}
      <Suspense fallback={null}>
        {open && <ChosenDrawer content={content} list={open} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </section>
  )
}
