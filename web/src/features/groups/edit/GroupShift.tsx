import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useCan } from '../../../shared/lib/session/select.ts'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useSetGroupShiftMutation, useShiftsQuery } from '../../organizations/index.ts'
import classes from '../Groups.module.css'

/** The shift of everyone in a group, chosen at once. Shown once there are shifts. */
export function GroupShift({ groupId }: { groupId: string }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const canEdit = useCan('groups.edit')
  const { data: shifts } = useShiftsQuery()
  const [save] = useSetGroupShiftMutation()
  if (!shifts || shifts.length === 0) return null
  const current = shifts.find(({ groupIds }) => groupIds.includes(groupId))
  if (!canEdit)
    return current ? (
      <p className={classes.quiet}>
        {t`Shift`}: <span translate="no">{current.name}</span>
      </p>
    ) : null
  async function choose(shiftId: string | null): Promise<void> {
    const before = current?.id ?? null
    if (shiftId === before) return
    const { error } = await save({ groupId, shiftId })
    if (error) return toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
    announce(t`Saved`)
    toast.undo({ message: t`Working hours changed.`, onUndo: () => void save({ groupId, shiftId: before }) })
  }
  return (
    <Select
      label={t`Shift`}
      className={classes.shift ?? ''}
      data={[{ value: '', label: t`No shift` }, ...shifts.map(({ id, name }) => ({ value: id, label: name }))]}
      value={current?.id ?? ''}
      onChange={(value) => void choose(value === '' ? null : value)}
      allowDeselect={false}
    />
  )
}
