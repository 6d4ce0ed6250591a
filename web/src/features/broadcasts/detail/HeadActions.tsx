import type { Broadcast, BroadcastRun } from '@crewline/contract/broadcasts'
import { formatNumber } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload, IconPencil } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { call } from '../../../shared/api/from-contract.ts'
import { useCan } from '../../../shared/lib/session/select.ts'
import { editPath } from '../broadcast-rules.ts'
import { BroadcastMenu } from '../list/BroadcastMenu.tsx'
import { useBroadcastActions, type FollowUpPart } from '../useBroadcastActions.ts'
import { fileNameOf, useSaveFile } from '../../../shared/ui/toast/useSaveFile.ts'

interface ActionsProps {
  broadcast: Broadcast
  /** The run that is shown, once it has results. */
  run: BroadcastRun | null
}

function FollowUpMenu({ broadcast, run }: { broadcast: Broadcast; run: BroadcastRun }) {
  const { t, i18n } = useLingui()
  const { followUp } = useBroadcastActions()
  const { counts } = run
  const isAsking = broadcast.kind !== 'announcement'
  const notReached = counts.blocked + counts.notDelivered + counts.unknown + counts.cancelled + counts.suppressed
  const parts: { who: FollowUpPart['who']; label: string; count: number; isCounted?: boolean }[] = [
    // Those the author left out are blocked too, but no follow-up is for them: the sum is only an upper bound.
    { who: 'not_reached', label: t`Not reached`, count: notReached, isCounted: false },
    ...(counts.clicked > 0
      ? [
          {
            who: 'not_clicked' as const,
            label: t`Didn't click`,
            count: Math.max(0, counts.recipients - counts.clicked),
          },
          { who: 'clicked' as const, label: t`Clicked`, count: counts.clicked },
        ]
      : []),
    ...(isAsking
      ? [
          {
            who: 'not_answered' as const,
            label: t`Didn't answer`,
            count: Math.max(0, counts.recipients - counts.answered),
          },
          { who: 'answered' as const, label: t`Answered`, count: counts.answered },
        ]
      : [
          {
            who: 'not_replied' as const,
            label: t`Didn't reply`,
            count: Math.max(0, counts.recipients - counts.replied),
          },
        ]),
    { who: 'recipients', label: t`All recipients`, count: counts.recipients },
  ]
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={16} stroke={1.75} />}>
          <Trans>Send a follow-up</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Trans>Start a draft for</Trans>
        </Menu.Label>
        {parts.map(({ who, label, count, isCounted = true }) => (
          <Menu.Item
            key={who}
            disabled={count === 0}
            rightSection={isCounted && <span className="tabular">{formatNumber(count, i18n.locale)}</span>}
            onClick={() => void followUp(broadcast.id, { who })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function ExportMenu({ broadcast, run }: { broadcast: Broadcast; run: BroadcastRun }) {
  const { t } = useLingui()
  const { isSaving, save } = useSaveFile()
  const start = (format: 'csv' | 'xlsx') =>
    void save(
      call('exportBroadcast', { query: { broadcastId: broadcast.id, runId: run.id, format } }),
      fileNameOf(broadcast.name, t`Broadcast`, format),
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={isSaving} leftSection={<IconDownload size={16} stroke={1.75} />}>
          <Trans>Export</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => start('xlsx')}>
          <Trans>Excel (.xlsx)</Trans>
        </Menu.Item>
        <Menu.Item onClick={() => start('csv')}>
          <Trans>CSV</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The buttons in the header of a broadcast. */
export function HeadActions({ broadcast, run }: ActionsProps) {
  const navigate = useNavigate()
  const canDraft = useCan('broadcasts.draft')
  const canExport = useCan('messages.export')
  const isDraft = broadcast.state === 'draft' && !broadcast.archived
  const isOver = run !== null && run.finishedAt !== null
  return (
    <>
      {run && canExport && <ExportMenu broadcast={broadcast} run={run} />}
      {canDraft && isDraft && (
        <Button component={Link} to={editPath(broadcast.id)} leftSection={<IconPencil size={16} stroke={1.75} />}>
          <Trans>Continue editing</Trans>
        </Button>
      )}
      {canDraft && isOver && <FollowUpMenu broadcast={broadcast} run={run} />}
      <BroadcastMenu broadcast={broadcast} isOnPage onDeleted={() => void navigate('/dashboard/broadcasts')} />
    </>
  )
}
