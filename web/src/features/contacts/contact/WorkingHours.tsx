import { Trans, useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useContactShiftQuery, useSetContactShiftMutation, useShiftsQuery } from '../../organizations/index.ts'
import classes from './AttributeEditor.module.css'
import { choiceOfKey, keyOfChoice, useShiftOptions } from './shift-options.ts'

/** When a contact works: the shifts of their groups, one of their own, or none. Shown once there are shifts. */
export function WorkingHours({ contactId, canEdit }: { contactId: string; canEdit: boolean }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { data: shifts } = useShiftsQuery()
  const options = useShiftOptions(shifts ?? [])
  const { currentData: work } = useContactShiftQuery(contactId)
  const [save] = useSetContactShiftMutation()
  if (!shifts || shifts.length === 0 || !work) return null
  const { choice } = work
  const inherited = choice.kind === 'groups' ? work.shifts.map(({ name }) => name).join(', ') : ''

  async function choose(key: string): Promise<void> {
    if (key === keyOfChoice(choice)) return
    const { error } = await save({ contactId, choice: choiceOfKey(key) })
    if (error) return toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
    announce(t`Saved`)
    toast.undo({ message: t`Working hours changed.`, onUndo: () => void save({ contactId, choice }) })
  }
  return (
    <>
      <h3 className={classes.heading}>
        <Trans>Working hours</Trans>
      </h3>
      {canEdit ? (
        <Select
          aria-label={t`Working hours`}
          description={inherited === '' ? undefined : <span translate="no">{inherited}</span>}
          data={options}
          value={keyOfChoice(choice)}
          onChange={(key) => key !== null && void choose(key)}
          allowDeselect={false}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      ) : (
        <p className={classes.none} translate={work.shifts.length > 0 ? 'no' : undefined}>
          {work.shifts.map(({ name }) => name).join(', ') || t`None`}
        </p>
      )}
    </>
  )
}
