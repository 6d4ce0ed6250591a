import type { Teammate } from '@crewline/contract/inbox'
import { Trans, useLingui } from '@lingui/react/macro'
import { Divider, ScrollArea, TextInput } from '@mantine/core'
import { IconCheck, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { PersonAvatar } from '../../shared/ui/PersonAvatar.tsx'
import { useMembersQuery } from './beside-api.ts'
import { Pick, PickList } from './PickList.tsx'

export interface AssignChoicesProps {
  /** Who has it now; undefined where many conversations are meant. */
  assigneeId?: string | null
  onAssign: (assignee: Teammate | null) => void
}

const fewEnough = 7

/** To whom a conversation may be given: to oneself, to a teammate, to nobody. For a Popover. */
export default function AssignChoices({ assigneeId, onAssign }: AssignChoicesProps) {
  const { t } = useLingui()
  const { data: members = [] } = useMembersQuery()
  const me = useSession(({ auth }) => auth.user?.id)
  const [typed, setTyped] = useState('')
  const mine = members.find(({ userId }) => userId === me)
  const wanted = typed.trim().toLocaleLowerCase()
  const others = members.filter((one) => one.userId !== me && fullName(one).toLocaleLowerCase().includes(wanted))
  const tick = <IconCheck size={16} stroke={2} aria-hidden />
  const endOf = (id: string | null) => (assigneeId === id ? { isChosen: true, end: tick } : {})
  return (
    <PickList>
      {members.length > fewEnough && (
        <TextInput
          size="xs"
          mb={4}
          aria-label={t`Find a teammate`}
          placeholder={t`Find a teammate`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {mine && (
        <Pick icon={<IconUserCheck size={16} stroke={1.75} />} {...endOf(mine.userId)} onPick={() => onAssign(mine)}>
          <Trans>Assign to me</Trans>
        </Pick>
      )}
      <Pick icon={<IconUserOff size={16} stroke={1.75} />} {...endOf(null)} onPick={() => onAssign(null)}>
        <Trans>Nobody</Trans>
      </Pick>
      {others.length > 0 && <Divider my={4} />}
      <ScrollArea.Autosize mah={280}>
        {others.map((one) => (
          <Pick
            key={one.userId}
            icon={<PersonAvatar name={fullName(one)} tintKey={one.userId} size={20} />}
            {...endOf(one.userId)}
            onPick={() => onAssign(one)}
          >
            <bdi>{fullName(one)}</bdi>
          </Pick>
        ))}
      </ScrollArea.Autosize>
    </PickList>
  )
}
