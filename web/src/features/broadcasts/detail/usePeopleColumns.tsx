import type { Broadcast } from '@crewline/contract/broadcasts'
import type { Recipient } from '@crewline/contract/results'
import { useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import {
  IconAlertCircle,
  IconBan,
  IconCheck,
  IconChecks,
  IconCircleX,
  IconClock,
  IconHelpCircle,
  IconLoader2,
  type Icon,
} from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../../shared/lib/session/select.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import type { Column } from '../../../shared/ui/table/DataTable.tsx'
import { NameChip } from '../../../shared/ui/text/NameChip.tsx'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import classes from '../BroadcastStatus.module.css'
import shared from '../Broadcasts.module.css'
import { useBlockNames, useNextNames, useOutcomeNames } from './useDetailNames.ts'

const appearances: Record<Recipient['outcome'], { icon: Icon; tone: string }> = {
  waiting: { icon: IconClock, tone: 'dimmed' },
  sending: { icon: IconLoader2, tone: 'blue' },
  sent: { icon: IconCheck, tone: 'dimmed' },
  delivered: { icon: IconChecks, tone: 'green' },
  not_delivered: { icon: IconAlertCircle, tone: 'red' },
  unknown: { icon: IconHelpCircle, tone: 'yellow' },
  cancelled: { icon: IconCircleX, tone: 'dimmed' },
  suppressed: { icon: IconBan, tone: 'yellow' },
  blocked: { icon: IconBan, tone: 'yellow' },
}

function OutcomeCell({ row }: { row: Recipient }) {
  const outcomes = useOutcomeNames()
  const reasons = useBlockNames()
  const { icon: IconComponent, tone } = appearances[row.outcome]
  const reason = row.reason ?? (row.blockReason ? reasons[row.blockReason] : undefined)
  return (
    <span className={shared.lines}>
      <span className={classes.status} data-tone={tone}>
        <IconComponent size={14} stroke={2} aria-hidden />
        {outcomes[row.outcome]}
      </span>
      {reason && <span className={shared.reason}>{reason}</span>}
    </span>
  )
}

function NextCell({ row }: { row: Recipient }) {
  const names = useNextNames()
  const canEdit = useCan('contacts.edit')
  const canSend = useCan('inbox.reply')
  const { contact, next } = row
  const name = names[next]
  const to =
    (next === 'fix_number' || next === 'add_number') && canEdit
      ? `/dashboard/contacts/${contact.id}`
      : next === 'send_again' && canSend
        ? `/dashboard/inbox?conversation=${contact.id}${row.messageId ? `&message=${row.messageId}` : ''}`
        : undefined
  if (next === 'none') return <span className={shared.quiet}>–</span>
  if (next === 'call' && contact.phone)
    return (
      <Anchor size="sm" className={shared.above} href={`tel:${contact.phone}`}>
        {name}
      </Anchor>
    )
  if (to)
    return (
      <Anchor component={Link} size="sm" className={shared.above} to={to}>
        {name}
      </Anchor>
    )
  return name
}

/** Returns the columns of the people of a broadcast, in the language of the page. */
export function usePeopleColumns({ kind, poll }: Broadcast): Column<Recipient>[] {
  const { t } = useLingui()
  const hasAnswers = kind === 'acknowledgement' || (kind === 'poll' && poll !== null && !poll.anonymous)
  return useMemo(() => {
    const columns: Column<Recipient>[] = [
      {
        id: 'name',
        header: t`Name`,
        phone: 'title',
        width: 240,
        cell: ({ contact }) => (
          <NameChip
            name={fullName(contact)}
            tintKey={contact.id}
            detail={contact.phoneDisplay && <bdi dir="ltr">{contact.phoneDisplay}</bdi>}
          />
        ),
      },
      { id: 'outcome', header: t`Result`, phone: 'detail', cell: (row) => <OutcomeCell row={row} /> },
    ]
    if (hasAnswers)
      columns.push({
        id: 'answer',
        header: t`Answer`,
        phone: 'hidden',
        width: 160,
        cell: ({ answer, answeredAt }) =>
          answer !== null || answeredAt !== null ? (
            <bdi className={shared.snippet}>{answer ?? t`Confirmed`}</bdi>
          ) : (
            <span className={shared.quiet}>–</span>
          ),
      })
    columns.push(
      { id: 'next', header: t`Next step`, phone: 'end', width: 130, cell: (row) => <NextCell row={row} /> },
      {
        id: 'at',
        header: t`Time`,
        phone: 'hidden',
        align: 'end',
        width: 100,
        cell: ({ deliveredAt, sentAt }) => {
          const at = deliveredAt ?? sentAt
          return at ? <RelativeTime at={at} /> : <span className={shared.quiet}>–</span>
        },
      },
    )
    return columns
  }, [t, hasAnswers])
}
