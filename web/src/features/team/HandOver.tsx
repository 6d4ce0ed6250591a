import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { fullName } from '../../shared/lib/session/state.ts'
import { useSuccessorsQuery } from './api.ts'

const NO_ONE = 'none'

export interface HandOverProps {
  label: string
  /** The user whose conversations are handed over. */
  exceptUserId: string | null
  /** Null leaves the conversations unassigned. */
  chosen: string | null
  onChoose: (userId: string | null) => void
}

/** Selects who takes over conversations: a teammate, or no one. */
export function HandOver({ label, exceptUserId, chosen, onChoose }: HandOverProps) {
  const { t } = useLingui()
  const { data: members = [] } = useSuccessorsQuery()
  const teammates = members
    .filter(({ userId }) => userId !== exceptUserId)
    .map((member) => ({ value: member.userId, label: fullName(member) }))
  return (
    <Select
      label={label}
      description={chosen !== null && t`Conversations they can't see become unassigned.`}
      value={chosen ?? NO_ONE}
      onChange={(value) => onChoose(value === null || value === NO_ONE ? null : value)}
      data={[{ value: NO_ONE, label: t`No one (unassigned)` }, ...teammates]}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t`No matching teammates`}
      maxDropdownHeight={280}
    />
  )
}
