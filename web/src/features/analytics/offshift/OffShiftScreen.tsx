import { OFF_SHIFT_GAP_MINUTES } from '@crewline/contract/analytics-limits'
import { formatNumber } from '@crewline/contract/formats'
import type { OffShiftCut, OffShiftPeriod } from '@crewline/contract/off-shift'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, NativeSelect } from '@mantine/core'
import { IconArrowLeft, IconClockHour8, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../shared/api/from-contract.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { Screen } from '../../../shared/ui/Screen.tsx'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { useSaveFile } from '../../../shared/ui/toast/useSaveFile.ts'
import { PRESETS, type Preset } from '../dashboard-rules.ts'
import dashboard from '../Dashboard.module.css'
import figure from '../figures/Figure.module.css'
import { useOffShiftQuery } from '../figures-api.ts'
import { useDayNames } from '../useDayNames.ts'
import { useRange } from '../useRange.ts'
import classes from './OffShift.module.css'
import { OffShiftTable } from './OffShiftTable.tsx'

/** The texts to and from people who were off shift, which can be paid time: by week or month, by group or teammate. */
export default function OffShiftScreen() {
  const { t, i18n } = useLingui()
  const { dateQuery, range, preset, choose } = useRange()
  const nameOf = useDayNames()
  const [by, setBy] = useState<OffShiftCut>('group')
  const [per, setPer] = useState<OffShiftPeriod>('week')
  const query = useOffShiftQuery({ ...dateQuery, by, per }, { refetchOnMountOrArgChange: 60 })
  const { isError, isFetching, refetch } = query
  // Rows of the last choice would have the wrong names.
  const data = isError ? undefined : query.currentData
  const { save, isSaving } = useSaveFile()
  const presetNames: Record<Preset, string> = {
    7: t`Last 7 days`,
    30: t`Last 30 days`,
    90: t`Last 90 days`,
    365: t`Last 12 months`,
    month: t`This month`,
  }
  const gap = formatNumber(OFF_SHIFT_GAP_MINUTES, i18n.locale)
  const isEmpty = data?.totals.people === 0
  return (
    <Screen
      title={t`After-hours report`}
      actions={
        <>
          <NativeSelect
            className={dashboard.range ?? ''}
            aria-label={t`Date range`}
            value={preset ?? 'own'}
            onChange={({ currentTarget }) => choose(currentTarget.value as Preset)}
            data={[
              ...(preset ? [] : [{ value: 'own', label: nameOf(range, 'short') }]),
              ...PRESETS.map((value) => ({ value, label: presetNames[value] })),
            ]}
          />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} />}
            loading={isSaving}
            disabled={data === undefined || isEmpty}
            onClick={() =>
              void save(
                call('exportOffShift', { query: { ...dateQuery, by, per } }),
                `off-shift-${range.start}-${range.end}.csv`,
              )
            }
          >
            <Trans>Download CSV</Trans>
          </Button>
        </>
      }
    >
      <div className={figure.head}>
        <Anchor component={Link} to="/dashboard/settings?tab=texting#shifts" size="sm" className={figure.back ?? ''}>
          <IconArrowLeft size={16} stroke={1.75} aria-hidden className="mantine-rotate-rtl" />
          <Trans>Shifts</Trans>
        </Anchor>
      </div>
      <div className={dashboard.sections} aria-busy={isFetching}>
        <p className={classes.intro}>
          <Trans>
            Texts that people sent or got while off shift, by the shifts they have now. Minutes run from the first to
            the last text of an exchange, at least one; a pause of more than {gap} minutes begins a new exchange.
          </Trans>
        </p>
        {isError && <StatePanel kind="error" onRetry={() => void refetch()} />}
        {!data && !isError && <SkeletonRows count={6} />}
        {isEmpty && (
          <StatePanel
            kind="firstUse"
            icon={IconClockHour8}
            title={t`No texts off shift`}
            text={t`No one who has a shift sent or got a text outside of it in this period.`}
          />
        )}
        {data && !isEmpty && (
          <>
            <OffShiftTable
              id="periods"
              title={per === 'week' ? t`By week` : t`By month`}
              first={per === 'week' ? t`Week` : t`Month`}
              rows={[
                ...data.periods.map((period) => ({
                  ...period,
                  key: period.start,
                  name: nameOf(period, 'short'),
                  range: { start: period.start, end: period.end },
                })),
                { ...data.totals, key: 'all', name: t`Total`, range: { start: data.range.start, end: data.range.end } },
              ]}
              control={
                <NativeSelect
                  size="xs"
                  aria-label={t`Period`}
                  value={per}
                  onChange={({ currentTarget }) => setPer(currentTarget.value as OffShiftPeriod)}
                  data={[
                    { value: 'week', label: t`Week` },
                    { value: 'month', label: t`Month` },
                  ]}
                />
              }
            />
            <OffShiftTable
              id="rows"
              title={t`Compare`}
              first={by === 'group' ? t`Group` : t`Teammate`}
              isByMember={by === 'member'}
              hasMore={data.hasMore}
              rows={data.rows.map((row) => ({
                ...row,
                name: row.label,
                isName: true,
                range: { start: data.range.start, end: data.range.end },
                cut: { by, key: row.key },
              }))}
              control={
                <NativeSelect
                  size="xs"
                  aria-label={t`Compare by`}
                  value={by}
                  onChange={({ currentTarget }) => setBy(currentTarget.value as OffShiftCut)}
                  data={[
                    { value: 'group', label: t`Group` },
                    { value: 'member', label: t`Teammate` },
                  ]}
                />
              }
            />
          </>
        )}
      </div>
    </Screen>
  )
}
