import type { Celebration } from '@crewline/contract/celebrations'
import { formatDay } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useCan } from '../../shared/lib/session/select.ts'
import type { Column } from '../../shared/ui/table/DataTable.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useSkipCelebrationMutation, type ComingCelebration } from './api.ts'
import { clockTime } from './celebration-rules.ts'
import classes from './Celebrations.module.css'
import { useCelebrationNames } from './useCelebrationNames.ts'

function SkipButton({ celebrationId, row }: { celebrationId: string; row: ComingCelebration }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [skip, { isLoading }] = useSkipCelebrationMutation()
  const { contactId, year, isSkipped, name } = row
  async function change(): Promise<void> {
    const { error } = await skip({ id: celebrationId, contactId, year, skip: !isSkipped })
    if (error) toast.api({ title: t`Not saved`, message: messageFor(error) }, 'ERROR')
  }
  return (
    <Button
      size="xs"
      variant="default"
      aria-busy={isLoading}
      aria-label={isSkipped ? t`Don’t skip ${name}` : t`Skip ${name}`}
      onClick={(event) => {
        event.stopPropagation()
        // A disabled button would lose the focus.
        if (!isLoading) void change()
      }}
    >
      {isSkipped ? <Trans>Don’t skip</Trans> : <Trans>Skip</Trans>}
    </Button>
  )
}

/** Returns the columns of the list of people whose date comes. */
export function useComingColumns({ id, kind, time }: Celebration): Column<ComingCelebration>[] {
  const { t, i18n } = useLingui()
  const canSkip = useCan('broadcasts.send')
  const { obstacle: reasons } = useCelebrationNames()
  return useMemo((): Column<ComingCelebration>[] => {
    const forDate = (date: string) => t`for ${date}`
    const isMuted = ({ isSkipped, obstacle }: ComingCelebration) => isSkipped || obstacle !== null || undefined
    const statusOf = ({ isSkipped, obstacle }: ComingCelebration) =>
      isSkipped ? t`Skipped` : obstacle ? reasons[obstacle] : t`Gets the text`
    const columns: Column<ComingCelebration>[] = [
      {
        id: 'name',
        header: t`Name`,
        phone: 'title',
        cell: (row) => (
          <bdi className={classes.row} data-muted={isMuted(row)} translate="no">
            {row.name || t`No name`}
          </bdi>
        ),
      },
      {
        id: 'day',
        header: t`Day`,
        width: 260,
        phone: 'detail',
        cell: (row) => (
          <span className={classes.row} data-muted={isMuted(row)}>
            {/* Phones show no column for the status, and little of a long line. */}
            {isMuted(row) && <span className={classes.onPhone}>{statusOf(row)} · </span>}
            {formatDay(row.day, 'date', i18n.locale)}, {clockTime(time, i18n.locale)}
            {row.date !== row.day && (
              <span className={classes.quiet}> {forDate(formatDay(row.date, 'day', i18n.locale))}</span>
            )}
          </span>
        ),
      },
    ]
    if (kind !== 'birthday')
      columns.push({
        id: 'years',
        header: t`Years`,
        width: 110,
        cell: ({ years }) => years !== null && <Plural value={years} one="# year" other="# years" />,
      })
    columns.push({
      id: 'status',
      header: t`Status`,
      width: 190,
      cell: statusOf,
    })
    if (canSkip)
      columns.push({
        id: 'skip',
        header: t`Skip`,
        isHeaderHidden: true,
        width: 130,
        align: 'end',
        phone: 'end',
        cell: (row) => (row.obstacle === null || row.isSkipped) && <SkipButton celebrationId={id} row={row} />,
      })
    return columns
  }, [t, i18n.locale, canSkip, id, kind, time, reasons])
}
