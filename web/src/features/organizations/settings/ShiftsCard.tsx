import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Anchor, Button, Radio, Stack } from '@mantine/core'
import { IconClockHour8, IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../../shared/lib/session/select.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { Setting, SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import classes from '../../../shared/ui/settings/EntryList.module.css'
import { useCreateShiftMutation, useDeleteShiftMutation, useShiftsQuery, type Shift } from '../shifts-api.ts'
import { useShiftText } from './useShiftText.ts'
import type { TextingForm } from './useTextingForm.ts'

const ShiftEditor = lazy(() => import('./ShiftEditor.tsx'))
const DeleteShift = lazy(() => import('./DeleteShift.tsx'))

/** The shifts, saved one by one, and what happens to texts to people who are off shift. */
export function ShiftsCard({ form: { values, change } }: { form: TextingForm }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { data: shifts, isError, refetch } = useShiftsQuery()
  const [create] = useCreateShiftMutation()
  const [remove] = useDeleteShiftMutation()
  const canSeeReport = useCan('analytics.view')
  const [open, setOpen] = useState<Shift | 'new'>()
  const [deleting, setDeleting] = useState<Shift>()

  async function removeShift({ id, name, hours }: Shift): Promise<void> {
    const { error } = await remove(id)
    if (error) return toast.failed(error, { title: t`Couldn't delete`, message: messageFor(error) })
    toast.undo({ message: t`Shift deleted.`, onUndo: () => void create({ name, hours }) })
  }
  return (
    <SettingsCard
      id="shifts"
      title={t`Shifts`}
      text={t`When people work, on their own clock. Give a shift to a group or to a single contact. Texts that hourly staff read or answer off shift can be paid time.`}
      state={
        <Button size="compact-sm" variant="default" onClick={() => setOpen('new')}>
          <Trans>Add shift</Trans>
        </Button>
      }
    >
      <Setting
        label={t`Texts to people off shift`}
        help={t`People without a shift have quiet hours only. On shift there are no quiet hours.`}
      >
        <Radio.Group
          aria-label={t`Texts to people off shift`}
          value={values.offClockGuard}
          onChange={(mode) => change({ offClockGuard: mode === 'warn' || mode === 'hold' ? mode : 'off' })}
        >
          <Stack gap={8}>
            <Radio value="hold" label={t`Hold until their shift starts`} />
            <Radio
              value="warn"
              label={t`Ask me first`}
              description={t`Broadcasts show how many are off shift and are sent.`}
            />
            <Radio value="off" label={t`Send anytime`} />
          </Stack>
        </Radio.Group>
      </Setting>
      {isError && !shifts && <StatePanel kind="error" onRetry={() => void refetch()} />}
      {!shifts && !isError && <SkeletonRows count={2} />}
      {shifts?.length === 0 && (
        <StatePanel
          kind="firstUse"
          icon={IconClockHour8}
          title={t`No shifts yet`}
          text={t`Add the hours your crews work, such as a day shift and a night shift.`}
          compact
        />
      )}
      {shifts && shifts.length > 0 && (
        <ul className={classes.list}>
          {shifts.map((shift) => (
            <ShiftEntry
              key={shift.id}
              shift={shift}
              onChange={() => setOpen(shift)}
              onRemove={() =>
                shift.contacts + shift.groupIds.length > 0 ? setDeleting(shift) : void removeShift(shift)
              }
            />
          ))}
        </ul>
      )}
      {canSeeReport && shifts && shifts.length > 0 && (
        <Anchor component={Link} to="/dashboard/analytics/off-shift" size="sm">
          <Trans>After-hours report</Trans>
        </Anchor>
      )}
      <Suspense fallback={null}>
        {open && <ShiftEditor shift={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
        {deleting && <DeleteShift shift={deleting} onClose={() => setDeleting(undefined)} />}
      </Suspense>
    </SettingsCard>
  )
}

interface ShiftEntryProps {
  shift: Shift
  onChange: () => void
  onRemove: () => void
}

/** Shows a shift: its name, its hours, and who has it. */
function ShiftEntry({ shift, onChange, onRemove }: ShiftEntryProps) {
  const { t } = useLingui()
  const describeHours = useShiftText()
  const { name, hours, groupIds, contacts } = shift
  const uses = [
    ...(groupIds.length > 0 ? [plural(groupIds.length, { one: '# group', other: '# groups' })] : []),
    ...(contacts > 0 ? [plural(contacts, { one: '# contact', other: '# contacts' })] : []),
  ]
  return (
    <li className={classes.entry}>
      <div className={classes.about}>
        <span className={classes.name}>
          <bdi translate="no">{name}</bdi>
          <span className={classes.quiet}>{uses.join(' · ') || t`Not in use`}</span>
        </span>
        <p className={classes.words}>{describeHours(hours)}</p>
      </div>
      <ActionIcon onClick={onChange} aria-label={t`Edit ${name}`}>
        <IconPencil size={18} stroke={1.75} />
      </ActionIcon>
      <ActionIcon onClick={onRemove} aria-label={t`Delete ${name}`}>
        <IconTrash size={18} stroke={1.75} />
      </ActionIcon>
    </li>
  )
}
