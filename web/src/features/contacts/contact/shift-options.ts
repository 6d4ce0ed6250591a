import { useLingui } from '@lingui/react/macro'
import type { ShiftChoice } from '../../organizations/index.ts'

/** The key of a choice of working hours in a list of options. */
export const keyOfChoice = (choice: ShiftChoice): string => (choice.kind === 'shift' ? choice.shiftId : choice.kind)

/** Returns the choice of a key. */
export function choiceOfKey(key: string): ShiftChoice {
  return key === 'groups' || key === 'any_time' ? { kind: key } : { kind: 'shift', shiftId: key }
}

/** The choices of working hours: the groups decide, none, or one of the shifts. */
export function useShiftOptions(shifts: readonly { id: string; name: string }[]): { value: string; label: string }[] {
  const { t } = useLingui()
  return [
    { value: 'groups', label: t`From their groups` },
    { value: 'any_time', label: t`Can be texted anytime` },
    ...shifts.map(({ id, name }) => ({ value: id, label: name })),
  ]
}
